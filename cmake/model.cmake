# The image `model`: random programs, side by side with a reference of the whole kernel. On the host
# only, where time is virtual and each program can have a process of its own.

function(takt_model_tests)
    takt_model_test(model "" 1 4000)
    takt_model_test(model_cpus2 _cpus2 1 500 TAKT_CPUS=2)
endfunction()

# takt_model_test(name suffix first count [TAKT_X=n...]): the image, and so many programs of it.
function(takt_model_test name suffix first count)
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/model/*.c)
    set(source ${TAKT_SOURCE_DIR}/test)
    add_image(${name} "${suffix}" ROOMS kernel/core kernel/objects port/${TAKT_PORT}
        SOURCES ${sources} ${source}/kernel/kernel_model.c OPTIONS ${ARGN})
    target_include_directories(${name} PRIVATE ${source} ${source}/kernel)
    target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
    add_test(NAME test_${name} COMMAND ${source}/model/seeds.sh $<TARGET_FILE:${name}>
        ${TAKT_BINARY_DIR}/programs_${name} ${first} ${count})
    set_tests_properties(test_${name} PROPERTIES TIMEOUT 300)
endfunction()
