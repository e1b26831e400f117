# Thread-Metric: an image of all eight tests for each way in which its figures are taken.

# takt_threadmetric_image(suffix FLAGS flag... OPTIONS TAKT_X=n...): the image threadmetric_SUFFIX;
# the kernel, the tests and all else are compiled with these.
function(takt_threadmetric_image suffix)
    cmake_parse_arguments(PARSE_ARGV 1 IMAGE "" "" "FLAGS;OPTIONS")
    set(rooms _threadmetric_${suffix})
    takt_target_rooms(${rooms} "${IMAGE_OPTIONS}")
    takt_target_parts(names folders)
    foreach(name IN LISTS names)
        get_target_property(type takt_${name}${rooms} TYPE)
        if(NOT type STREQUAL "INTERFACE_LIBRARY")
            target_compile_options(takt_${name}${rooms} PRIVATE ${IMAGE_FLAGS})
        endif()
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/bench/threadmetric/*.c)
    add_image(threadmetric_${suffix} ${rooms} SOURCES ${sources} ROOMS bench/threadmetric
        INSTRUMENTS threadmetric OPTIONS ${IMAGE_OPTIONS})
endfunction()

# Bare is the kernel without what can be left out, as its peers were measured; full is as images
# have it.
function(takt_bench_threadmetric)
    set(bare TAKT_CHECK=0 TAKT_TRACE=0 TAKT_STATISTICS=0 TAKT_ROUND_ROBIN=0 TAKT_STACK_GUARD=0)
    takt_threadmetric_image(bare OPTIONS ${bare} TAKT_TICK_HZ=100)
    takt_threadmetric_image(bare_1ms OPTIONS ${bare} TAKT_TICK_HZ=1000)
    takt_threadmetric_image(bare_small FLAGS -Os OPTIONS ${bare} TAKT_TICK_HZ=100)
    takt_threadmetric_image(full OPTIONS TAKT_TICK_HZ=100)
endfunction()

# Every test passes, and the results that are kept are those of this build.
function(takt_threadmetric_test)
    add_test(NAME test_threadmetric COMMAND ${TAKT_SOURCE_DIR}/test/threadmetric/check.sh
        ${TAKT_BINARY_DIR} ${CMAKE_C_COMPILER})
    set_tests_properties(test_threadmetric PROPERTIES TIMEOUT 300)
endfunction()

# The instrument on any port, and what it says of a kernel that does wrong: calls that it makes go
# through functions of the test.
function(takt_threadmetric_checks)
    set(source ${TAKT_SOURCE_DIR}/test)
    file(GLOB tests CONFIGURE_DEPENDS ${source}/threadmetric/*.c)
    add_image(test_threadmetric_checks "" SOURCES ${tests} ${source}/harness.c ${source}/board_main.c
        ROOMS instruments/threadmetric port/${TAKT_PORT} INSTRUMENTS threadmetric
        OPTIONS TESTS_STACK_BYTES=2048)
    target_include_directories(test_threadmetric_checks PRIVATE ${source})
    foreach(call IN ITEMS yield thread_resume thread_suspend irq_raise semaphore_take semaphore_give
            queue_send queue_receive pool_take pool_give counter)
        target_link_options(test_threadmetric_checks PRIVATE -Wl,--wrap=takt_${call})
    endforeach()
    takt_image_test(test_threadmetric_checks test_threadmetric_checks)
    takt_threadmetric_port_tests()
endfunction()

# Programs as the original suite's are, linked with what those are linked with.
function(takt_threadmetric_port_tests)
    takt_threadmetric_program(test_threadmetric_port_calls calls.c)
    takt_threadmetric_program(test_threadmetric_port_interrupt interrupt.c)
    takt_threadmetric_program(test_threadmetric_port_preemption preemption.c)
    set(toolchain "")
    if(CMAKE_CROSSCOMPILING)
        set(toolchain ${CMAKE_TOOLCHAIN_FILE})
    endif()
    add_test(NAME test_threadmetric_project COMMAND
        ${TAKT_SOURCE_DIR}/test/threadmetric/project/check.sh
        ${TAKT_BINARY_DIR} ${TAKT_BOARD} ${toolchain})
    set_tests_properties(test_threadmetric_project PROPERTIES TIMEOUT 600)
endfunction()

function(takt_threadmetric_program name)
    set(source ${TAKT_SOURCE_DIR}/test)
    list(TRANSFORM ARGN PREPEND ${source}/threadmetric/port/)
    add_image(${name} "" SOURCES ${ARGN} ${source}/threadmetric/port/program.c ${source}/harness.c
        ROOMS instruments/threadmetric/port INSTRUMENTS threadmetric_port)
    target_include_directories(${name} PRIVATE ${source})
    takt_image_test(${name} ${name})
endfunction()
