# The image `model`: random programs, side by side with a reference of the whole kernel. On the host
# only, where time is virtual and each program can have a process of its own.

function(takt_model_tests)
    file(GLOB sources CONFIGURE_DEPENDS ${TAKT_SOURCE_DIR}/test/model/*.c)
    set(source ${TAKT_SOURCE_DIR}/test)
    add_image(model "" ROOMS kernel/core kernel/objects port/${TAKT_PORT}
        SOURCES ${sources} ${source}/kernel/kernel_model.c)
    target_include_directories(model PRIVATE ${source} ${source}/kernel)
    target_compile_definitions(model PRIVATE _POSIX_C_SOURCE=200809L)
    add_test(NAME test_model COMMAND
        ${source}/model/seeds.sh $<TARGET_FILE:model> ${TAKT_BINARY_DIR}/programs 1 4000)
    set_tests_properties(test_model PROPERTIES TIMEOUT 300)
endfunction()
