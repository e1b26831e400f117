# Test programs and how ctest runs them. Every program ends with "N passed, N failed".

set(TAKT_HOST_HARNESS ${TAKT_SOURCE_DIR}/test/harness.c ${TAKT_SOURCE_DIR}/test/host_print.c
    ${TAKT_SOURCE_DIR}/test/host_main.c)

# Tests of the kernel: one image, the same source on every board.
function(takt_kernel_tests)
    file(GLOB tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/kernel/*.c)
    takt_test_image(test_kernel "" SOURCES ${tests} STACK 8192)
    takt_image_test(test_kernel test_kernel)
    if(CMAKE_CROSSCOMPILING AND TAKT_QEMU_MACHINE)
        takt_image_test(test_kernel_clock test_kernel clock_words far)
        # Sixteen times as fast as tools/qemu would have it.
        set(shift 10)
        if(TAKT_QEMU_SHIFT)
            math(EXPR shift "${TAKT_QEMU_SHIFT} + 4")
        endif()
        set_tests_properties(test_kernel_clock PROPERTIES ENVIRONMENT TAKT_ICOUNT_SHIFT=${shift})
    endif()
endfunction()

# The kernel on several CPUs, where the board has them: what is new there, and all that holds of one.
function(takt_smp_tests)
    file(GLOB tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/kernel/*.c)
    file(GLOB smp_tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/smp/*.c)
    foreach(cpus IN LISTS TAKT_BOARD_CPUS)
        set(options TAKT_CPUS=${cpus})
        takt_target_rooms(_cpus${cpus} ${options})
        takt_test_image(test_kernel_cpus${cpus} _cpus${cpus} SOURCES ${tests} STACK 8192
            OPTIONS ${options})
        takt_image_test(test_kernel_cpus${cpus} test_kernel_cpus${cpus})
        takt_test_image(test_smp_cpus${cpus} _cpus${cpus} SOURCES ${smp_tests} STACK 8192
            OPTIONS ${options})
        target_include_directories(test_smp_cpus${cpus} PRIVATE ${TAKT_SOURCE_DIR}/test/smp)
        takt_image_test(test_smp_cpus${cpus} test_smp_cpus${cpus})
        takt_several_test(${cpus} ${options})
        if(EXISTS ${TAKT_SOURCE_DIR}/test/faults/${TAKT_PORT}/faults_cpus${cpus}.txt)
            takt_fault_image(faults_cpus${cpus} _cpus${cpus} ${options})
        endif()
    endforeach()
endfunction()

# The port's conformance on several CPUs: all that holds of one, and what is new.
function(takt_several_test cpus options)
    file(GLOB tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/port/*.c
        ${TAKT_SOURCE_DIR}/test/port/several/*.c)
    takt_test_image(test_port_cpus${cpus} _cpus${cpus} SOURCES ${tests} STACK 2048 OPTIONS ${options})
    target_include_directories(test_port_cpus${cpus} PRIVATE ${TAKT_SOURCE_DIR}/test/port)
    takt_image_test(test_port_cpus${cpus} test_port_cpus${cpus})
endfunction()

# The port's conformance: an image that fits into 8 KB of memory.
function(takt_port_tests)
    file(GLOB tests CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/port/*.c)
    takt_test_image(test_port "" SOURCES ${tests} STACK 1536)
    takt_image_test(test_port test_port)
    if(CMAKE_CROSSCOMPILING)
        takt_order_test()
    endif()
    if(CMAKE_CROSSCOMPILING AND TAKT_QEMU_MACHINE)
        add_test(NAME test_port_alone COMMAND ${TAKT_SOURCE_DIR}/test/port/alone/check.sh ${TAKT_BOARD}
            $<TARGET_FILE:test_port>)
    endif()
    if(TAKT_PORT STREQUAL "armv7m" AND NOT TAKT_BOARD_DEFINITIONS MATCHES "TAKT_TICK_HZ")
        takt_target_rooms(_tick TAKT_TICK_HZ=1000)
        takt_test_image(test_port_tick _tick SOURCES ${tests} STACK 1536 OPTIONS TAKT_TICK_HZ=1000)
        takt_image_test(test_port_tick test_port_tick)
    endif()
endfunction()

# takt_test_image(name suffix SOURCES file... STACK bytes [OPTIONS TAKT_X=n...]): an image whose thread, with a stack
# of that size, runs the tests of the sources.
function(takt_test_image name suffix)
    cmake_parse_arguments(PARSE_ARGV 2 IMAGE "" "STACK" "SOURCES;OPTIONS")
    set(source ${TAKT_SOURCE_DIR}/test)
    add_image(${name} "${suffix}" ROOMS kernel/core kernel/objects port/${TAKT_PORT}
        SOURCES ${IMAGE_SOURCES} ${source}/harness.c ${source}/board_main.c
        OPTIONS TESTS_STACK_BYTES=${IMAGE_STACK} ${IMAGE_OPTIONS})
    target_include_directories(${name} PRIVATE ${source})
endfunction()

# Stores stay in their critical sections, as the machine's instructions show.
function(takt_order_test)
    room_include_path(path port/${TAKT_PORT})
    list(TRANSFORM path PREPEND -I)
    takt_definitions(definitions "")
    list(TRANSFORM definitions PREPEND -D)
    add_test(NAME test_order COMMAND ${TAKT_SOURCE_DIR}/test/port/order/check.sh ${TAKT_PORT}
        ${CMAKE_C_COMPILER} ${TAKT_CPU_FLAGS} ${path} ${definitions})
endfunction()

# What the kernel says when a contract is broken, for every contract.
function(takt_misuse_tests)
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/misuse/*.c)
    add_image(misuse "" SOURCES ${sources} INSTRUMENTS tracer
        ROOMS port/${TAKT_PORT} instruments/tracer)
    if(CMAKE_CROSSCOMPILING)
        set(runner ${TAKT_SOURCE_DIR}/tools/qemu ${TAKT_BOARD})
    else()
        set(runner "")
    endif()
    add_test(NAME test_misuse COMMAND
        ${TAKT_SOURCE_DIR}/test/misuse/check.sh ${runner} $<TARGET_FILE:misuse>)
    set_tests_properties(test_misuse PROPERTIES TIMEOUT 300)
endfunction()

# What is said when the processor refuses something, or a stack was too small. Where there is a
# guard the image is also built without one, to show what the canary alone can do.
function(takt_fault_tests)
    takt_fault_image(faults "")
    if(TAKT_DEFINITIONS MATCHES "TAKT_STACK_GUARD")
        takt_target_rooms(_unguarded TAKT_STACK_GUARD=0)
        takt_fault_image(faults_unguarded _unguarded TAKT_STACK_GUARD=0)
    endif()
endfunction()

function(takt_fault_image name suffix)
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/faults/*.c
        ${TAKT_SOURCE_DIR}/test/faults/${TAKT_PORT}/*.c)
    add_image(${name} "${suffix}" SOURCES ${sources} ${TAKT_SOURCE_DIR}/test/misuse/main.c
        ROOMS port/${TAKT_PORT} OPTIONS ${ARGN})
    target_include_directories(${name} PRIVATE ${TAKT_SOURCE_DIR}/test/faults
        ${TAKT_SOURCE_DIR}/test/misuse)
    target_link_options(${name} PRIVATE -Wl,--wrap=port_halt -Wl,--wrap=fault_stop)
    set(runner "")
    if(CMAKE_CROSSCOMPILING)
        set(runner ${TAKT_SOURCE_DIR}/tools/qemu ${TAKT_BOARD})
    endif()
    add_test(NAME test_${name} COMMAND ${TAKT_SOURCE_DIR}/test/faults/check.sh
        ${TAKT_SOURCE_DIR}/test/faults/${TAKT_PORT}/${name}.txt $<TARGET_FILE:${name}> ${runner})
    set_tests_properties(test_${name} PROPERTIES TIMEOUT 600)
endfunction()

# Sessions with the images that have a shell.
function(takt_shell_tests)
    takt_shell_test(test_shell check shell)
    takt_shell_test(test_shell_latency latency shell)
    takt_shell_test(test_shell_loop loop loop)
    if(TAKT_BOARD_CPUS)
        takt_shell_test(test_shell_isolation isolation isolation)
    endif()
endfunction()

function(takt_shell_test name script image)
    set(runner "")
    if(CMAKE_CROSSCOMPILING)
        set(runner ${TAKT_SOURCE_DIR}/tools/qemu ${TAKT_BOARD})
    endif()
    add_test(NAME ${name} COMMAND
        ${TAKT_SOURCE_DIR}/test/shell/${script}.sh ${runner} $<TARGET_FILE:${image}>)
    set_tests_properties(${name} PROPERTIES TIMEOUT 300)
endfunction()

# `takt run`, with the image of all instruments and one that misbehaves. A build for another processor
# has no command: the test makes one.
function(takt_run_tests)
    add_image(mumble "" SOURCES ${TAKT_SOURCE_DIR}/test/run/main.c)
    set(command "")
    if(NOT CMAKE_CROSSCOMPILING)
        set(command $<TARGET_FILE:takt>)
    endif()
    add_test(NAME test_run COMMAND ${TAKT_SOURCE_DIR}/test/run/check.sh
        ${TAKT_BINARY_DIR} ${TAKT_BOARD} ${command})
    set_tests_properties(test_run PROPERTIES TIMEOUT 600)
endfunction()

# Traces made on purpose, read back with babeltrace2.
function(takt_tracer_tests)
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/tracer/*.c)
    add_image(traces "" SOURCES ${sources} INSTRUMENTS tracer
        ROOMS port/${TAKT_PORT} instruments/tracer)
    target_include_directories(traces PRIVATE ${TAKT_SOURCE_DIR}/test)
    set(runner "")
    if(CMAKE_CROSSCOMPILING)
        set(runner ${TAKT_SOURCE_DIR}/tools/qemu ${TAKT_BOARD})
    endif()
    add_test(NAME test_tracer COMMAND ${TAKT_SOURCE_DIR}/test/tracer/check.sh
        ${TAKT_BINARY_DIR} ${runner})
    set_tests_properties(test_tracer PROPERTIES TIMEOUT 300)
    if(2 IN_LIST TAKT_BOARD_CPUS)
        add_image(traces_cpus2 _cpus2 SOURCES ${TAKT_SOURCE_DIR}/test/tracer/cpus/main.c INSTRUMENTS tracer
            OPTIONS TAKT_CPUS=2)
        add_test(NAME test_tracer_cpus COMMAND ${TAKT_SOURCE_DIR}/test/tracer/cpus/check.sh
            ${TAKT_BINARY_DIR} ${runner})
        set_tests_properties(test_tracer_cpus PROPERTIES TIMEOUT 300)
    endif()
endfunction()

# takt_image_test(name image [argument...]): run an image, in QEMU where it cannot run here; one
# for a board that is no machine of QEMU's is only built.
function(takt_image_test name image)
    if(CMAKE_CROSSCOMPILING AND NOT TAKT_QEMU_MACHINE)
        return()
    elseif(CMAKE_CROSSCOMPILING)
        add_test(NAME ${name} COMMAND
            ${TAKT_SOURCE_DIR}/tools/qemu ${TAKT_BOARD} $<TARGET_FILE:${image}> ${ARGN})
    else()
        add_test(NAME ${name} COMMAND ${image} ${ARGN})
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT 180)
endfunction()

# The checks must be able to fail: each is fed an example that it has to refuse.
function(takt_tool_tests)
    add_test(NAME test_checks COMMAND ${TAKT_SOURCE_DIR}/tools/test_checks)
    set_tests_properties(test_checks PROPERTIES TIMEOUT 300)
    add_test(NAME test_commit COMMAND ${TAKT_SOURCE_DIR}/test/commit/check.sh)
endfunction()

# Another project uses Takt, as a subdirectory and as this build installs it.
function(takt_package_tests)
    set(toolchain "")
    if(CMAKE_CROSSCOMPILING)
        set(toolchain ${CMAKE_TOOLCHAIN_FILE})
    endif()
    add_test(NAME test_package COMMAND ${TAKT_SOURCE_DIR}/test/package/check.sh
        ${TAKT_BINARY_DIR} ${TAKT_BOARD} ${toolchain})
    set_tests_properties(test_package PROPERTIES TIMEOUT 600)
endfunction()

# The debugger, on an image in which threads hold each other up.
function(takt_gdb_tests)
    add_image(held_up "" SOURCES ${TAKT_SOURCE_DIR}/test/gdb/main.c)
    # Each function has its place in a backtrace.
    target_compile_options(held_up PRIVATE -fno-optimize-sibling-calls)
    add_test(NAME test_gdb COMMAND ${TAKT_SOURCE_DIR}/test/gdb/check.sh
        ${TAKT_BOARD} $<TARGET_FILE:held_up>)
    set_tests_properties(test_gdb PROPERTIES TIMEOUT 300)
endfunction()
