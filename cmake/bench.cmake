# What ./run bench runs: images that measure, for boards that QEMU counts instructions of.
include(threadmetric)

function(takt_bench)
    takt_target_rooms(_measure TAKT_MEASURE=1)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/trace_cost/*.c)
    add_image(trace_cost "" SOURCES ${sources} INSTRUMENTS tracer ROOMS bench/trace_cost)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/masked/*.c)
    add_image(masked "_measure" SOURCES ${sources} INSTRUMENTS tracer ROOMS bench/masked
        OPTIONS TAKT_MEASURE=1)
    takt_bench_primitives()
    takt_bench_threadmetric()
    takt_figures_tests()
endfunction()

# How long CPUs hold the kernel's lock, and wait for it.
function(takt_bench_locks)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/locks/*.c
        ${CMAKE_SOURCE_DIR}/bench/masked/*.c)
    list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/bench/masked/main.c)
    foreach(cpus 2 4)
        add_image(locks_cpus${cpus} _cpus${cpus} SOURCES ${sources} INSTRUMENTS tracer
            ROOMS bench/locks OPTIONS TAKT_CPUS=${cpus})
    endforeach()
    add_test(NAME test_locks COMMAND ${CMAKE_SOURCE_DIR}/test/limits/locks.sh
        ${CMAKE_BINARY_DIR} ${CMAKE_C_COMPILER})
    set_tests_properties(test_locks PROPERTIES TIMEOUT 300)
endfunction()

# The page of limits, and what is kept of Thread-Metric, is what the images measure, on the board and
# with the settings that they name.
function(takt_figures_tests)
    if(NOT "${TAKT_BOARD} ${TAKT_CHECK} ${TAKT_TRACE}" STREQUAL "mps2_an385 1 1")
        return()
    endif()
    add_test(NAME test_limits COMMAND ${CMAKE_SOURCE_DIR}/test/limits/check.sh
        ${CMAKE_BINARY_DIR} ${CMAKE_C_COMPILER})
    set_tests_properties(test_limits PROPERTIES TIMEOUT 300)
    takt_threadmetric_test()
endfunction()

# The calls' costs twice: as small as the kernel can be, and as images have it; and each of them
# also with a tick.
function(takt_bench_primitives)
    set(bare TAKT_CHECK=0 TAKT_TRACE=0 TAKT_STATISTICS=0 TAKT_ROUND_ROBIN=0 TAKT_STACK_GUARD=0)
    takt_bench_primitives_image(primitives "")
    takt_bench_primitives_image(primitives_tick _bench_tick TAKT_TICK_HZ=1000)
    takt_bench_primitives_image(primitives_bare _bare ${bare})
    takt_bench_primitives_image(primitives_bare_tick _bare_tick ${bare} TAKT_TICK_HZ=1000)
    takt_bench_primitives_moved(${bare})
endfunction()

# The bare one, all of whose code lies elsewhere.
function(takt_bench_primitives_moved)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/primitives/*.c)
    add_image(primitives_bare_moved _bare SOURCES ${CMAKE_SOURCE_DIR}/test/limits/padding.c ${sources}
        ROOMS bench/primitives OPTIONS ${ARGN})
    target_link_options(primitives_bare_moved PRIVATE -Wl,--undefined=padding)
endfunction()

# takt_bench_primitives_image(name suffix TAKT_X=n...): rooms of its own if it has options.
function(takt_bench_primitives_image name suffix)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/primitives/*.c)
    if(suffix)
        takt_target_rooms(${suffix} "${ARGN}")
    endif()
    add_image(${name} "${suffix}" SOURCES ${sources} ROOMS bench/primitives OPTIONS ${ARGN})
endfunction()
