# Boards and the images that run on them.
#
# board/<name>/board.cmake sets TAKT_PORT, TAKT_CLOCK_HZ and, off the host, TAKT_CPU_FLAGS,
# TAKT_LINKER_SCRIPT and TAKT_QEMU_MACHINE; where boards share code, TAKT_BOARD_FAMILY is the room
# that holds it, and where a board is small, TAKT_BOARD_MEMORY_KB is what it has for data.
# images/<name>/image.cmake calls takt_image.

# Choose the board: what all rooms of the target are compiled with.
macro(takt_board name)
    include(${CMAKE_SOURCE_DIR}/board/${name}/board.cmake)
    set(TAKT_DEFINITIONS TAKT_CHECK=${TAKT_CHECK} TAKT_CLOCK_HZ=${TAKT_CLOCK_HZ}
        ${TAKT_BOARD_DEFINITIONS})
    add_compile_options(${TAKT_CPU_FLAGS})
    add_link_options(${TAKT_CPU_FLAGS})
    takt_target_rooms("" "")
endmacro()

# What the board and the cache define, but for what `options` (TAKT_X=n...) say otherwise.
function(takt_definitions result options)
    set(all ${TAKT_DEFINITIONS})
    foreach(option IN LISTS options)
        string(REGEX REPLACE "=.*" "" name ${option})
        list(FILTER all EXCLUDE REGEX "^${name}=")
    endforeach()
    set(${result} ${all} ${options} PARENT_SCOPE)
endfunction()

# The target's rooms, compiled with `definitions`; `suffix` tells one set from another.
function(takt_target_rooms suffix definitions)
    takt_definitions(all "${definitions}")
    # A port has one clock in an image: with a tick or without.
    if(all MATCHES "TAKT_TICK_HZ=[1-9]")
        set(other_clock clock_counter.c)
    else()
        set(other_clock clock_systick.c)
    endif()
    takt_room(takt_lib${suffix} lib DEFINE ${all})
    takt_room(takt_core${suffix} kernel/core DEFINE ${all})
    takt_room(takt_objects${suffix} kernel/objects DEFINE ${all})
    takt_room(takt_port${suffix} port/${TAKT_PORT} EXCEPT ${other_clock} DEFINE ${all})
    takt_room(takt_board${suffix} board/${TAKT_BOARD} DEFINE ${all})
    if(TAKT_BOARD_FAMILY)
        takt_room(takt_family${suffix} ${TAKT_BOARD_FAMILY} DEFINE ${all})
    else()
        add_library(takt_family${suffix} INTERFACE)
    endif()
    takt_room(takt_silent${suffix} trace DEFINE ${all})
    file(GLOB instruments RELATIVE ${CMAKE_SOURCE_DIR}/instruments CONFIGURE_DEPENDS
        ${CMAKE_SOURCE_DIR}/instruments/*)
    foreach(instrument IN LISTS instruments)
        takt_room(takt_${instrument}${suffix} instruments/${instrument} DEFINE ${all})
    endforeach()
endfunction()

# add_image(name suffix SOURCES file... ROOMS room... INSTRUMENTS name... OPTIONS TAKT_X=n...):
# an executable of the sources and of what every image holds.
function(add_image name suffix)
    cmake_parse_arguments(PARSE_ARGV 2 IMAGE "" "" "SOURCES;ROOMS;INSTRUMENTS;OPTIONS")
    room_include_path(path images ${IMAGE_ROOMS})
    add_executable(${name} ${IMAGE_SOURCES} ${CMAKE_SOURCE_DIR}/images/identity.c)
    target_include_directories(${name} PRIVATE ${path})
    takt_definitions(all "${IMAGE_OPTIONS}")
    target_compile_definitions(${name} PRIVATE ${all} TAKT_IMAGE_NAME="${name}")
    takt_link_target(${name} "${suffix}" ${IMAGE_INSTRUMENTS})
endfunction()

# Port and board are linked whole, since vectors and start-up code are named by nobody; the rest
# call each other both ways.
function(takt_link_target image suffix)
    set(libraries "")
    foreach(instrument IN LISTS ARGN)
        list(APPEND libraries takt_${instrument}${suffix})
    endforeach()
    list(APPEND libraries takt_objects${suffix} takt_core${suffix} takt_silent${suffix}
        takt_lib${suffix})
    if(CMAKE_CROSSCOMPILING)
        # newlib: nothing of it but memcpy, strlen and their like is ever called.
        list(APPEND libraries c gcc)
        set(scripts ${CMAKE_SOURCE_DIR}/port/${TAKT_PORT})
        target_link_options(${image} PRIVATE -nostdlib -static -L ${scripts}
            -T ${TAKT_LINKER_SCRIPT} -Wl,--gc-sections
            -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments -Wl,-Map=$<TARGET_FILE:${image}>.map)
        set_property(TARGET ${image} APPEND PROPERTY LINK_DEPENDS ${TAKT_LINKER_SCRIPT}
            ${scripts}/sections.ld)
    endif()
    target_link_libraries(${image} PRIVATE takt_strict
        -Wl,--whole-archive takt_port${suffix} takt_board${suffix} takt_family${suffix}
        -Wl,--no-whole-archive
        -Wl,--start-group ${libraries} -Wl,--end-group)
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
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/images/${name}/*.c)
    if(NOT sources)
        return()
    endif()
    add_image(${name} "${suffix}" SOURCES ${sources} ROOMS images/${name}
        INSTRUMENTS ${IMAGE_INSTRUMENTS} OPTIONS ${IMAGE_OPTIONS})
endfunction()

function(takt_all_images)
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/images/*/image.cmake)
    foreach(file IN LISTS files)
        include(${file})
    endforeach()
endfunction()
