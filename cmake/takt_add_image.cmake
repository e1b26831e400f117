# takt_add_image(name SOURCES file... [INSTRUMENTS name...]): an image of these sources. The same in
# a project that has Takt as a subdirectory, in one that has found it installed, and in Takt's own
# tree; so nothing here may depend on variables of Takt's.
function(takt_add_image name)
    cmake_parse_arguments(PARSE_ARGV 1 IMAGE "" "" "SOURCES;INSTRUMENTS")
    if(NOT IMAGE_SOURCES OR IMAGE_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "takt_add_image(name SOURCES file... [INSTRUMENTS name...])")
    endif()
    add_executable(${name} ${IMAGE_SOURCES})
    target_link_libraries(${name} PRIVATE takt::takt)
    takt_link_image(${name} "" ${IMAGE_INSTRUMENTS})
endfunction()

# takt_link_image(image suffix [instrument...]): make an executable an image. Port and board are
# linked whole, since vectors and start-up code are named by nobody; so are instruments, lest the
# silent listener is found first in place of a tracer that only a library names.
function(takt_link_image image suffix)
    set(whole port board family ${ARGN})
    list(TRANSFORM whole REPLACE "(.+)" "takt::\\1${suffix}")
    if(NOT TARGET takt::family${suffix})
        list(REMOVE_ITEM whole takt::family${suffix})
    endif()
    if(CMAKE_CROSSCOMPILING)
        target_link_options(${image} PRIVATE -Wl,-Map=$<TARGET_FILE:${image}>.map)
    endif()
    target_link_libraries(${image} PRIVATE takt::image
        -Wl,--whole-archive ${whole} -Wl,--no-whole-archive takt::objects${suffix})
endfunction()
