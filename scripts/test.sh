#!/usr/bin/env bash
# Installs what the tests need and runs all tests, from any directory: format, lints, tests, documentation, scenarios, versions.
# Prints how long each stage took. Needs no display and no graphics card; the network only for package registries.
#
# The simulator is tested without the dashboard, unoptimised and with all assertions. The dashboard is built, linted and tested in
# the release profile and with one set of features, so that Bevy is compiled once.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-${HOME:-/tmp}/.cache/hopscope-target}"
export CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
# What is compiled once and whole is built as it will be shipped.
export CARGO_INCREMENTAL=0
# Golden tables are compared, never rewritten, here.
export INSTA_UPDATE=no
# Without it, drivers complain where nobody has logged in.
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    XDG_RUNTIME_DIR=$(mktemp -d)
    export XDG_RUNTIME_DIR
fi

rust_version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
log=$(mktemp)
durations=()
stage=""

finish() {
    local status=$?
    echo
    echo "== durations"
    printf '%s\n' ${durations[@]+"${durations[@]}"}
    if [ "$status" -ne 0 ]; then
        echo "FAILED in stage: ${stage:-start}"
    fi
    # The sum of what the test runs themselves reported.
    awk '/^test result:/ { passed += $4; failed += $6 } END { printf "%d passed, %d failed\n", passed, failed }' "$log"
    rm -f "$log"
    exit "$status"
}
trap finish EXIT

run() {
    stage=$1
    shift
    echo "== $stage"
    local begin=$SECONDS
    "$@"
    durations+=("$(printf '%5d s  %s' $((SECONDS - begin)) "$stage")")
}

# --- what the tests need: a C linker, the Rust toolchain, the locked crates

install_needs() {
    if ! command -v cc >/dev/null; then
        if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq gcc libc6-dev
        else
            echo "a C linker (cc) is missing: install gcc or clang" >&2
            return 1
        fi
    fi
    install_graphics
    if command -v rustup >/dev/null && ! toolchain_fits; then
        rustup toolchain install "$rust_version" --profile minimal --component rustfmt --component clippy
        export RUSTUP_TOOLCHAIN="$rust_version"
    fi
    if ! toolchain_fits; then
        echo "Rust $rust_version or newer with rustfmt and clippy is needed: see https://rustup.rs" >&2
        return 1
    fi
    cargo fetch --locked
}

# A driver that draws without a graphics card, and a display without a screen. Without them the dashboard's tests fail.
install_graphics() {
    local missing=()
    compgen -G '/usr/share/vulkan/icd.d/*.json' >/dev/null || compgen -G '/etc/vulkan/icd.d/*.json' >/dev/null ||
        missing+=(mesa-vulkan-drivers)
    command -v Xvfb >/dev/null || missing+=(xvfb)
    # What a window on X needs at run time; building needs none of it.
    local library
    for library in libX11-xcb.so.1:libx11-xcb1 libXcursor.so.1:libxcursor1 libXi.so.6:libxi6 libXrandr.so.2:libxrandr2 \
        libxkbcommon-x11.so.0:libxkbcommon-x11-0; do
        ldconfig -p 2>/dev/null | grep -q "${library%%:*}" || missing+=("${library##*:}")
    done
    if [ "${#missing[@]}" -eq 0 ]; then
        return
    fi
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"
    else
        echo "for the dashboard's tests these are missing (names of Debian's packages): ${missing[*]}" >&2
        return 1
    fi
}

toolchain_fits() {
    command -v cargo >/dev/null && cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 || return 1
    local found
    found=$(rustc --version | cut -d' ' -f2)
    [ "$(printf '%s\n' "$rust_version" "$found" | sort -V | head -n1)" = "$rust_version" ]
}

# --- stages

format() {
    # By file, because `cargo fmt` does not see modules that a macro declares.
    find . \( -path ./target -o -path ./.git \) -prune -o -name '*.rs' -print0 | xargs -0 rustfmt --edition 2024 --check
}

tests() {
    cargo test --locked --no-default-features --lib --bins --tests --examples 2>&1 | tee -a "$log"
}

doc_tests() {
    cargo test --locked --no-default-features --doc 2>&1 | tee -a "$log"
}

# Without the dashboard: documentation needs the metadata of all crates, and for Bevy's that would be a second compilation.
documentation() {
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-default-features --no-deps --lib
}

# With the dashboard everything is compiled once: lints, tests and program come out of the same build. `cargo clippy` would compile
# Bevy a second time, so the linter takes the compiler's place for this package.
with_dashboard() {
    RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS="-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__" \
        cargo test --locked --release --features gui-test --lib --test it "$@"
}

# Panels by their names, pictures by their pixels. The simulator's own tests have run already.
gui_tests() {
    with_dashboard -- ui:: 2>&1 | tee -a "$log"
}

# A real window, on a display without a screen, while a run plays: it opens, draws, and ends when asked to.
window() {
    local directory status=0
    directory=$(mktemp -d)
    Xvfb -displayfd 3 -screen 0 1280x720x24 -fbdir "$directory" 3>"$directory/display" 2>/dev/null &
    local server=$!
    for _ in $(seq 50); do
        [ -s "$directory/display" ] && break
        sleep 0.1
    done
    # The screen as a file: one colour would be a few hundred bytes.
    (sleep 7 && gzip -c "$directory/Xvfb_screen0" | wc -c >"$directory/drawn") &
    local camera=$!
    # In the foreground, because a background process of a script is deaf to interrupts; and only once: otherwise `timeout` interrupts
    # the group as well, and two interrupts are an error.
    DISPLAY=":$(cat "$directory/display")" HOPSCOPE_SETTINGS=none timeout --foreground --preserve-status --signal INT 10 \
        "$CARGO_TARGET_DIR/release/hopscope" open chain8 2>"$directory/complaints" || status=$?
    wait "$camera" || true
    local drawn
    drawn=$(cat "$directory/drawn")
    kill "$server"
    wait "$server" || true
    cat "$directory/complaints"
    if [ "$status" -ne 130 ] || [ "$drawn" -lt 20000 ] || grep -qE 'panicked|ERROR' "$directory/complaints"; then
        echo "the window: status $status (130 is right), $drawn bytes of picture (20000 are few)" >&2
        return 1
    fi
    rm -r "$directory"
    echo "the window was open for ten seconds: $drawn bytes of picture"
}

# Every scenario is valid, runs for a second with all assertions on, and does the same however it is stepped, watched or replayed.
scenarios() {
    # The integration tests have built it; a build of its own would compile the dependencies once more.
    local hopscope="$CARGO_TARGET_DIR/debug/hopscope" files file
    mapfile -t files < <(find scenarios -name '*.ron' | LC_ALL=C sort)
    if [ "${#files[@]}" -eq 0 ]; then
        echo "no scenario was found" >&2
        return 1
    fi
    "$hopscope" check "${files[@]}"
    for file in "${files[@]}"; do
        "$hopscope" run "$file" --until 1s -q >/dev/null || { echo "$file does not run" >&2; return 1; }
        "$hopscope" verify "$file" --until 3s -q >/dev/null || { echo "$file depends on how it is run" >&2; return 1; }
    done
    echo "${#files[@]} scenarios run, each the same in every way of running it"
}

# The dashboard's crates fit each other only in one combination: a second egui or wgpu means that it broke.
versions() {
    local tree crate count
    tree=$(cargo tree --locked --all-features -e normal --prefix none --format '{p}' | sed 's/ (\*)$//' | sort -u)
    for crate in egui wgpu; do
        count=$(grep -c "^$crate v" <<<"$tree" || true)
        if [ "$count" -ne 1 ]; then
            echo "$count versions of $crate are in the graph, 1 is right:" >&2
            grep "^$crate v" <<<"$tree" >&2 || true
            return 1
        fi
        grep "^$crate v" <<<"$tree"
    done
    # Tests that turn on more features of crates below Bevy would compile it a second time.
    local kinds only_without
    for kinds in normal,build normal,build,dev; do
        cargo tree --locked --features gui-test -e "$kinds" --prefix none --format '{p}|{f}' | sed 's/ (\*)$//' | sort -u >"$log.$kinds"
    done
    only_without=$(comm -23 "$log.normal,build" "$log.normal,build,dev")
    rm -f "$log.normal,build" "$log.normal,build,dev"
    if [ -n "$only_without" ]; then
        echo "these crates have other features in tests than in the program: $only_without" >&2
        return 1
    fi
}

run "what the tests need" install_needs
run "format" format
run "lints" cargo clippy --locked --no-default-features --all-targets -- -D warnings
run "tests" tests
run "documentation tests" doc_tests
run "scenarios" scenarios
run "one egui, one wgpu" versions
run "documentation" documentation
run "the dashboard" with_dashboard --no-run
run "tests of the dashboard" gui_tests
run "a window" window
