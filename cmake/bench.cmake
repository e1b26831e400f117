# What ./run bench runs: images that measure, for boards that QEMU counts instructions of.
function(takt_bench)
    takt_target_rooms(_measure TAKT_MEASURE=1)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/trace_cost/*.c)
    add_image(trace_cost "" SOURCES ${sources} INSTRUMENTS tracer ROOMS bench/trace_cost)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/masked/*.c)
    add_image(masked "_measure" SOURCES ${sources} INSTRUMENTS tracer ROOMS bench/masked
        OPTIONS TAKT_MEASURE=1)
    takt_bench_primitives()
endfunction()

# The calls' costs twice: as small as the kernel can be, and as images have it.
function(takt_bench_primitives)
    set(bare TAKT_CHECK=0 TAKT_TRACE=0 TAKT_STATISTICS=0 TAKT_ROUND_ROBIN=0 TAKT_STACK_GUARD=0)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/primitives/*.c)
    takt_target_rooms(_bare "${bare}")
    add_image(primitives_bare "_bare" SOURCES ${sources} ROOMS bench/primitives OPTIONS ${bare})
    add_image(primitives "" SOURCES ${sources} ROOMS bench/primitives)
endfunction()
