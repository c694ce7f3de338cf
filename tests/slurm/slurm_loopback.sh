#!/usr/bin/env bash
# A two-node Slurm on the loopback device, in a folder of its own: munged, slurmctld and two slurmd
# that pretend to be n1 and n2 with 8 GPUs each (plain files). Neither /etc/slurm nor /run/munge is
# touched; jobs run as the user who starts it.
#   slurm_loopback.sh start DIR   prints `export SLURM_CONF=…` when both nodes are idle
#   slurm_loopback.sh stop DIR    ends what start began, by its pid files
set -euo pipefail
export PATH="${PATH}:/usr/sbin:/sbin"

ACTION="${1:?start or stop}"
DIR="${2:?folder}"
NODES=(n1 n2)
GPUS=8

end_daemons() {
  local file
  for file in "${DIR}"/pid/*; do
    if [[ -s "${file}" ]]; then
      kill "$(<"${file}")" 2>/dev/null || true
      rm -f -- "${file}"
    fi
  done
}

write_configuration() {
  local host="$1" port="$2"
  printf 'NodeName=n[1-2] Name=gpu File=%s/gpu/gpu[0-%d]\n' "${DIR}" "$((GPUS - 1))" >"${DIR}/gres.conf"
  cat >"${DIR}/slurm.conf" <<CONF
ClusterName=headroomtest
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${port}
AuthType=auth/munge
AuthInfo=socket=${DIR}/munge/socket
CredType=cred/munge
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
GresTypes=gpu
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=${DIR}/state
SlurmdSpoolDir=${DIR}/spool-%n
SlurmctldPidFile=${DIR}/pid/slurmctld
SlurmdPidFile=${DIR}/pid/slurmd-%n
SlurmctldLogFile=${DIR}/log/slurmctld
SlurmdLogFile=${DIR}/log/slurmd-%n
NodeName=n[1-2] NodeHostname=${host} NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 2))] CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=1000 Gres=gpu:${GPUS} State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
}

# slurmd looks for control groups at its start, though nothing here uses them; in a container that
# shows none it would give up. Naming a version spares it the search.
spare_control_groups() {
  local kind
  kind="$(stat -f -c %T /sys/fs/cgroup 2>/dev/null || true)"
  if [[ "${kind}" != tmpfs && "${kind}" != cgroup2fs ]]; then
    printf 'CgroupPlugin=cgroup/v1\n' >"${DIR}/cgroup.conf"
  fi
}

start_daemons() {
  local index node
  mkdir -p "${DIR}"/{pid,log,state,gpu,munge,spool-n1,spool-n2}
  chmod 700 "${DIR}" "${DIR}/munge"
  for ((index = 0; index < GPUS; index++)); do : >"${DIR}/gpu/gpu${index}"; done
  head -c 1024 /dev/urandom >"${DIR}/munge/key"
  chmod 600 "${DIR}/munge/key"
  munged --force --key-file="${DIR}/munge/key" --socket="${DIR}/munge/socket" --pid-file="${DIR}/pid/munged" \
    --log-file="${DIR}/log/munged" --seed-file="${DIR}/munge/seed" >&2
  write_configuration "$(hostname -s)" "$((26000 + RANDOM % 2000 * 3))"
  spare_control_groups
  export SLURM_CONF="${DIR}/slurm.conf"
  slurmctld -c -f "${SLURM_CONF}" >&2
  for node in "${NODES[@]}"; do
    if ! slurmd -N "${node}" -f "${SLURM_CONF}" >&2; then
      echo "slurmd does not start on ${node}:" >&2
      tail -n 20 "${DIR}"/log/* >&2
      end_daemons
      exit 1
    fi
  done
}

wait_for_nodes() {
  local attempt
  for ((attempt = 0; attempt < 400; attempt++)); do
    if [[ "$(sinfo -h -N -o %T 2>/dev/null | grep -cx idle)" == "${#NODES[@]}" ]]; then return 0; fi
    sleep 0.1
  done
  echo "the nodes did not become idle:" >&2
  tail -n 20 "${DIR}"/log/* >&2
  return 1
}

case "${ACTION}" in
  start)
    DIR="$(mkdir -p "${DIR}" && cd -- "${DIR}" && pwd)"
    start_daemons
    if ! wait_for_nodes; then
      end_daemons
      exit 1
    fi
    printf 'export SLURM_CONF=%q\n' "${SLURM_CONF}"
    ;;
  stop) end_daemons ;;
  *)
    echo "usage: slurm_loopback.sh start|stop DIR" >&2
    exit 2
    ;;
esac
