#include "model/flags/advice/plan_conflicts.h"

#include "model/base/text/plain_number.h"
#include "model/flags/catalogue/flag_settings.h"
#include "model/flags/catalogue/flag_value.h"

namespace headroom {
namespace {

constexpr double minVmemKib = 4096; // XLA flags guide
constexpr Bytes largestMemory { 288 * bytesPerGib }; ///< of a GPU, where none is named (MI355X)
constexpr double reservedVmemKib = 1024; // XLA flags guide: limit is the memory minus this

struct Check
{
    const std::map<std::string, std::string> &flags;
    std::vector<Finding> findings;

    const std::string *value(Setting setting) const
    {
        const auto found = flags.find(settingName(setting));
        return found == flags.end() || found->second == "default" ? nullptr : &found->second;
    }
    bool isOn(Setting setting) const
    {
        const std::string *text = value(setting);
        return text && parseVariableBool(*text).value_or(false);
    }
    /// A finding that leaving the setting out cures, or another value of it.
    void add(Severity severity, const char *id, Setting setting, Operands operands,
        const std::string &better = leaveOut)
    {
        const std::string field = std::string { "flags." } + settingName(setting);
        findings.push_back({ severity, id, std::move(operands), field, { { field, better } } });
    }
};

void checkScopedVmem(Check &check, const std::string &chip, double minKib, double maxKib)
{
    const std::string *text = check.value(Setting::ScopedVmem);
    const auto number = text ? parseFlagInteger(*text) : std::nullopt;
    if (!number || maxKib <= 0)
        return;
    const auto kib = static_cast<double>(*number);
    const Operands operands { *text, chip, std::to_string(static_cast<int>(maxKib)),
        std::to_string(static_cast<int>(minKib - reservedVmemKib)) };
    if (kib > maxKib)
        check.add(Severity::Error, "flag-vmem-beyond-chip", Setting::ScopedVmem, operands);
    else if (kib > minKib - reservedVmemKib)
        check.add(Severity::Warning, "flag-vmem-between-limits", Setting::ScopedVmem, operands);
    else if (kib < minVmemKib)
        check.add(Severity::Warning, "flag-vmem-too-small", Setting::ScopedVmem, operands);
}

void checkChip(Check &check, const Accelerator &chip)
{
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    const std::string *connections = check.value(Setting::MaxConnections);
    if (connections && *connections == "1" && gpuGeneration(chip) == GpuGeneration::Blackwell)
        check.add(
            Severity::Warning, "flag-one-queue-on-blackwell", Setting::MaxConnections, { chip.id });
    checkScopedVmem(
        check, chip.id, chip.vmemMib * 1024, std::max(chip.vmemMib, chip.vmemHighestMib) * 1024);
    for (const Setting sparse :
        { Setting::SparseGather, Setting::SparseReduce, Setting::SparseScatter })
        if (isTpu && check.isOn(sparse) && !chip.hasSparseCore)
            check.add(
                Severity::Warning, "flag-no-sparse-core", sparse, { settingName(sparse), chip.id });
    for (const auto &[name, value] : check.flags) {
        if (value == "default")
            continue;
        const bool isGpuName = name.starts_with("xla_gpu_") || name.starts_with("NCCL_")
            || name.starts_with("CUDA_");
        const bool isTpuName = name.starts_with("xla_tpu_") || name.starts_with("xla_sc_")
            || name.starts_with("xla_jf_") || name.starts_with("TPU_")
            || name == "LIBTPU_INIT_ARGS";
        if (isTpu ? isGpuName : isTpuName)
            check.findings.push_back(
                { Severity::Warning, isTpu ? "flag-gpu-on-tpu" : "flag-tpu-on-gpu",
                    { name, chip.id }, "flags." + name, { leftOut(name) } });
    }
}

void checkParallelism(Check &check, const AdviceInputs &in)
{
    if (in.tensor <= 1
        && (check.value(Setting::EinsumThreshold) || check.value(Setting::EinsumOperandBytes)))
        check.add(Severity::Warning, "flag-einsum-without-tensor",
            check.value(Setting::EinsumThreshold) ? Setting::EinsumThreshold
                                                  : Setting::EinsumOperandBytes,
            {});
    for (const Setting pipelined : { Setting::PipelinedAllGather, Setting::PipelinedReduceScatter,
             Setting::PipelinedAllReduce, Setting::PipelinedCollectives, Setting::DoubleBuffering })
        if (check.isOn(pipelined) && !in.scanLayers)
            check.add(Severity::Warning, "flag-needs-scan", pipelined, { settingName(pipelined) });
    for (const Setting stage : { Setting::PipelinedP2p, Setting::PermuteThreshold })
        if (check.value(stage) && in.pipeline <= 1 && in.context <= 1)
            check.add(Severity::Hint, "flag-needs-pipeline", stage, { settingName(stage) });
    if (check.value(Setting::NcclProto) && in.nodes > 1)
        check.add(Severity::Warning, "flag-nccl-proto-many-hosts", Setting::NcclProto,
            { std::to_string(in.nodes) });
    for (const Setting own : { Setting::AllGatherThreshold, Setting::ReduceScatterThreshold }) {
        const std::string *text = check.value(own);
        const auto bytes = text ? parseFlagInteger(*text) : std::nullopt;
        const Bytes layer = own == Setting::AllGatherThreshold ? in.layerGather : in.layerGradients;
        if (bytes && in.shardsWeights && Bytes { static_cast<double>(*bytes) } < layer / 4)
            check.add(Severity::Hint, "flag-threshold-below-layer", own,
                { settingName(own), *text, std::to_string(static_cast<long long>(layer.value())) });
    }
}

/// One hardware queue, by framework: Megatron with tensor or context parallelism stops without it
/// before Blackwell, and FSDP of PyTorch loses its overlap to it on every chip.
/// @source megatron/training/arguments.py, validate_args()
void checkQueues(Check &check, const AdviceInputs &in)
{
    const std::string *connections = check.value(Setting::MaxConnections);
    if (!connections || in.framework->runsXla || in.isTpu)
        return;
    const bool isBefore = in.generation < GpuGeneration::Blackwell;
    if (*connections == "1" && in.shardsWeights)
        check.add(Severity::Warning, "flag-one-queue-with-fsdp", Setting::MaxConnections, {});
    else if (*connections != "1" && in.framework->wantsOneQueue && isBefore && !in.shardsWeights
        && (in.tensor > 1 || in.context > 1))
        check.add(Severity::Error, "flag-one-queue-needed", Setting::MaxConnections,
            { *connections }, "1");
}

} // namespace

std::vector<Finding> chipFlagFindings(const Accelerator &accelerator,
    const std::map<std::string, std::string> &flags, const JaxlibVersion &)
{
    Check check { flags, {} };
    checkChip(check, accelerator);
    return check.findings;
}

std::vector<Finding> poolFindings(
    const Accelerator *accelerator, const std::map<std::string, std::string> &flags)
{
    if (accelerator && accelerator->kind == AcceleratorKind::Tpu)
        return {};
    Check check { flags, {} };
    for (const Setting name : { Setting::MemoryFraction, Setting::MemoryFractionNew }) {
        const std::string *text = check.value(name);
        const auto share = text ? plainNumber(*text) : std::nullopt;
        const Bytes usable = accelerator ? accelerator->usableMemory : largestMemory;
        const Bytes left = share ? usable * (1 - *share) : usable;
        if (share && *share <= 1 && left < gib(contextGib))
            check.add(Severity::Warning, "flag-pool-leaves-too-little", name,
                { settingName(name), *text, left, gib(contextGib) });
    }
    return check.findings;
}

std::vector<Finding> planFlagFindings(const AdviceInputs &in,
    const std::map<std::string, std::string> &flags, const JaxlibVersion &version)
{
    Check check { flags, {} };
    if (in.framework->runsXla && !in.isTpu)
        checkParallelism(check, in);
    checkQueues(check, in);
    std::vector<Finding> chip = chipFlagFindings(*in.chip, flags, version);
    check.findings.insert(check.findings.end(), chip.begin(), chip.end());
    return check.findings;
}

} // namespace headroom
