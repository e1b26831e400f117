# The image `spin_programs`: random programs, told for the model of test/spin. On the host only,
# where time is virtual.

function(takt_spin_programs)
    set(source ${TAKT_SOURCE_DIR}/test)
    takt_test_image(spin_programs "" STACK 8192 SOURCES ${source}/spin/programs.c
        ${source}/kernel/kernel_test.c ${source}/kernel/actor_orders.c
        ${source}/kernel/test_objects.c)
    target_include_directories(spin_programs PRIVATE ${source}/kernel)
endfunction()
