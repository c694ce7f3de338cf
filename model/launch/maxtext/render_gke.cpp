#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/maxtext/maxtext_launch.h"
#include "model/launch/targets/export_targets.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// How Google Kubernetes Engine and XPK name a chip. `deviceType` has {} for a count or topology.
struct CloudChip
{
    std::string_view id;
    std::string_view selector; ///< value of the accelerator node selector
    std::string_view deviceType; ///< XPK's; empty: XPK has none
    bool countsCores = false; ///< the number in the device type counts two per chip
    bool namesTopology = false; ///< the device type ends in the topology
};
/// @source XPK's list of system characteristics (2026-06); GKE's accelerator labels
constexpr std::array cloudChips {
    CloudChip { "h100-sxm", "nvidia-h100-mega-80gb", "h100-mega-80gb-8" },
    CloudChip { "h200", "nvidia-h200-141gb", "h200-141gb-8" },
    CloudChip { "b200", "nvidia-b200", "b200-8" },
    CloudChip { "gb200", "nvidia-gb200", "gb200-4" },
    CloudChip { "a100-40-sxm", "nvidia-tesla-a100", "a100-40gb-{}" },
    CloudChip { "a100-80-sxm", "nvidia-a100-80gb", "" },
    CloudChip { "tpu-v4", "tpu-v4-podslice", "v4-{}", true },
    CloudChip { "tpu-v5e", "tpu-v5-lite-podslice", "v5litepod-{}" },
    CloudChip { "tpu-v5p", "tpu-v5p-slice", "v5p-{}", true },
    CloudChip { "tpu-v6e", "tpu-v6e-slice", "v6e-{}" },
    CloudChip { "tpu-v7x", "tpu7x", "tpu7x-{}", false, true },
};

/// How often a JobSet that may go on from its checkpoints starts again. ASSUMED: more failures than
/// that have a cause that starting again does not mend
constexpr int maxRestarts = 10;

/// Stands in jobset.yaml for the image of a plan that names none.
const std::string imagePlaceholder = "REPLACE_WITH_IMAGE";

/// The same for the folder of checkpoints.
const std::string folderPlaceholder = "REPLACE_WITH_OUT_DIR";

/// A pod's disk goes with the pod, and no other pod sees it: checkpoints need a bucket, which the
/// plan names or whoever submits the job.
bool asksForBucket(const LaunchSpec &spec)
{
    return !spec.isBenchmark() && spec.job().checkpointEverySteps > 0
        && spec.job().checkpointFolder.empty();
}

/// OUT_DIR of the caller, which must be a bucket's folder.
std::string bucketVariable(const LaunchSpec &spec)
{
    if (!asksForBucket(spec))
        return {};
    return "OUT_DIR=\"${OUT_DIR:?gs://BUCKET/FOLDER for checkpoints: a pod loses its own disk}\"\n"
           "if [[ ! \"${OUT_DIR}\" =~ ^gs://[A-Za-z0-9._/-]+$ ]]; then\n"
           "  echo \"OUT_DIR must be gs://BUCKET/FOLDER, of letters, digits and ._/-\" >&2\n"
           "  exit 2\n"
           "fi\n";
}

const CloudChip *cloudChip(const Accelerator &chip)
{
    const auto row = std::find_if(
        cloudChips.begin(), cloudChips.end(), [&](const CloudChip &c) { return c.id == chip.id; });
    return row == cloudChips.end() ? nullptr : &*row;
}

/// "4x4x8": the plan's topology, else the one with sides as equal as powers of two allow.
std::string sliceTopology(const LaunchSpec &spec)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    if (!hardware.topology.empty())
        return hardware.topology;
    std::vector<int> sides(static_cast<std::size_t>(std::max(spec.chip().torusDimensions, 2)), 1);
    for (int left = hardware.devicesPerNode; left > 1; left /= 2)
        *std::min_element(sides.begin(), sides.end()) *= 2;
    std::sort(sides.begin(), sides.end());
    std::string text;
    for (const int side : sides)
        text += (text.empty() ? "" : "x") + std::to_string(side);
    return text;
}

int hostsPerSlice(const LaunchSpec &spec)
{
    constexpr int chipsPerHost = 4; // every generation, for slices larger than one host
    return std::max(spec.plan().hardware.devicesPerNode / chipsPerHost, 1);
}

std::vector<Document> environment(const LaunchSpec &spec, const std::string &job)
{
    const auto literal = [](const char *name, const std::string &value) {
        return Document::mapping({ { "name", name }, { "value", value } });
    };
    std::vector<Document> variables;
    if (asksForBucket(spec))
        variables.push_back(literal("OUT_DIR", folderPlaceholder));
    if (spec.isTpu())
        return variables;
    const Document index = Document::mapping({ { "fieldRef",
        Document::mapping({ { "fieldPath",
            "metadata.annotations['batch.kubernetes.io/job-completion-index']" } }) } });
    const std::string &name = spec.slug;
    variables.insert(variables.end(),
        { literal("NNODES", std::to_string(spec.plan().hardware.nodes)),
            Document::mapping({ { "name", "NODE_RANK" }, { "valueFrom", index } }),
            literal("GPUS_PER_NODE", std::to_string(spec.plan().hardware.devicesPerNode)),
            literal("JAX_COORDINATOR_PORT", "6002"),
            literal("JAX_COORDINATOR_ADDRESS", fmt::format("{0}-{1}-0-0.{0}", name, job)) });
    return variables;
}

Document container(const LaunchSpec &spec, const std::string &job)
{
    const bool isTpu = spec.isTpu();
    const int devices = spec.plan().hardware.devicesPerNode;
    const int perPod = isTpu ? std::min(devices, 4) : devices;
    std::vector<Document::Member> members { { "name", isTpu ? "jax-tpu" : "jax-gpu" },
        { "image",
            spec.plan().job->container.empty() ? imagePlaceholder : spec.plan().job->container },
        { "securityContext", Document::mapping({ { "privileged", true } }) },
        { "command", Document::sequence({ "bash", "/config/start.sh" }) } };
    if (std::vector<Document> variables = environment(spec, job); !variables.empty())
        members.push_back({ "env", Document::sequence(std::move(variables)) });
    members.push_back({ "resources",
        Document::mapping({ { "limits",
            Document::mapping({ { isTpu ? "google.com/tpu" : "nvidia.com/gpu", perPod } }) } }) });
    std::vector<Document> mounts { Document::mapping(
        { { "name", "config" }, { "mountPath", "/config" } }) };
    if (!isTpu)
        mounts.push_back(
            Document::mapping({ { "name", "shared-memory" }, { "mountPath", "/dev/shm" } }));
    members.push_back({ "volumeMounts", Document::sequence(std::move(mounts)) });
    return Document::mapping(std::move(members));
}

Document podSpec(const LaunchSpec &spec, const CloudChip &chip, const std::string &job)
{
    std::vector<Document::Member> selector { { spec.isTpu() ? "cloud.google.com/gke-tpu-accelerator"
                                                            : "cloud.google.com/gke-accelerator",
        std::string(chip.selector) } };
    if (spec.isTpu())
        selector.push_back({ "cloud.google.com/gke-tpu-topology", sliceTopology(spec) });
    std::vector<Document::Member> members { { "restartPolicy", "Never" }, { "hostNetwork", true },
        { "dnsPolicy", "ClusterFirstWithHostNet" },
        { "nodeSelector", Document::mapping(std::move(selector)) } };
    if (!spec.isTpu())
        members.push_back({ "tolerations",
            Document::sequence({ Document::mapping({ { "key", "nvidia.com/gpu" },
                { "operator", "Exists" }, { "effect", "NoSchedule" } }) }) });
    members.push_back({ "containers", Document::sequence({ container(spec, job) }) });
    std::vector<Document> volumes { Document::mapping({ { "name", "config" },
        { "configMap", Document::mapping({ { "name", spec.slug + "-config" } }) } }) };
    if (!spec.isTpu())
        volumes.push_back(Document::mapping({ { "name", "shared-memory" },
            { "emptyDir", Document::mapping({ { "medium", "Memory" } }) } }));
    members.push_back({ "volumes", Document::sequence(std::move(volumes)) });
    return Document::mapping(std::move(members));
}

Document jobSet(const LaunchSpec &spec, const CloudChip &chip)
{
    const std::string job = spec.isTpu() ? "slice" : "node";
    const int pods = spec.isTpu() ? hostsPerSlice(spec) : spec.plan().hardware.nodes;
    std::vector<Document::Member> members { { "parallelism", pods }, { "completions", pods },
        { "completionMode", "Indexed" }, { "backoffLimit", 0 } };
    if (const auto &minutes = spec.plan().job->timeLimitMinutes) {
        constexpr double secondsOfAMinute = 60;
        members.push_back({ "activeDeadlineSeconds",
            static_cast<std::int64_t>(std::ceil(*minutes * secondsOfAMinute)) });
    }
    members.push_back({ "template", Document::mapping({ { "spec", podSpec(spec, chip, job) } }) });
    const Document jobSpec = Document::mapping(std::move(members));
    const Document replicated = Document::mapping(
        { { "name", job }, { "replicas", spec.isTpu() ? spec.plan().hardware.nodes : 1 },
            { "template", Document::mapping({ { "spec", jobSpec } }) } });
    std::vector<Document::Member> metadata { { "name", spec.slug },
        { "labels", Document::mapping({ { "kueue.x-k8s.io/queue-name", "multislice-queue" } }) } };
    if (spec.isTpu())
        metadata.push_back({ "annotations",
            Document::mapping({ { "alpha.jobset.sigs.k8s.io/exclusive-topology",
                "cloud.google.com/gke-nodepool" } }) });
    return Document::mapping({ { "apiVersion", "jobset.x-k8s.io/v1alpha2" }, { "kind", "JobSet" },
        { "metadata", Document::mapping(std::move(metadata)) },
        { "spec",
            Document::mapping({ { "failurePolicy",
                                    Document::mapping({ { "maxRestarts",
                                        spec.job().requeue ? maxRestarts : 0 } }) },
                { "replicatedJobs", Document::sequence({ replicated }) } }) } });
}

std::string startScript(const LaunchSpec &spec)
{
    std::string text
        = shellStart(spec, "First command of every pod: resolves the coordinator, starts run.sh.");
    if (!spec.isTpu())
        text += "# MaxText wants an address, JobSet gives a name; it resolves once the first pod "
                "runs.\n"
                "if [[ -z \"${JAX_COORDINATOR_IP:-}\" && -n \"${JAX_COORDINATOR_ADDRESS:-}\" ]]; "
                "then\n"
                "  for _ in {1..60}; do\n"
                "    JAX_COORDINATOR_IP=\"$(getent ahostsv4 \"${JAX_COORDINATOR_ADDRESS%%:*}\" | "
                "awk 'NR == 1 { print $1 }')\" || true\n"
                "    if [[ -n \"${JAX_COORDINATOR_IP}\" ]]; then break; fi\n"
                "    sleep 5\n"
                "  done\n"
                "  export JAX_COORDINATOR_IP\n"
                "fi\n";
    return text + shellFolder() + "exec bash \"${HERE}/run.sh\" \"$@\"\n";
}

/// IMAGE from the caller, else the plan's; neither: the script stops and asks.
std::string imageVariable(const LaunchSpec &spec)
{
    const std::string &image = spec.plan().job->container;
    if (image.empty())
        return "IMAGE=\"${IMAGE:?container image with MaxText}\"\n";
    return fmt::format("IMAGE=\"${{IMAGE:-{}}}\"\n", image);
}

std::string submitScript(const LaunchSpec &spec)
{
    const std::string &image = spec.plan().job->container;
    const std::string &word = image.empty() ? imagePlaceholder : image;
    const char *folder = asksForBucket(spec)
        ? "MANIFEST=\"${MANIFEST//REPLACE_WITH_OUT_DIR/\"${OUT_DIR}\"}\"\n"
        : "";
    return shellStart(spec, "Submits the JobSet with kubectl: IMAGE=… bash submit.sh")
        + shellFolder() + imageVariable(spec) + bucketVariable(spec)
        + fmt::format("kubectl create configmap {0}-config --dry-run=client -o yaml \\\n"
                      "  --from-file=\"${{HERE}}/start.sh\" --from-file=\"${{HERE}}/run.sh\" "
                      "--from-file=\"${{HERE}}/config.yml\" |\n"
                      "  kubectl apply -f -\n"
                      "MANIFEST=\"$(cat -- \"${{HERE}}/jobset.yaml\")\"\n"
                      "{2}WRITTEN={1}\n"
                      "printf '%s\\n' \"${{MANIFEST//\"${{WRITTEN}}\"/\"${{IMAGE}}\"}}\" | "
                      "kubectl apply -f -\n",
            spec.slug, shellQuote(word), folder);
}

std::string deviceType(const LaunchSpec &spec, const CloudChip &chip)
{
    const int chips = spec.plan().hardware.devicesPerNode;
    const std::string count = std::to_string(chip.countsCores ? 2 * chips : chips);
    const std::string filling = chip.namesTopology ? sliceTopology(spec) : count;
    std::string text(chip.deviceType);
    if (const std::size_t place = text.find("{}"); place != std::string::npos)
        text.replace(place, 2, filling);
    return text;
}

std::string xpkScript(const LaunchSpec &spec, const CloudChip &chip)
{
    const int nodes = spec.plan().hardware.nodes;
    const std::string shape = spec.isTpu()
        ? fmt::format("  --tpu-type={} \\\n  --num-slices={} \\\n", deviceType(spec, chip), nodes)
        : fmt::format(
            "  --device-type={} \\\n  --num-nodes={} \\\n", deviceType(spec, chip), nodes);
    return shellStart(
               spec, "Submits the run with XPK: CLUSTER=… PROJECT=… ZONE=… IMAGE=… bash xpk.sh")
        + shellFolder() + imageVariable(spec) + bucketVariable(spec)
        + "# The files travel inside the command, without a character that XPK's shell could "
          "read.\n"
        + "BUNDLE=\"$(tar -C \"${HERE}\" --sort=name --mtime=@0 --owner=0 --group=0 -cz start.sh "
          "run.sh config.yml | base64 -w 0)\"\n"
          "xpk workload create \\\n"
          "  --cluster=\"${CLUSTER:?}\" \\\n"
          "  --project=\"${PROJECT:?}\" \\\n"
          "  --zone=\"${ZONE:?}\" \\\n"
        + fmt::format("  --workload={} \\\n", spec.slug) + "  --docker-image=\"${IMAGE}\" \\\n"
        + shape
        + "  --output-manifest-file=manifest.yaml \\\n"
          "  --command=\"mkdir -p /tmp/headroom && echo ${BUNDLE} | base64 -d | tar -xz -C "
          "/tmp/headroom && "
        + (asksForBucket(spec) ? "OUT_DIR=${OUT_DIR} " : "") + "bash /tmp/headroom/start.sh\"\n";
}

/// What the machines of a GPU need between nodes, and where the provider's recipe has it.
/// @source XPK's list of system characteristics (2026-06): gpu_direct_name of each device type;
/// gpu-recipes (2026-08), src/launchers
void adviseNetwork(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.isTpu() || spec.plan().hardware.nodes == 1)
        return;
    struct Row
    {
        std::string_view chip, machine, network;
    };
    constexpr std::array rows {
        Row { "h100-sxm", "a3-megagpu-8g", "GPUDirect-TCPXO" },
        Row { "h200", "a3-ultragpu-8g", "GPUDirect RDMA" },
        Row { "b200", "a4-highgpu-8g", "GPUDirect RDMA" },
        Row { "gb200", "a4x-highgpu-4g", "GPUDirect RDMA" },
    };
    const auto row = std::find_if(
        rows.begin(), rows.end(), [&](const Row &r) { return r.chip == spec.chip().id; });
    if (row == rows.end())
        return draft.note("Between nodes these machines have plain TCP: NCCL uses it unasked, and "
                          "the prediction counts the profile's rate.");
    draft.note(fmt::format(
        "Between nodes {} needs {}: networks, NCCL plugin and annotations of the pod, which depend "
        "on the cluster and are not in jobset.yaml. xpk.sh adds them; for kubectl they stand in "
        "the provider's repository gpu-recipes, under this machine type. Without them NCCL falls "
        "back to TCP, many times slower. NCCL_DEBUG=INFO says in the log which network it took.",
        row->machine, row->network));
}

} // namespace

void renderMaxTextGke(const LaunchSpec &spec, ExportDraft &draft)
{
    const CloudChip *chip = cloudChip(spec.chip());
    if (!chip)
        return draft.refuse("hardware.accelerator", { "gke-chip", { spec.chip().name } });
    if (spec.isTpu() && spec.plan().hardware.devicesPerNode > 4
        && spec.plan().hardware.devicesPerNode % 4 != 0)
        return draft.refuse("hardware.devices_per_node",
            { "gke-hosts", { std::to_string(spec.plan().hardware.devicesPerNode) } });
    addJaxRun(spec, spec.isTpu() ? MaxTextHardware::Tpu : MaxTextHardware::GpuPerNode,
        FlagSource::Script, draft);
    adviseNetwork(spec, draft);
    draft.addScript("start.sh", startScript(spec), "first command of every pod");
    draft.add("jobset.yaml", introductionComment(spec) + writeYaml(jobSet(spec, *chip)),
        spec.plan().job->container.empty() ? "JobSet; the image is a placeholder that submit.sh "
                                             "fills in"
                                           : "JobSet");
    draft.addScript(
        "submit.sh", submitScript(spec), "puts the files into a ConfigMap and submits the JobSet");
    if (chip->deviceType.empty())
        draft.leaveOut("xpk.sh", fmt::format("XPK has no device type for {}", spec.chip().name));
    else
        draft.addScript("xpk.sh", xpkScript(spec, *chip), "submits the same run with XPK instead");
    draft.howToRun.push_back(
        "`IMAGE=… bash submit.sh` with kubectl, or `CLUSTER=… PROJECT=… ZONE=… IMAGE=… "
        "bash xpk.sh` with XPK. Without Kueue, remove the queue label from jobset.yaml.");
    if (asksForBucket(spec))
        draft.howToRun.push_back(
            "`OUT_DIR=gs://BUCKET/FOLDER` in front of either says where checkpoints go, and goes "
            "on from there; `job.checkpoint_folder` of the plan says it once and for all.");
    else if (const std::string &folder = spec.job().checkpointFolder; !spec.isBenchmark()
             && spec.job().checkpointEverySteps > 0 && !folder.starts_with("gs://"))
        draft.note("`job.checkpoint_folder` is no bucket (gs://…): jobset.yaml has no volume that "
                   "all pods share, so mount one there, or checkpoints are lost with their pods.");
}

} // namespace headroom
