# Test programs and how ctest runs them. Every program ends with "N passed, N failed".

set(TAKT_HOST_HARNESS ${CMAKE_SOURCE_DIR}/test/harness.c ${CMAKE_SOURCE_DIR}/test/host_print.c
    ${CMAKE_SOURCE_DIR}/test/host_main.c)

# Tests of the kernel and of the port: one image, the same source on every board.
function(takt_kernel_tests)
    set(source ${CMAKE_SOURCE_DIR}/test)
    file(GLOB tests CONFIGURE_DEPENDS ${source}/kernel/*.c ${source}/port/*.c)
    if(NOT tests)
        return()
    endif()
    add_image(test_kernel "" SOURCES ${tests} ${source}/harness.c INSTRUMENTS tracer
        ROOMS kernel/core kernel/objects port/${TAKT_PORT} instruments/tracer)
    target_include_directories(test_kernel PRIVATE ${source} ${source}/kernel)
    takt_image_test(test_kernel test_kernel)
endfunction()

# What the kernel says when a contract is broken, for every contract.
function(takt_misuse_tests)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/misuse/*.c)
    add_image(misuse "" SOURCES ${sources} INSTRUMENTS tracer
        ROOMS port/${TAKT_PORT} instruments/tracer)
    if(CMAKE_CROSSCOMPILING)
        set(runner 1 ${CMAKE_SOURCE_DIR}/tools/qemu ${TAKT_BOARD})
    else()
        set(runner 0)
    endif()
    add_test(NAME test_misuse COMMAND
        ${CMAKE_SOURCE_DIR}/test/misuse/check.sh ${runner} $<TARGET_FILE:misuse>)
    set_tests_properties(test_misuse PROPERTIES TIMEOUT 300)
endfunction()

# Traces made on purpose, read back with babeltrace2.
function(takt_tracer_tests)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/test/tracer/*.c)
    add_image(traces "" SOURCES ${sources} INSTRUMENTS tracer
        ROOMS port/${TAKT_PORT} instruments/tracer)
    target_include_directories(traces PRIVATE ${CMAKE_SOURCE_DIR}/test)
    set(runner "")
    if(CMAKE_CROSSCOMPILING)
        set(runner ${CMAKE_SOURCE_DIR}/tools/qemu ${TAKT_BOARD})
    endif()
    add_test(NAME test_tracer COMMAND ${CMAKE_SOURCE_DIR}/test/tracer/check.sh
        ${CMAKE_BINARY_DIR} ${runner})
    set_tests_properties(test_tracer PROPERTIES TIMEOUT 300)
endfunction()

# takt_image_test(name image [argument...]): run an image, in QEMU where it cannot run here.
function(takt_image_test name image)
    if(CMAKE_CROSSCOMPILING)
        add_test(NAME ${name} COMMAND
            ${CMAKE_SOURCE_DIR}/tools/qemu ${TAKT_BOARD} $<TARGET_FILE:${image}> ${ARGN})
    else()
        add_test(NAME ${name} COMMAND ${image} ${ARGN})
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT 180)
endfunction()

# The checks must be able to fail: each is fed an example that it has to refuse.
function(takt_tool_tests)
    add_test(NAME test_checks COMMAND ${CMAKE_SOURCE_DIR}/tools/test_checks)
    set_tests_properties(test_checks PROPERTIES TIMEOUT 300)
endfunction()
