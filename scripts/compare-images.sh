#!/usr/bin/env bash
# Draws the dashboard's approved pictures anew and shows what has changed: approved, new and difference side by side.
#
#   scripts/compare-images.sh [WORD]            those whose name holds WORD, else all
#   scripts/compare-images.sh --approve [WORD]  what is drawn now is right: it replaces the approved pictures that differ
#
# Say in the commit what has moved and why it is right.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "${1:-}" = "--approve" ]; then
    shift
    export HOPSCOPE_APPROVE=1
fi
export HOPSCOPE_IMAGES="${1:-}"
cargo test --locked --release --features gui-test --test it the_dashboard_looks_as_approved -- --nocapture
