# The images of this tree. images/<name>/image.cmake calls takt_image.

# add_image(name suffix SOURCES file... ROOMS room... INSTRUMENTS name... OPTIONS TAKT_X=n...):
# an executable of the sources and of what every image holds, which sees the rooms that it names.
function(add_image name suffix)
    cmake_parse_arguments(PARSE_ARGV 2 IMAGE "" "" "SOURCES;ROOMS;INSTRUMENTS;OPTIONS")
    room_include_path(path images ${IMAGE_ROOMS})
    add_executable(${name} ${IMAGE_SOURCES})
    target_include_directories(${name} PRIVATE ${path})
    takt_definitions(all "${IMAGE_OPTIONS}")
    target_compile_definitions(${name} PRIVATE ${all})
    target_link_libraries(${name} PRIVATE takt_strict)
    takt_link_image(${name} "${suffix}" ${IMAGE_INSTRUMENTS})
endfunction()

# takt_image(name [INSTRUMENTS name...] [OPTIONS TAKT_X=n...] [MEMORY_KB n]): the firmware of
# images/<name>. With options of its own it gets rooms of its own, since options reach into the
# kernel. MEMORY_KB: it is not for boards that have less for data.
function(takt_image name)
    cmake_parse_arguments(PARSE_ARGV 1 IMAGE "" "MEMORY_KB" "INSTRUMENTS;OPTIONS")
    if(IMAGE_MEMORY_KB AND TAKT_BOARD_MEMORY_KB AND IMAGE_MEMORY_KB GREATER TAKT_BOARD_MEMORY_KB)
        return()
    endif()
    set(suffix "")
    if(IMAGE_OPTIONS)
        set(suffix _${name})
        takt_target_rooms(${suffix} "${IMAGE_OPTIONS}")
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/images/${name}/*.c)
    if(NOT sources)
        return()
    endif()
    add_image(${name} "${suffix}" SOURCES ${sources} ROOMS images/${name}
        INSTRUMENTS ${IMAGE_INSTRUMENTS} OPTIONS ${IMAGE_OPTIONS})
endfunction()

function(takt_all_images)
    file(GLOB files CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/images/*/image.cmake)
    foreach(file IN LISTS files)
        include(${file})
    endforeach()
endfunction()
