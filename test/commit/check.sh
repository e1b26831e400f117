#!/usr/bin/env bash
# check.sh - which commit the shell's `version` tells of: what cmake/commit.cmake writes of trees made
# here.
set -uo pipefail
script=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../cmake" && pwd)/commit.cmake
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../checks.sh" commit
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES=$folder
tree=$folder/tree
mkdir "$tree"
echo one >"$tree/file"

git_here() {
    git -C "$tree" -c user.name=x -c user.email=x -c init.defaultBranch=main "$@" >/dev/null
}

# write [OPTION...]: what the script finds in the tree.
write() {
    cmake -DSOURCE="${source:-$tree}" -DFILE="$folder/commit.c" "$@" -P "$script"
}

# says COMMIT [OPTION...]
says() {
    write "${@:2}" || return 1
    cat "$folder/commit.c"
    [[ $(tail -n 1 "$folder/commit.c") == "const char takt_commit[] = \"$1\";" ]]
}

newest() {
    git -C "$tree" rev-parse HEAD | cut -c 1-12
}

commit() {
    git_here add --all && git_here commit --message "$1"
}

# The file's age, to the nanosecond.
age() {
    stat -c %y "$folder/commit.c"
}

is_not_written_again() {
    local before

    before=$(age)
    write && [[ $(age) == "$before" ]]
}

check without_git_it_is_unknown says unknown
check without_git_it_may_be_given says v1.0-3 -DGIVEN=v1.0-3
check what_is_no_name_is_refused eval '! write "-DGIVEN=a\"b" 2>/dev/null'
git_here init
check without_a_commit_it_is_unknown says unknown
commit first
check a_commit_has_twelve_digits says "$(newest)"
check the_same_is_not_written_again is_not_written_again
echo two >"$tree/file"
check what_is_changed_bears_a_plus says "$(newest)+"
commit second
check the_next_commit_is_another says "$(newest)"
echo more >"$tree/other"
check what_is_new_bears_a_plus says "$(newest)+"
mkdir "$tree/copied"
source=$tree/copied
check a_copy_in_another_tree_is_unknown says unknown

echo "$passed passed, $failed failed"
((failed == 0))
