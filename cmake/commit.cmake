# cmake -DSOURCE=folder -DFILE=file [-DGIVEN=name] -P commit.cmake: write a C file that says which
# commit of Takt is in `folder`, with a "+" if anything there is otherwise; or the name that is given.
# "unknown" where the folder is no working tree of git's own: it may lie in another's. The file is
# touched only if what it says has changed, so that nothing else is built anew.
cmake_minimum_required(VERSION 3.25)

function(git result)
    execute_process(COMMAND git -C ${SOURCE} ${ARGN}
        OUTPUT_VARIABLE said RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
        set(said "none")
    endif()
    set(${result} "${said}" PARENT_SCOPE)
endfunction()

# Always as many digits, since how many git finds enough depends on what else it holds.
function(find_commit result)
    set(${result} unknown PARENT_SCOPE)
    git(outer rev-parse --show-prefix)
    git(commit rev-parse --short=12 HEAD)
    if(NOT outer STREQUAL "" OR NOT commit MATCHES "^[0-9a-f]+$")
        return()
    endif()
    git(changes --no-optional-locks status --porcelain)
    if(NOT changes STREQUAL "")
        string(APPEND commit "+")
    endif()
    set(${result} ${commit} PARENT_SCOPE)
endfunction()

set(commit "${GIVEN}")
if(commit STREQUAL "")
    find_commit(commit)
elseif(NOT commit MATCHES "^[A-Za-z0-9._+-]+$")
    message(FATAL_ERROR "TAKT_COMMIT: letters, digits and . _ + - only, not `${commit}`.")
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT
    "extern const char takt_commit[];\nconst char takt_commit[] = \"${commit}\";\n")
