# How our code is compiled. `takt_code` holds what all code that is linked together must agree on,
# a user's too: the processor and the sanitizers. `takt_strict` adds our warnings; all of our
# targets link it, and nobody else's.
add_library(takt_code INTERFACE)
set_target_properties(takt_code PROPERTIES EXPORT_NAME code)
add_library(takt_strict INTERFACE)
target_link_libraries(takt_strict INTERFACE takt_code)

set(warnings
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wmissing-prototypes -Wmissing-declarations -Wold-style-definition -Wredundant-decls
    -Wnested-externs -Wundef -Wcast-qual -Wpointer-arith -Wwrite-strings -Wformat=2 -Wvla
    -Wswitch-enum -Wdouble-promotion -Wnull-dereference)
set(warnings_gcc
    -Walloca -Wcast-align=strict -Wimplicit-fallthrough=5 -Wduplicated-cond -Wduplicated-branches
    -Wlogical-op -Wjump-misses-init)

# A compiler that warns of more than ours must not stop another project's build.
if(PROJECT_IS_TOP_LEVEL)
    list(APPEND warnings -Werror)
endif()

target_compile_options(takt_strict INTERFACE
    "$<$<COMPILE_LANGUAGE:C>:${warnings}>"
    "$<$<COMPILE_LANG_AND_ID:C,GNU>:${warnings_gcc}>"
    "-fmacro-prefix-map=${TAKT_SOURCE_DIR}/=")

if(CMAKE_CROSSCOMPILING)
    target_compile_options(takt_strict INTERFACE
        "$<$<COMPILE_LANGUAGE:C>:-ffreestanding;-fno-common;-fstack-usage>"
        -ffunction-sections -fdata-sections)
endif()

if(TAKT_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(takt_code INTERFACE ${sanitizers})
    target_link_options(takt_code INTERFACE ${sanitizers})
endif()
