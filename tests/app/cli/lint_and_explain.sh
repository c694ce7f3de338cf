#!/usr/bin/env bash
# headroom-cli lint and explain from outside: exit status, places, JSON, --fix.
set -u
cli=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

expect() { # STATUS PATTERN-OF-OUTPUT COMMAND…
    local status=$1 pattern=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    local got=$?
    if [[ $got -ne $status ]] || ! cat "$work/out" "$work/err" | grep -qE -- "$pattern"; then
        echo "FAIL ($got, wanted $status): $*"
        sed 's/^/    /' "$work/out" "$work/err"
        failures=$((failures + 1))
    fi
}

printf '%s\n' 'export XLA_FLAGS="--xla_dump_to=a --xla_gpu_enable_async_collectives=true"' >"$work/a.sh"
expect 3 "a.sh:1:35: error: xla_gpu_enable_async_collectives was removed" "$cli" lint "$work/a.sh" --jaxlib 0.6.2
expect 0 "0 errors" "$cli" lint "$work/a.sh" --jaxlib 0.4.18
expect 0 '^export XLA_FLAGS="--xla_dump_to=a"$' "$cli" lint "$work/a.sh" --jaxlib 0.6.2 --fix
"$cli" lint "$work/a.sh" --jaxlib 0.6.2 --fix >"$work/b.sh" && expect 0 "0 errors" "$cli" lint "$work/b.sh" --jaxlib 0.6.2
printf '%s\n' 'export XLA_FLAGS="--xla_bad_name_here=1"' >"$work/c.sh"
expect 3 'c.sh:1:19: xla_bad_name_here is not known' "$cli" lint "$work/c.sh" --jaxlib 0.6.2 --fix
expect 3 '"text": "export XLA_FLAGS=' "$cli" lint "$work/c.sh" --jaxlib 0.6.2 --fix --format json
expect 3 '"column": 35' "$cli" lint "$work/a.sh" --jaxlib 0.6.2 --format json
grep -q '"severity": "error"' "$work/out" || { echo "FAIL: JSON severity"; failures=$((failures + 1)); }
expect 2 '^--jaxlib: "banana" is no jaxlib version' "$cli" lint "$work/a.sh" --jaxlib banana
expect 2 '^--accelerator: ' "$cli" lint "$work/a.sh" --accelerator h900
expect 2 'cannot be read' "$cli" lint "$work/missing.sh"
expect 0 'uncertain' "$cli" lint "$source/tests/data/flags/blocks/jax_tips.py" --jaxlib 99.0.0
echo '--xla_gpu_triton_gem_any=true' | "$cli" lint - --jaxlib 0.6.2 >"$work/out"
[[ $? -eq 3 ]] && grep -q 'Did you mean --xla_gpu_triton_gemm_any' "$work/out" ||
    { echo "FAIL: standard input"; cat "$work/out"; failures=$((failures + 1)); }
echo '--xla_gpu_latency_hiding=true' | "$cli" lint - --jaxlib 0.6.2 >"$work/out"
grep -q 'Did you mean --xla_gpu_enable_latency_hiding_scheduler' "$work/out" ||
    { echo "FAIL: a name with words left out"; cat "$work/out"; failures=$((failures + 1)); }
printf '%s\n' 'export LIBTPU_INIT_ARGS="CF_FOR_ALL_GATHER"' >"$work/set.sh"
expect 3 'names a set of flags' "$cli" lint "$work/set.sh"
expect 0 '--xla_tpu_enable_async_collective_fusion_fuse_all_gather=true' "$cli" lint "$work/set.sh" --fix
printf '%s\n' 'export XLA_FLAGS="--xla_gpu_pgle_profile_file_or_directory_path=profile.pb"' >"$work/pgle.sh"
expect 0 'warning: There is no file at the path of the profile' "$cli" lint "$work/pgle.sh"
touch "$work/profile.pb"
expect 0 '0 warnings' "$cli" lint "$work/pgle.sh"
for plan in "$source"/profiles/plans/*.headroom.yaml; do
    expect 0 '0 errors' "$cli" lint "$plan"
done

expect 0 '^xla_gpu_triton_gemm_any \(flag\)' "$cli" explain --xla_gpu_triton_gemm_any
expect 0 'removed in 0.4.27' "$cli" explain xla_gpu_enable_async_collectives --jaxlib 0.6.2
expect 0 '"kind": "variable"' "$cli" explain NCCL_PROTO --format json
expect 2 '^command line:1: NAME: xla_gpu_triton_gem_any is not known; did you mean xla_gpu_triton_gemm_any' "$cli" explain xla_gpu_triton_gem_any
# Files of a run together: another program's keys, no word of jaxlib.
printf '%s\n' 'torchrun pretrain_gpt.py --num-layers 2 --hiden-size 8' >"$work/m.sh"
printf '%s\n' '{ "zero_optimization": { "stage": 3, "overlap_com": true } }' >"$work/ds.json"
expect 3 'm.sh:1:41: error: Megatron-LM does not know --hiden-size.*Did you mean --hidden-size' "$cli" lint "$work/m.sh"
expect 3 'ds.json:1:39: error: .*overlap_comm' "$cli" lint "$work/m.sh" "$work/ds.json"
expect 3 '"file": ".*ds.json"' "$cli" lint "$work/m.sh" "$work/ds.json" --format json
"$cli" lint "$work/m.sh" | grep -q jaxlib && { echo "FAIL: jaxlib for Megatron-LM"; failures=$((failures + 1)); }
printf '%s\n' 'torchrun pretrain_gpt.py --num-layers 2 --DDP-impl local' >"$work/old.sh"
expect 0 'warning: Megatron-LM has no --DDP-impl since 0.4.0' "$cli" lint "$work/old.sh"
expect 3 'error: Megatron-LM has no --DDP-impl' "$cli" lint "$work/old.sh" --release 0.19.0
expect 2 '^--release: ' "$cli" lint "$work/old.sh" --release new
expect 2 '^--jaxlib: ' "$cli" explain NCCL_PROTO --jaxlib nonsense
expect 0 '^何时使用$' "$cli" explain xla_gpu_enable_latency_hiding_scheduler --language zh
expect 0 '在该版本' "$cli" explain xla_gpu_enable_async_collectives --jaxlib 0.6.2 --language zh --format markdown
expect 0 '"use": \[' "$cli" explain xla_gpu_enable_latency_hiding_scheduler --language zh --format json
expect 0 '模型 FLOP 利用率' "$cli" explain mfu --language zh
expect 2 '^--language: ' "$cli" explain NCCL_PROTO --language fr
printf "# Run\n\nA job's README has one quote.\n" >"$work/README.md"
printf 'export NCCL_DEBUG=WARN\n' >"$work/beside.sh"
expect 0 'prose of .*README.md' "$cli" lint "$work/README.md" "$work/beside.sh"
"$cli" explain xla_gpu_enable_latency_hiding_scheduler >"$work/default"
"$cli" explain xla_gpu_enable_latency_hiding_scheduler --language en | cmp - "$work/default" ||
    { echo "FAIL: English is not the default"; failures=$((failures + 1)); }

echo "$failures failed"
[[ $failures -eq 0 ]]
