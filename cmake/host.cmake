# The host command `takt`, its rooms and its tests.
find_package(PkgConfig REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(PROTOBUF_C REQUIRED IMPORTED_TARGET libprotobuf-c)

set(TAKT_COMMAND_FOLDER ${CMAKE_BINARY_DIR} CACHE PATH "where the command `takt` is put")
set(TAKT_HOST_DEFINITIONS _POSIX_C_SOURCE=200809L)
set(TAKT_HOST_ROOMS command write analyze read model base)

# .proto files of a room become C in the build directory.
function(takt_host_protocol target room)
    file(GLOB protocols CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/host/${room}/*.proto)
    foreach(protocol IN LISTS protocols)
        get_filename_component(name ${protocol} NAME_WE)
        set(stem ${CMAKE_BINARY_DIR}/protocol/${name}.pb-c)
        add_custom_command(OUTPUT ${stem}.c ${stem}.h
            COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/protocol
            COMMAND protoc-c --proto_path=${CMAKE_SOURCE_DIR}/host/${room}
                --c_out=${CMAKE_BINARY_DIR}/protocol ${protocol}
            DEPENDS ${protocol} VERBATIM)
        target_sources(${target} PRIVATE ${stem}.c ${stem}.h)
        set_source_files_properties(${stem}.c PROPERTIES COMPILE_OPTIONS "-w")
        target_include_directories(${target} SYSTEM PRIVATE ${CMAKE_BINARY_DIR}/protocol)
    endforeach()
endfunction()

function(takt_host_room room)
    set(target takt_host_${room})
    if(room STREQUAL "command")
        takt_room(${target} host/${room} EXCEPT main.c DEFINE ${TAKT_HOST_DEFINITIONS})
    else()
        takt_room(${target} host/${room} DEFINE ${TAKT_HOST_DEFINITIONS})
    endif()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
        takt_host_protocol(${target} ${room})
        target_link_libraries(${target} PUBLIC PkgConfig::JANSSON PkgConfig::PROTOBUF_C m)
    endif()
endfunction()

# Link the host's rooms into a program, whatever the order in which they call each other.
function(takt_link_host program)
    list(TRANSFORM TAKT_HOST_ROOMS PREPEND takt_host_ OUTPUT_VARIABLE libraries)
    target_compile_definitions(${program} PRIVATE ${TAKT_HOST_DEFINITIONS})
    target_link_libraries(${program} PRIVATE takt_strict
        -Wl,--start-group ${libraries} takt_lib -Wl,--end-group
        PkgConfig::JANSSON PkgConfig::PROTOBUF_C m)
endfunction()

function(takt_host_command)
    if(NOT TARGET takt_lib)
        takt_room(takt_lib lib)
    endif()
    foreach(room IN LISTS TAKT_HOST_ROOMS)
        takt_host_room(${room})
    endforeach()
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/host/command/main.c)
        return()
    endif()
    room_include_path(path host/command)
    add_executable(takt ${CMAKE_SOURCE_DIR}/host/command/main.c)
    target_include_directories(takt PRIVATE ${path})
    takt_link_host(takt)
    set_target_properties(takt PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${TAKT_COMMAND_FOLDER})
endfunction()

# takt_host_program(name source...): a program that may see everything of lib, trace and host.
function(takt_host_program name)
    room_include_path(path host/command lib trace)
    add_executable(${name} ${ARGN})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/test
        ${CMAKE_SOURCE_DIR}/test/host ${path})
    takt_link_host(${name})
    target_compile_definitions(${name} PRIVATE TAKT_TEST_FOLDER="${CMAKE_SOURCE_DIR}/test"
        TAKT_COMMAND="${TAKT_COMMAND_FOLDER}/takt"
        TAKT_PROTOCOL_FOLDER="${CMAKE_SOURCE_DIR}/host/write")
endfunction()

# Tests of the host tool: everything in test/host in one program.
function(takt_host_tests)
    file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/host/*.c)
    if(tests)
        takt_host_program(test_host ${tests} ${TAKT_HOST_HARNESS})
        add_test(NAME test_host COMMAND test_host WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
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
    file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/unit/*.c)
    if(NOT tests)
        return()
    endif()
    room_include_path(path kernel/core instruments/tracer host/base)
    add_executable(test_unit ${tests} ${TAKT_HOST_HARNESS})
    target_include_directories(test_unit PRIVATE ${CMAKE_SOURCE_DIR}/test ${path})
    target_compile_definitions(test_unit PRIVATE ${TAKT_DEFINITIONS} ${TAKT_HOST_DEFINITIONS})
    target_link_libraries(test_unit PRIVATE takt_strict
        -Wl,--start-group takt_core takt_tracer takt_host_base takt_lib -Wl,--end-group)
    add_test(NAME test_unit COMMAND test_unit)
    set_tests_properties(test_unit PROPERTIES TIMEOUT 900)
endfunction()

# One program a file: what a test starts, or needs a process of its own. A program that is a test
# itself is called test_*.c; shell tests are test_*.sh and are given the build directory.
function(takt_host_test_programs)
    file(GLOB programs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/host/programs/*.c)
    foreach(program IN LISTS programs)
        get_filename_component(name ${program} NAME_WE)
        file(GLOB shared CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/host/programs/shared/*.c)
        takt_host_program(${name} ${program} ${shared})
        if(name MATCHES "^test_")
            add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
            set_tests_properties(${name} PROPERTIES TIMEOUT 900)
        endif()
    endforeach()
    file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/host/test_*.sh)
    foreach(script IN LISTS scripts)
        get_filename_component(name ${script} NAME_WE)
        add_test(NAME ${name} COMMAND bash ${script} ${CMAKE_BINARY_DIR})
        set_tests_properties(${name} PROPERTIES TIMEOUT 900)
    endforeach()
endfunction()
