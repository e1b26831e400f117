# The board: what is built for it, and what an image for it is linked with.
#
# The board's folder holds board.cmake, which sets TAKT_PORT, TAKT_CLOCK_HZ and, off the host,
# TAKT_CPU_FLAGS, TAKT_LINKER_SCRIPT and TAKT_QEMU_MACHINE (with TAKT_QEMU_CPUS if it has more than
# one, and TAKT_QEMU_SHIFT if an instruction is to take other than 2^6 ns); where boards share code,
# TAKT_BOARD_FAMILY is the room that holds it; where a board is small, TAKT_BOARD_MEMORY_KB is what
# it has for data; where it has several CPUs, TAKT_BOARD_CPUS lists for how many of them tests are
# built; and where the kernel is compiled for fewer registers than applications are,
# TAKT_KERNEL_FLAGS says so.

# End the configuration, with the names that would have done.
function(takt_refuse_board reason)
    file(GLOB known RELATIVE ${TAKT_SOURCE_DIR}/board ${TAKT_SOURCE_DIR}/board/*/board.cmake)
    list(TRANSFORM known REPLACE "/board.cmake$" "")
    list(JOIN known ", " known)
    message(FATAL_ERROR "${reason}. Takt has ${known}; a path names a folder of your own that "
        "holds a board.cmake.")
endfunction()

# A name is a folder of board/; what has a slash is a path, seen from the outermost project.
# Sets TAKT_BOARD_FOLDER, and TAKT_BOARD_ROOM as rooms.cmake names it.
function(takt_find_board board)
    if(board MATCHES "/")
        get_filename_component(folder ${board} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
        set(room ${folder})
    else()
        set(folder ${TAKT_SOURCE_DIR}/board/${board})
        set(room board/${board})
    endif()
    if(NOT EXISTS ${folder}/board.cmake)
        takt_refuse_board("TAKT_BOARD: there is no board `${board}`")
    endif()
    set(TAKT_BOARD_FOLDER ${folder} PARENT_SCOPE)
    set(TAKT_BOARD_ROOM ${room} PARENT_SCOPE)
endfunction()

# The compiler and the settings must be such that the board can be built at all.
function(takt_require_settings)
    if(TAKT_PORT STREQUAL "host" AND CMAKE_CROSSCOMPILING)
        message(FATAL_ERROR "TAKT_BOARD: `${TAKT_BOARD}` runs on this machine, but the compiler "
            "chosen is a cross compiler.")
    elseif(NOT TAKT_PORT STREQUAL "host" AND NOT CMAKE_CROSSCOMPILING)
        message(FATAL_ERROR "TAKT_BOARD: `${TAKT_BOARD}` needs a cross compiler: configure with "
            "-DCMAKE_TOOLCHAIN_FILE=${TAKT_SOURCE_DIR}/cmake/arm-none-eabi.cmake")
    endif()
    if(NOT TAKT_CHECK MATCHES "^[012]$")
        message(FATAL_ERROR "TAKT_CHECK must be 0, 1 or 2, not `${TAKT_CHECK}`.")
    endif()
    if(NOT TAKT_TRACE MATCHES "^[01]$")
        message(FATAL_ERROR "TAKT_TRACE must be 0 or 1, not `${TAKT_TRACE}`.")
    endif()
endfunction()

# Choose the board: what all rooms of the target are compiled with.
macro(takt_board name)
    takt_find_board(${name})
    include(${TAKT_BOARD_FOLDER}/board.cmake)
    takt_require_settings()
    set(TAKT_DEFINITIONS TAKT_CHECK=${TAKT_CHECK} TAKT_TRACE=${TAKT_TRACE}
        TAKT_CLOCK_HZ=${TAKT_CLOCK_HZ} ${TAKT_BOARD_DEFINITIONS})
    takt_definitions(TAKT_DEFINITIONS "${TAKT_OPTIONS}")
    target_compile_options(takt_code INTERFACE ${TAKT_CPU_FLAGS})
    target_link_options(takt_code INTERFACE ${TAKT_CPU_FLAGS})
    takt_commit_target()
    takt_target_rooms("" "")
    takt_public_target()
    takt_image_target()
endmacro()

# The parts of every target: NAME of the library takt_NAME and its room, then the instruments, and
# what original programs of Thread-Metric are linked with.
function(takt_target_parts names rooms)
    file(GLOB instruments RELATIVE ${TAKT_SOURCE_DIR}/instruments CONFIGURE_DEPENDS
        ${TAKT_SOURCE_DIR}/instruments/*)
    set(family "")
    if(TAKT_BOARD_FAMILY)
        set(family family)
    endif()
    set(${names} lib core objects port board ${family} silent ${instruments} threadmetric_port
        PARENT_SCOPE)
    list(TRANSFORM instruments PREPEND instruments/)
    set(${rooms} lib kernel/core kernel/objects port/${TAKT_PORT} ${TAKT_BOARD_ROOM}
        ${TAKT_BOARD_FAMILY} trace ${instruments} instruments/threadmetric/port PARENT_SCOPE)
endfunction()

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
    # What ports of one architecture share.
    set(with_port "")
    if(TAKT_PORT MATCHES "^armv")
        file(GLOB with_port CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/port/arm/*.c)
    endif()
    set(with_board ${TAKT_SOURCE_DIR}/board/identity.c)
    set(with_commands ${TAKT_BINARY_DIR}/commit.c)
    # A port has one clock in an image: with a tick or without.
    set(except_port clock_systick.c)
    if(all MATCHES "TAKT_TICK_HZ=[1-9]")
        set(except_port clock_counter.c)
    endif()
    takt_target_parts(names rooms)
    foreach(name room IN ZIP_LISTS names rooms)
        set(flags ${TAKT_KERNEL_FLAGS})
        if(room MATCHES "^instruments/")
            set(flags "")
        endif()
        takt_room(takt_${name}${suffix} ${room} EXCEPT ${except_${name}} WITH ${with_${name}}
            DEFINE ${all} FLAGS ${flags})
        add_library(takt::${name}${suffix} ALIAS takt_${name}${suffix})
        set_target_properties(takt_${name}${suffix} PROPERTIES EXPORT_NAME ${name})
    endforeach()
    # Such programs include it by its name alone.
    target_include_directories(takt_threadmetric_port${suffix} INTERFACE
        $<BUILD_INTERFACE:${TAKT_SOURCE_DIR}/instruments/threadmetric/port>
        $<INSTALL_INTERFACE:include/threadmetric>)
    add_dependencies(takt_commands${suffix} takt_commit)
    takt_define_optimization(takt_commands${suffix})
    takt_link_rooms("${suffix}")
endfunction()

# Who calls whom, for the order in which libraries are linked. Port, board and instruments are
# linked whole, before all others. Of newlib nothing but memcpy, strlen and their like is called.
function(takt_link_rooms suffix)
    target_link_libraries(takt_objects${suffix} INTERFACE takt_core${suffix})
    target_link_libraries(takt_core${suffix} INTERFACE takt_silent${suffix} takt_lib${suffix})
    if(CMAKE_CROSSCOMPILING)
        target_link_libraries(takt_lib${suffix} INTERFACE c gcc)
    endif()
endfunction()

# Headers that an application may include, all as takt/NAME.h: the public API, lib, and of each
# instrument the one that bears its name. The API includes lib's headers, which therefore lie beside
# it, where no header of the application's can be found in their place.
function(takt_public_headers result)
    takt_target_parts(names rooms)
    file(GLOB headers CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/include/takt/*.h
        ${TAKT_SOURCE_DIR}/lib/*.h)
    foreach(name room IN ZIP_LISTS names rooms)
        if(room MATCHES "^instruments/" AND EXISTS ${TAKT_SOURCE_DIR}/${room}/${name}.h)
            list(APPEND headers ${TAKT_SOURCE_DIR}/${room}/${name}.h)
        endif()
    endforeach()
    set(${result} ${headers} PARENT_SCOPE)
endfunction()

# takt::takt: what code that uses Takt is compiled and linked with, be it in an image or a library.
function(takt_public_target)
    set(folder ${TAKT_BINARY_DIR}/include)
    takt_public_headers(headers)
    file(REMOVE_RECURSE ${folder}/takt)
    file(MAKE_DIRECTORY ${folder}/takt)
    foreach(header IN LISTS headers)
        get_filename_component(name ${header} NAME)
        if(EXISTS ${folder}/takt/${name})
            message(FATAL_ERROR "two public headers are called ${name}")
        endif()
        file(CREATE_LINK ${header} ${folder}/takt/${name} SYMBOLIC COPY_ON_ERROR)
    endforeach()
    add_library(takt_public INTERFACE)
    add_library(takt::takt ALIAS takt_public)
    set_target_properties(takt_public PROPERTIES EXPORT_NAME takt)
    target_include_directories(takt_public INTERFACE
        $<BUILD_INTERFACE:${folder}> $<INSTALL_INTERFACE:include>)
    target_compile_definitions(takt_public INTERFACE ${TAKT_DEFINITIONS})
    target_link_libraries(takt_public INTERFACE takt_code takt_objects)
endfunction()

# takt::image: what an executable must have to be an image, beside the libraries.
function(takt_image_target)
    add_library(takt_image INTERFACE)
    add_library(takt::image ALIAS takt_image)
    set_target_properties(takt_image PROPERTIES EXPORT_NAME image)
    target_link_libraries(takt_image INTERFACE takt_code)
    target_sources(takt_image INTERFACE
        $<BUILD_INTERFACE:${TAKT_SOURCE_DIR}/images/identity.c>
        $<INSTALL_INTERFACE:share/takt/identity.c>)
    target_compile_definitions(takt_image INTERFACE TAKT_IMAGE_NAME="$<TARGET_PROPERTY:NAME>")
    if(CMAKE_CROSSCOMPILING)
        set(installed $<INSTALL_INTERFACE:$<INSTALL_PREFIX>/share/takt)
        get_filename_component(name ${TAKT_LINKER_SCRIPT} NAME)
        set(script "$<BUILD_INTERFACE:${TAKT_LINKER_SCRIPT}>${installed}/${name}>")
        set(folder "$<BUILD_INTERFACE:${TAKT_SOURCE_DIR}/port/${TAKT_PORT}>${installed}>")
        target_link_options(takt_image INTERFACE -nostdlib -static "-L${folder}" "-T${script}"
            -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments)
        set_property(TARGET takt_image PROPERTY
            INTERFACE_LINK_DEPENDS "${script}" "${folder}/sections.ld")
    endif()
endfunction()
