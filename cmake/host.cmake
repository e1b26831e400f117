# The host command `takt`, its rooms and its tests.
find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)

set(TAKT_COMMAND_FOLDER ${TAKT_BINARY_DIR} CACHE PATH "where the command `takt` is put")
set(TAKT_HOST_DEFINITIONS _POSIX_C_SOURCE=200809L)
set(TAKT_HOST_ROOMS command run write analyze read model base)

# The boards as `takt run` knows them: a row of C for each board.cmake.
function(takt_host_boards result)
    file(GLOB boards CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/board/*/board.cmake)
    set(rows "")
    foreach(board IN LISTS boards)
        unset(TAKT_QEMU_MACHINE)
        unset(TAKT_QEMU_CPUS)
        unset(TAKT_QEMU_SHIFT)
        include(${board})
        get_filename_component(name ${board} DIRECTORY)
        get_filename_component(name ${name} NAME)
        set(machine NULL)
        set(process false)
        if(TAKT_QEMU_MACHINE)
            set(machine "\"${TAKT_QEMU_MACHINE}\"")
        elseif(TAKT_PORT STREQUAL "host")
            set(process true)
        endif()
        string(APPEND rows "    { \"${name}\", ${machine}, ${process} },\n")
    endforeach()
    set(file ${TAKT_BINARY_DIR}/generated/run_boards.c)
    file(CONFIGURE OUTPUT ${file} CONTENT "/* Made by cmake/host.cmake out of the board.cmake of each board. */
#include \"boards.h\"

const struct run_board run_boards[] = {
${rows}};
const size_t run_board_count = sizeof run_boards / sizeof run_boards[0];
")
    set_property(DIRECTORY ${TAKT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${boards})
    set(${result} ${file} PARENT_SCOPE)
endfunction()

function(takt_host_room room)
    set(target takt_host_${room})
    set(with_run "")
    if(room STREQUAL "run")
        takt_host_boards(with_run)
    endif()
    set(except_command main.c)
    takt_room(${target} host/${room} EXCEPT ${except_${room}} WITH ${with_${room}}
        DEFINE ${TAKT_HOST_DEFINITIONS})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
        target_link_libraries(${target} PUBLIC PkgConfig::JANSSON m)
    endif()
endfunction()

# Link the host's rooms into a program, whatever the order in which they call each other.
function(takt_link_host program)
    list(TRANSFORM TAKT_HOST_ROOMS PREPEND takt_host_ OUTPUT_VARIABLE libraries)
    target_compile_definitions(${program} PRIVATE ${TAKT_HOST_DEFINITIONS})
    target_link_libraries(${program} PRIVATE takt_strict
        -Wl,--start-group ${libraries} takt_lib -Wl,--end-group
        PkgConfig::JANSSON m)
endfunction()

function(takt_host_command)
    if(NOT TARGET takt_lib)
        takt_room(takt_lib lib)
    endif()
    foreach(room IN LISTS TAKT_HOST_ROOMS)
        takt_host_room(${room})
    endforeach()
    if(NOT EXISTS ${TAKT_SOURCE_DIR}/host/command/main.c)
        return()
    endif()
    room_include_path(path host/command)
    add_executable(takt ${TAKT_SOURCE_DIR}/host/command/main.c)
    target_include_directories(takt PRIVATE ${path})
    takt_link_host(takt)
    set_target_properties(takt PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${TAKT_COMMAND_FOLDER})
endfunction()

# takt_host_program(name source...): a program that may see everything of lib, trace and host.
function(takt_host_program name)
    room_include_path(path host/command lib trace)
    add_executable(${name} ${ARGN})
    target_include_directories(${name} PRIVATE ${TAKT_SOURCE_DIR}/test
        ${TAKT_SOURCE_DIR}/test/host ${path})
    takt_link_host(${name})
    target_compile_definitions(${name} PRIVATE TAKT_TEST_FOLDER="${TAKT_SOURCE_DIR}/test"
        TAKT_COMMAND="${TAKT_COMMAND_FOLDER}/takt")
endfunction()

# Tests of the host tool: everything in test/host in one program.
function(takt_host_tests)
    file(GLOB tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/host/*.c)
    if(tests)
        takt_host_program(test_host ${tests} ${TAKT_HOST_HARNESS})
        add_test(NAME test_host COMMAND test_host WORKING_DIRECTORY ${TAKT_BINARY_DIR})
        set_tests_properties(test_host PROPERTIES TIMEOUT 900)
        if(TARGET takt)
            add_dependencies(test_host takt)
        endif()
    endif()
    takt_unit_tests()
    takt_host_test_programs()
endfunction()

# Pure modules of the target, as they lie in its libraries, and of host/base.
function(takt_unit_tests)
    file(GLOB tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/unit/*.c)
    if(NOT tests)
        return()
    endif()
    room_include_path(path kernel/core instruments/tracer instruments/shell host/base)
    add_executable(test_unit ${tests} ${TAKT_HOST_HARNESS})
    target_include_directories(test_unit PRIVATE ${TAKT_SOURCE_DIR}/test ${path})
    target_compile_definitions(test_unit PRIVATE ${TAKT_DEFINITIONS} ${TAKT_HOST_DEFINITIONS})
    target_link_libraries(test_unit PRIVATE takt_strict
        -Wl,--start-group takt_core takt_tracer takt_shell takt_host_base takt_lib -Wl,--end-group)
    add_test(NAME test_unit COMMAND test_unit)
    set_tests_properties(test_unit PROPERTIES TIMEOUT 900)
endfunction()

# One program a file: what a test starts, or needs a process of its own. A program that is a test
# itself is called test_*.c; shell tests are test_*.sh and are given the build directory.
function(takt_host_test_programs)
    file(GLOB programs CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/host/programs/*.c)
    foreach(program IN LISTS programs)
        get_filename_component(name ${program} NAME_WE)
        file(GLOB shared CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/host/programs/shared/*.c)
        takt_host_program(${name} ${program} ${shared})
        if(name MATCHES "^test_")
            add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${TAKT_BINARY_DIR})
            set_tests_properties(${name} PROPERTIES TIMEOUT 900)
        endif()
    endforeach()
    file(GLOB scripts CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/host/test_*.sh)
    foreach(script IN LISTS scripts)
        get_filename_component(name ${script} NAME_WE)
        add_test(NAME ${name} COMMAND bash ${script} ${TAKT_BINARY_DIR})
        set_tests_properties(${name} PROPERTIES TIMEOUT 900)
    endforeach()
endfunction()
