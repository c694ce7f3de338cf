#!/usr/bin/env bash
# Submits exported jobs to a real Slurm on loopback, with a stand-in python3 that records what every
# rank sees. usage: exported_jobs.sh HEADROOM_CLI SOURCE_TREE [TRANSCRIPT]
set -euo pipefail
export PATH="${PATH}:/usr/sbin:/sbin"

CLI="$1"
SOURCE="$2"
TRANSCRIPT="${3:-/dev/null}"
HERE="${SOURCE}/tests/slurm"

for program in munged slurmctld slurmd sbatch; do
  if ! command -v "${program}" >/dev/null; then
    echo "SKIP: ${program} is not installed (slurmctld slurmd slurm-client munge)"
    exit 77
  fi
done

WORK="$(mktemp -d)"
finish() {
  bash "${HERE}/slurm_loopback.sh" stop "${WORK}/slurm" || true
  sleep 0.3
  rm -rf -- "${WORK}"
}
trap finish EXIT

say() { echo "$*" | tee -a "${TRANSCRIPT}"; }
fail() {
  say "FAIL: $*"
  tail -n 20 "${WORK}"/slurm/log/{slurmctld,slurmd-*} >&2 || true
  exit 1
}

if ! settings="$(bash "${HERE}/slurm_loopback.sh" start "${WORK}/slurm")"; then
  fail "Slurm did not start"
fi
eval "${settings}"
say "Slurm $(sinfo --version) on loopback: $(sinfo -h -o '%D nodes, %G')"

# The stand-in writes one file per rank; it fails on the rank that FAIL_RANK names.
mkdir -p "${WORK}/bin" "${WORK}/records" "${WORK}/else where"
cat >"${WORK}/bin/python3" <<'PYTHON'
#!/usr/bin/env bash
if [[ "$*" == *--pgle_output_path* ]]; then
  echo costs >"${!#}"
  exit
fi
if [[ "${XLA_FLAGS:-}" == *--xla_gpu_pgle_profile_file* ]]; then echo "PGLE found latency for op"; fi
# A pre-flight is no rank.
if [[ "$*" == *preflight.py* ]]; then exit; fi
record="${RECORDS}/${SLURM_JOB_ID}.${SLURM_PROCID:-none}"
{
  printf 'attempt %s: %s\n' "${SLURM_RESTART_COUNT:-0}" "$(date +%s)"
  printf 'arguments: %s\n' "$*"
  for name in SLURM_PROCID SLURM_LOCALID SLURM_NODEID SLURM_NTASKS SLURM_JOB_ID SLURM_STEP_NODELIST NODE_RANK NNODES \
    JAX_COORDINATOR_IP JAX_COORDINATOR_PORT MASTER_ADDR MASTER_PORT XLA_FLAGS CUDA_VISIBLE_DEVICES \
    XLA_PYTHON_CLIENT_MEM_FRACTION NCCL_LAUNCH_MODE NCCL_DEBUG_FILE SLURM_RESTART_COUNT PWD; do
    printf '%s=%s\n' "${name}" "${!name-unset}"
  done
} >"${record}.new"
mv -- "${record}.new" "${record}"
# A run that is to be sent back leaves a checkpoint, works on, and ends well the second time.
if [[ -n "${GOES_BACK:-}" ]]; then
  cp -- "${record}" "${record}.new"
  mv -- "${record}.new" "${record}@${SLURM_RESTART_COUNT:-0}"
  if [[ "${SLURM_RESTART_COUNT:-0}" == 0 ]]; then exec sleep 120; fi
fi
if [[ "${FAIL_RANK:-none}" == "${SLURM_PROCID:-}" ]]; then
  # Not before the others are there to be ended.
  until [[ "$(find "${RECORDS}" -name "${SLURM_JOB_ID}.*" -not -name '*.new' | wc -l)" == "${SLURM_NTASKS}" ]]; do sleep 0.1; done
  exit 9
fi
if [[ "${FAIL_RANK:-none}" != none ]]; then
  sleep 60 && : >"${record}.lived"
fi
PYTHON
chmod +x "${WORK}/bin/python3"
export RECORDS="${WORK}/records" PATH="${WORK}/bin:${PATH}"

PLAN=(llama3-70b-h100-32-nodes --set hardware.nodes=2 --set parallelism.fsdp=16 --set workload.global_batch_sequences=32)
export_target() { "${CLI}" export "${PLAN[@]}" --target "$1" --out "${WORK}/$1" --benchmark >/dev/null 2>&1 || fail "export $1"; }

# Waits, at most so many seconds, for a job to be where a command says; the command sees its description in INFO.
wait_for_job() {
  local job="$1" end="$((SECONDS + $2))"
  shift 2
  while ((SECONDS < end)); do
    INFO="$(scontrol -o show job "${job}" 2>/dev/null || true)"
    if "$@"; then return 0; fi
    sleep 0.1
  done
  return 1
}
is_over() { [[ "${INFO}" =~ JobState=(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL) ]]; }

# Submits from another directory, with a blank in its name; prints the job's id, and ends with its status.
submit() {
  local job
  job="$(cd "${WORK}/else where" && sbatch --parsable --time=00:05:00 "$@" 2>>"${WORK}/sbatch.log")" || return $?
  echo "${job}"
  wait_for_job "${job}" 300 is_over || return 1
  [[ "${INFO}" =~ JobState=COMPLETED ]] && return 0
  [[ "${INFO}" =~ ExitCode=([1-9][0-9]*): ]] && return "${BASH_REMATCH[1]}"
  return 1
}
value() { sed -n "s/^$3=//p" "${RECORDS}/$1.$2"; }
expect() {
  local job="$1" rank="$2" name="$3" wanted="$4" found
  found="$(value "${job}" "${rank}" "${name}")"
  [[ "${found}" == "${wanted}" ]] || fail "job ${job} rank ${rank}: ${name} is '${found}', not '${wanted}'"
}
log_of() { cat "${WORK}/else where/"*"-$1.out" 2>/dev/null || true; }

export_target maxtext-slurm
for script in "${WORK}"/maxtext-slurm/*.sbatch; do
  sbatch --test-only "${script}" >>"${WORK}/sbatch.log" 2>&1 || fail "sbatch --test-only ${script##*/}: $(tail -n 1 "${WORK}/sbatch.log")"
done
say "sbatch --test-only accepts every job of maxtext-slurm"

# One process per GPU.
job="$(submit "${WORK}/maxtext-slurm/job_per_gpu.sbatch")" || fail "per GPU: $(log_of "${job:-}")"
[[ "$(find "${RECORDS}" -name "${job}.*" | wc -l)" == 16 ]] || fail "per GPU: not 16 ranks: $(log_of "${job}")"
for rank in {0..15}; do
  expect "${job}" "${rank}" SLURM_LOCALID "$((rank % 8))"
  expect "${job}" "${rank}" SLURM_NODEID "$((rank / 8))"
  expect "${job}" "${rank}" SLURM_NTASKS 16
  devices="$(value "${job}" "${rank}" CUDA_VISIBLE_DEVICES)"
  case "${devices}" in unset | 0,1,2,3,4,5,6,7) ;; *) fail "rank ${rank} sees only GPUs ${devices}" ;; esac
  grep -q 'XLA_FLAGS=.*--xla_gpu_enable_latency_hiding_scheduler=true' "${RECORDS}/${job}.${rank}" || fail "rank ${rank}: no XLA_FLAGS"
  grep -q 'arguments: -m maxtext.trainers.pre_train.train .*/config.yml run_name=' "${RECORDS}/${job}.${rank}" || fail "rank ${rank}: arguments"
  if grep -q 'hardware=gpu' "${RECORDS}/${job}.${rank}"; then fail "rank ${rank}: hardware overridden"; fi
done
[[ -n "$(value "${job}" 3 SLURM_STEP_NODELIST)" ]] || fail "JAX needs SLURM_STEP_NODELIST"
say "one process per GPU: job ${job}, 16 ranks on $(value "${job}" 0 SLURM_STEP_NODELIST), all 8 GPUs of a node visible to each"

# One process per node.
job="$(submit "${WORK}/maxtext-slurm/job_per_node.sbatch")" || fail "per node (sbatch.log: $(cat "${WORK}/sbatch.log")): $(log_of "${job:-}")"
[[ "$(find "${RECORDS}" -name "${job}.*" | wc -l)" == 2 ]] || fail "per node (sbatch.log: $(cat "${WORK}/sbatch.log")): not 2 ranks: $(log_of "${job}")"
for rank in 0 1; do
  expect "${job}" "${rank}" NODE_RANK "${rank}"
  expect "${job}" "${rank}" NNODES 2
  expect "${job}" "${rank}" NCCL_LAUNCH_MODE GROUP
  expect "${job}" "${rank}" JAX_COORDINATOR_IP 127.0.0.1
  [[ "$(value "${job}" "${rank}" JAX_COORDINATOR_PORT)" =~ ^[0-9]+$ ]] || fail "no coordinator port"
  grep -q 'arguments: .* hardware=gpu$' "${RECORDS}/${job}.${rank}" || fail "rank ${rank}: hardware is not gpu"
done
say "one process per node: job ${job}, NODE_RANK 0 and 1, coordinator $(value "${job}" 1 JAX_COORDINATOR_IP):$(value "${job}" 1 JAX_COORDINATOR_PORT)"

# Profile-guided scheduling: three phases, one process per GPU, and what each writes has its rank.
cat >"${WORK}/bin/nsys" <<'NSYS'
#!/usr/bin/env bash
while [[ "$1" != bash ]]; do
  if [[ "$1" == -o ]]; then : >"$2.nsys-rep"; fi
  shift
done
exec "$@"
NSYS
chmod +x "${WORK}/bin/nsys"
export_target pgle-nsys
job="$(JAX_SOURCE="${WORK}" submit "${WORK}/pgle-nsys/job.sbatch")" || fail "pgle-nsys: $(log_of "${job:-}")"
for rank in {0..15}; do
  expect "${job}" "${rank}" SLURM_NTASKS 16
  [[ -f "${WORK}/else where/pgle/run1-${rank}.nsys-rep" ]] || fail "pgle-nsys: no profile of rank ${rank}"
  grep -q 'PGLE found latency' "${WORK}/else where/pgle/performance-${rank}.log" || fail "pgle-nsys: rank ${rank} has no costs"
done
say "pgle-nsys: job ${job}, 16 profiles, one conversion, 16 ranks that used the costs"

# torch targets: one task per node.
for target in megatron nemo torchtitan deepspeed hf-trainer; do
  export_target "${target}"
  job="$(TRAIN_SCRIPT=train.py submit "${WORK}/${target}/job.sbatch")" || fail "${target}: $(log_of "${job:-}")"
  for rank in 0 1; do
    grep -q "arguments: -m torch.distributed.run --nproc_per_node 8 --nnodes 2 --node_rank ${rank} --master_addr n1" "${RECORDS}/${job}.${rank}" ||
      fail "${target} rank ${rank}: $(head -n 1 "${RECORDS}/${job}.${rank}")"
  done
  [[ -d "${WORK}/else where/logs/${job}" ]] || fail "${target}: no folder for logs"
  [[ "$(value "${job}" 0 NCCL_DEBUG_FILE)" == "${WORK}/else where/logs/${job}/nccl-%h-%p.log" ]] || fail "${target}: NCCL logs elsewhere"
  say "${target}: job ${job}, two launchers with node ranks 0 and 1, master n1:$(value "${job}" 0 MASTER_PORT)"
done

# A rank that fails must fail the job, and end the others.
for script in job_per_gpu job_per_node; do
  status=0
  begin="${SECONDS}"
  job="$(FAIL_RANK=1 submit "${WORK}/maxtext-slurm/${script}.sbatch")" || status=$?
  [[ "${status}" != 0 ]] || fail "${script}: a failing rank was not noticed"
  [[ -z "$(find "${RECORDS}" -name "${job}.*.lived")" ]] || fail "${script}: the other ranks were not ended"
  say "${script}: rank 1 fails with 9, the job ends with ${status} after $((SECONDS - begin)) s"
done
ranks_recorded() { [[ "$(find "${RECORDS}" -name "$1.*@$2" | wc -l)" == "$3" ]]; }
# Slurm holds a job back for a while after it was sent to the queue; it may start in the second after that, not
# before: a node refuses credentials of the second in which it ended the job ("already killed").
is_back() {
  if [[ "${INFO}" =~ JobState=PENDING ]]; then
    if ((EPOCHSECONDS > ${waits_since:=${EPOCHSECONDS}})); then scontrol update "JobId=$1" StartTime=now 2>/dev/null || true; fi
  fi
  [[ "${INFO}" =~ Restarts=1 ]] && is_over
}
# A job that is sent back to the queue while it runs comes back as it was: same environment, same
# arguments, same files, from a folder of the user's choice.
come_back() {
  local target="$1" script="$2" wanted="$3" job begin waits_since=""
  shift 3
  "${CLI}" export "${PLAN[@]}" --set job.requeue=true --set job.checkpoint_every_steps=50 \
    --set "job.checkpoint_folder=${WORK}/kept" --target "${target}" --out "${WORK}/back ${target}" >/dev/null 2>&1 ||
    fail "export ${target} with requeue"
  job="$(cd "${WORK}/else where" && GOES_BACK=1 TRAIN_SCRIPT=train.py sbatch --parsable "${WORK}/back ${target}/${script}" "$@" 2>>"${WORK}/sbatch.log")" ||
    fail "${target}: $(tail -n 1 "${WORK}/sbatch.log")"
  begin="${SECONDS}"
  wait_for_job "${job}" 60 ranks_recorded "${job}" 0 "${wanted}" || fail "${target}: the first attempt did not start: $(log_of "${job}")"
  scontrol requeue "${job}" || fail "${target}: requeue"
  wait_for_job "${job}" 180 is_back "${job}" || fail "${target}: did not come back: ${INFO}: $(log_of "${job}")"
  [[ "${INFO}" =~ JobState=COMPLETED ]] || fail "${target}: the second attempt: ${INFO}: $(log_of "${job}")"
  ranks_recorded "${job}" 1 "${wanted}" || fail "${target}: not all ranks came back"
  for ((rank = 0; rank < wanted; rank++)); do
    difference="$(diff <(grep -v -e '^attempt' -e '^SLURM_RESTART_COUNT' "${RECORDS}/${job}.${rank}@0") \
      <(grep -v -e '^attempt' -e '^SLURM_RESTART_COUNT' "${RECORDS}/${job}.${rank}@1") || true)"
    [[ -z "${difference}" ]] || fail "${target} rank ${rank}: the second attempt differs: ${difference}"
    grep -q '^SLURM_RESTART_COUNT=1$' "${RECORDS}/${job}.${rank}@1" || fail "${target} rank ${rank}: not a second attempt"
    for word in "${@}"; do
      grep -qF -- "${word}" "${RECORDS}/${job}.${rank}@1" || fail "${target} rank ${rank}: ${word} is lost"
    done
    if [[ "${target}" == maxtext-slurm || "${target}" == megatron || "${target}" == hf-trainer ]]; then
      grep -qF -- "${WORK}/kept" "${RECORDS}/${job}.${rank}@1" || fail "${target} rank ${rank}: no folder of checkpoints"
    fi
  done
  [[ "$(find "${WORK}/else where" -name "*-${job}.out" | wc -l)" == 1 ]] || fail "${target}: not one log"
  say "${target}: job ${job} was sent back and ended well $((SECONDS - begin)) s later; ${wanted} ranks with the same words and variables"
}
come_back maxtext-slurm job_per_gpu.sbatch 16 steps=7 'hf_path=a b'
come_back maxtext-slurm job_per_node.sbatch 2 steps=7
come_back megatron job.sbatch 2 --train-iters 7
come_back torchtitan job.sbatch 2 --training.steps 7
come_back nemo job.sbatch 2
come_back deepspeed job.sbatch 2 --steps 7
come_back hf-trainer job.sbatch 2 --max_steps 7
say "PASS"
