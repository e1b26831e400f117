#!/usr/bin/env bash
# test/model/faults.sh FOLDER PROGRAMS [FAULT...] - do random programs find faults? Each file of
# faults/ (or each that is named) spoils a copy of the kernel; so many programs must show it, and
# the one that does must shrink to a few steps. Ends with "N passed, N failed".
set -uo pipefail

folder=$1 programs=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../.." && pwd)
tree=$folder/tree build=$folder/build
most_steps=16
passed=0
failed=0

# The tree as it lies here, and a build of the image that is kept between faults.
prepare() {
    rm -rf "$tree"
    mkdir -p "$tree"
    (cd "$source" && tools/tree | tr '\n' '\0' | xargs -0 cp --parents -t "$tree") &&
        cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
            -DTAKT_BOARD=host -DTAKT_CHECK=2 &&
        ninja -C "$build" model
}

# A fault file: comment lines that say what is wrong, a line "file PATH", then a sed script.
spoil() {
    local file
    file=$(sed -n 's/^file //p' "$here/faults/$1")
    sed -E "$(sed '/^#/d; /^file /d' "$here/faults/$1")" "$source/$file" >"$tree/$file"
    ! cmp -s "$source/$file" "$tree/$file"
}

mend() {
    local file
    file=$(sed -n 's/^file //p' "$here/faults/$1")
    cp "$source/$file" "$tree/$file"
}

verdict() {
    local name=$1 good=$2
    shift 2
    if [[ $good == yes ]]; then
        passed=$((passed + 1))
        echo "ok fault $name: $*"
    else
        failed=$((failed + 1))
        echo "FAILED fault $name: $*"
    fi
}

# The programs have failed: by one that is small in the end, or before any begins.
judge() {
    local name=$1 log=$2 seed least steps

    seed=$(sed -n 's/^FAILED: the program of seed \([0-9]*\);.*/\1/p' "$log")
    if [[ -z $seed ]]; then
        verdict "$name" yes "found before the first program begins"
        return
    fi
    least=$folder/$name/seed_$seed.least.txt
    steps=$(($(grep -c '^[a-z]* [a-z]' "$least") - $(grep -c '^thread ' "$least")))
    if ((steps > 0 && steps <= most_steps)); then
        verdict "$name" yes "found by program $seed, shrunk to $steps steps"
    else
        verdict "$name" no "found by program $seed, but shrunk only to $steps steps, see $log"
    fi
}

try() {
    local name=$1 log=$folder/$1.txt

    if ! spoil "$name"; then
        verdict "$name" no "changes nothing: what it would spoil looks different now"
    elif ! ninja -C "$build" model >"$log" 2>&1; then
        verdict "$name" no "does not build, see $log"
    elif timeout 300 "$here/seeds.sh" "$build/model" "$folder/$name" 1 "$programs" >"$log" 2>&1; then
        verdict "$name" no "not found by $programs programs"
    else
        judge "$name" "$log"
    fi
    mend "$name"
}

mkdir -p "$folder"
if ! prepare >"$folder/prepare.txt" 2>&1; then
    echo "faults: the unspoilt copy does not build, see $folder/prepare.txt" >&2
    echo "0 passed, 1 failed"
    exit 1
fi
names=("$@")
((${#names[@]} > 0)) || mapfile -t names < <(ls "$here/faults")
for name in "${names[@]}"; do
    try "$name"
done
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
