# What every translation unit is compiled with. `takt_strict` is linked by all of our targets.
add_library(takt_strict INTERFACE)

set(warnings
    -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wmissing-prototypes -Wmissing-declarations -Wold-style-definition -Wredundant-decls
    -Wnested-externs -Wundef -Wcast-qual -Wpointer-arith -Wwrite-strings -Wformat=2 -Wvla
    -Wswitch-enum -Wdouble-promotion -Wnull-dereference)
set(warnings_gcc
    -Walloca -Wcast-align=strict -Wimplicit-fallthrough=5 -Wduplicated-cond -Wduplicated-branches
    -Wlogical-op -Wjump-misses-init)

target_compile_options(takt_strict INTERFACE
    "$<$<COMPILE_LANGUAGE:C>:${warnings}>"
    "$<$<COMPILE_LANG_AND_ID:C,GNU>:${warnings_gcc}>"
    "-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=")

if(CMAKE_CROSSCOMPILING)
    target_compile_options(takt_strict INTERFACE
        "$<$<COMPILE_LANGUAGE:C>:-ffreestanding;-fno-common;-fstack-usage>"
        -ffunction-sections -fdata-sections)
endif()

if(TAKT_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(takt_strict INTERFACE ${sanitizers})
    target_link_options(takt_strict INTERFACE ${sanitizers})
endif()
