#include "model/launch/common/torch_launch.h"

#include "model/frameworks/megatron/megatron_facts.h"
#include "model/launch/common/machine_checks.h"
#include "model/launch/common/preflight.h"
#include "model/launch/common/process_degrees.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/slurm_job.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {

namespace {

std::string shellWords(const Argument &argument)
{
    std::string words = argument.name;
    for (const std::string &value : argument.values)
        words += ' ' + shellQuote(value);
    return words;
}

} // namespace

void ArgumentGroups::start(std::string_view name)
{
    const auto group = std::ranges::find(m_groups, name, &Group::name);
    m_current = static_cast<std::size_t>(group - m_groups.begin());
    if (group == m_groups.end())
        m_groups.push_back({ std::string(name), {} });
}

std::string ArgumentGroups::arrays() const
{
    constexpr std::size_t lineWidth = 96;
    std::string text;
    for (const Group &group : m_groups) {
        text += group.name + "=(\n";
        std::string line;
        for (const Argument &argument : group.arguments) {
            const std::string word = shellWords(argument);
            if (!line.empty() && line.size() + word.size() > lineWidth) {
                text += "  " + line + '\n';
                line.clear();
            }
            line += (line.empty() ? "" : " ") + word;
        }
        text += (line.empty() ? "" : "  " + line + '\n') + ")\n";
    }
    return text;
}

std::string ArgumentGroups::expansion() const
{
    std::string text;
    for (const Group &group : m_groups)
        text += fmt::format("{}\"${{{}[@]}}\"", text.empty() ? "" : " ", group.name);
    return text;
}

std::string ArgumentGroups::take(std::string_view name)
{
    const auto group = std::ranges::find(m_groups, name, &Group::name);
    std::string words;
    if (group == m_groups.end())
        return words;
    for (const Argument &argument : group->arguments)
        words += (words.empty() ? "" : " ") + shellWords(argument);
    m_groups.erase(group);
    return words;
}

std::vector<LaunchFlag> torchEnvironment(const LaunchSpec &spec, bool usesFsdp)
{
    std::vector<LaunchFlag> variables = spec.environment;
    // XLA's and JAX's variables mean nothing here; the plan's own NCCL and CUDA choices do.
    std::erase_if(variables, [](const LaunchFlag &variable) {
        return variable.name.starts_with("XLA_") || variable.name.starts_with("JAX_")
            || variable.name.starts_with("LIBTPU_");
    });
    if (usesFsdp)
        std::erase_if(
            variables, [](const LaunchFlag &v) { return v.name == "CUDA_DEVICE_MAX_CONNECTIONS"; });
    else if (megatronWantsOneQueue(planOfProcesses(spec.resolved()))
        && !spec.environmentFlag("CUDA_DEVICE_MAX_CONNECTIONS"))
        variables.push_back({ "CUDA_DEVICE_MAX_CONNECTIONS", "1", FlagCarrier::Environment, {} });
    // Without it Transformer Engine from 2.10 on would offload weights as well, and Megatron-LM
    // stops. @source Megatron-LM core_v0.19.0, megatron/training/arguments.py:1854
    if (spec.framework().id == Framework::Megatron && megatronOffloadsActivations(spec.resolved())
        && !spec.environmentFlag("NVTE_CPU_OFFLOAD_V1"))
        variables.push_back({ "NVTE_CPU_OFFLOAD_V1", "1", FlagCarrier::Environment, {} });
    if (!spec.environmentFlag("PYTORCH_CUDA_ALLOC_CONF")
        && spec.framework().takesExpandableSegments)
        variables.push_back({ "PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True",
            FlagCarrier::Environment, {} });
    return variables;
}

std::string torchLaunchArray(const LaunchSpec &spec)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    if (hardware.nodes == 1)
        return fmt::format(
            "LAUNCH=(--standalone --nnodes 1 --nproc_per_node {})\n", spec.processesPerNode());
    return fmt::format("LAUNCH=(\n"
                       "  --nproc_per_node {} --nnodes \"${{NNODES:-{}}}\"\n"
                       "  --node_rank \"${{NODE_RANK:?rank of this node, 0 to {}}}\"\n"
                       "  --master_addr \"${{MASTER_ADDR:?address of node 0}}\" --master_port "
                       "\"${{MASTER_PORT:-6000}}\"\n"
                       ")\n",
        spec.processesPerNode(), hardware.nodes, hardware.nodes - 1);
}

void addTorchJob(const LaunchSpec &spec, ExportDraft &draft)
{
    const std::string text
        = jobHeader(spec, 1, "One task per node; torch.distributed.run starts one process per GPU.",
              JobKind::Training)
        + jobFolder()
        + "MASTER_ADDR=\"$(scontrol show hostnames \"${SLURM_JOB_NODELIST}\" | head -n 1)\"\n"
          "export MASTER_ADDR\n"
          "export MASTER_PORT=\"$((20000 + SLURM_JOB_ID % 4096))\"\n"
          "export NNODES=\"${SLURM_NNODES}\"\n"
        + jobLogs()
        + jobStep(spec,
            "bash -c 'export NODE_RANK=\"${SLURM_NODEID}\"; exec bash \"$0\" \"$@\"' \\\n"
            "  \"${HERE}/run.sh\" \"$@\"");
    draft.addScript("job.sbatch", text, "Slurm job around run.sh");
    addPreflight(draft, spec);
    tellTimeLimit(spec, draft);
    addMachineChecks(spec, draft);
}

std::string torchStart(std::string_view variables)
{
    return fmt::format(
        "`{0}bash run.sh` on each node (NODE_RANK and MASTER_ADDR set when there are "
        "several), or `{0}sbatch job.sbatch`",
        variables);
}

} // namespace headroom
