# What the shell's `version` tells of the build itself: the commit, and how far it is optimized.

set(TAKT_COMMIT "" CACHE STRING "the commit that images tell of; empty: as git says when they are built")

# The C file commit.c of the build, as of each build; cmake/commit.cmake says when it changes.
function(takt_commit_target)
    set(script ${TAKT_SOURCE_DIR}/cmake/commit.cmake)
    set(file ${TAKT_BINARY_DIR}/commit.c)
    add_custom_target(takt_commit BYPRODUCTS ${file}
        COMMAND ${CMAKE_COMMAND} -DSOURCE=${TAKT_SOURCE_DIR} -DFILE=${file} -DGIVEN=${TAKT_COMMIT}
            -P ${script}
        COMMENT "" VERBATIM)
endfunction()

# The last -O of flags, which counts; -O0 without one.
function(takt_last_optimization result)
    string(REGEX MATCHALL "-O[0-9a-z]*" found "-O0 ${ARGN}")
    list(POP_BACK found last)
    set(${result} ${last} PARENT_SCOPE)
endfunction()

# What the target is compiled with, as TAKT_OPTIMIZATION.
function(takt_define_optimization target)
    get_directory_property(common COMPILE_OPTIONS)
    foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES ITEMS "${CMAKE_BUILD_TYPE}")
        string(TOUPPER "${configuration}" upper)
        takt_last_optimization(last ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${upper}} ${common})
        target_compile_definitions(${target} PRIVATE
            $<$<CONFIG:${configuration}>:TAKT_OPTIMIZATION="${last}">)
    endforeach()
endfunction()
