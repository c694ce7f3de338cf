#!/usr/bin/env bash
# Control and bidirectional characters of names, flags and values: escaped in whatever a person reads or
# runs, carried byte for byte by the scripts.
set -u
cli=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}
# Raw bytes that hide or command: controls but tab and line feed, C1, marks of direction and of no width.
raw=$'[\x01-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf'
clean() { # FILE WHAT
    if LC_ALL=C grep -qaP -- "$raw" "$1"; then
        fail "$2 holds raw characters: $(LC_ALL=C grep -aoP -- ".{0,30}($raw).{0,10}" "$1" | head -2 | cat -v)"
    fi
}
cat >"$work/plan.headroom.yaml" <<'YAML'
schema_version: 1
name: "N\e[31m\u202Eame\x07"
model: llama3.1-8b
hardware: { accelerator: h100-sxm, nodes: 1, devices_per_node: 8 }
workload: { sequence_length: 8192, global_batch_sequences: 128 }
parallelism: { fsdp: 8 }
flags:
  "xla_gpu\e[2J\u202Eone": "v\e]0;x\x07\u2066"
  xla_dump_to: "/tmp/\e[1m\u202Edir"
  NCCL_DEBUG: "IN\x9bFO"
YAML
plan=$work/plan.headroom.yaml
for command in "check $plan" "check $plan --print" "estimate $plan" "estimate $plan --format markdown" "estimate $plan --tables" \
    "estimate $plan --explain" "lint $plan" "lint $plan --format markdown" "search $plan --free micro_batch_sequences" \
    "explain $(printf 'xla\\033[31m')" "check $plan --set name=$(printf 'x\\033[1m')" "check $(printf '/no\\033such')" \
    "check $plan --set $(printf 'fl\\033ags.x=1')" "export $plan --target maxtext-gpu --out $work/$(printf 'a\\033b')" \
    "$(printf 'com\\033mand')"; do
    # shellcheck disable=SC2086
    "$cli" $command >"$work/out" 2>"$work/err"
    clean "$work/out" "standard output of $(printf '%q' "$command")"
    clean "$work/err" "standard error of $(printf '%q' "$command")"
done
printf 'export XLA_FLAGS="--xla_gpu\033[2J_x=1 --xla_\342\200\256y=2"\nNAME\302\233=1 python x.py\n' >"$work/script.sh"
for format in text markdown; do
    "$cli" lint "$work/script.sh" --format $format >"$work/out" 2>"$work/err"
    clean "$work/out" "lint as $format"
    clean "$work/err" "lint as $format"
done
for target in $("$cli" export --list-targets | awk '{print $1}'); do
    rm -rf "$work/export"
    "$cli" export "$plan" --target "$target" --out "$work/export" >"$work/out" 2>"$work/err"
    clean "$work/out" "export $target"
    clean "$work/err" "export $target"
    while IFS= read -r -d '' file; do
        clean "$file" "$target: ${file#"$work"/export/}"
        [[ $file != *.sh ]] || bash -n "$file" || fail "$target: $file is no script"
    done < <(find "$work/export" -type f -print0 2>/dev/null)
done

# The plan that an export carries is the plan.
"$cli" check "$plan" --print >"$work/a" && "$cli" check "$work/export/plan.headroom.yaml" --print >"$work/b" 2>/dev/null
"$cli" check "$work/a" --print >"$work/c" && cmp -s "$work/a" "$work/c" || fail "the printed plan reads back as another"

# A configuration is known by its name: the folders above it belong to its owner.
mkdir -p "$work/home-of-alice/tiny"
cat >"$work/home-of-alice/tiny/config.json" <<'JSON'
{"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
 "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192, "rms_norm_eps": 1e-5, "tie_word_embeddings": false}
JSON
sed "s#^model:.*#model: { config_json: $work/home-of-alice/tiny/config.json }#" "$plan" >"$work/own.headroom.yaml"
for target in $("$cli" export --list-targets | awk '{print $1}'); do
    rm -rf "$work/export"
    "$cli" export "$work/own.headroom.yaml" --target "$target" --out "$work/export" >/dev/null 2>&1 || continue
    ! grep -rq home-of-alice "$work/export" || fail "$target carries a path of its owner"
    exported=yes
done
[[ ${exported:-no} == yes ]] || fail "no target takes the configuration"

echo "$failures failed"
[[ $failures -eq 0 ]]
