#!/usr/bin/env bash
# checks.sh - a test is a command that may fail. Sourced, with the name of the suite.
suite=$1
passed=0
failed=0

# check NAME COMMAND...: one test, which fails if the command does; what it prints is the reason.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok $suite $name"
        passed=$((passed + 1))
    else
        echo "FAILED $suite $name: $(head -n 20 <<<"$output")"
        failed=$((failed + 1))
    fi
}
