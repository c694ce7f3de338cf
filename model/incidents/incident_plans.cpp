#include "model/incidents/incident_plans.h"

#include <fmt/format.h>

#include <array>
#include <span>

namespace headroom {
namespace {

/// A run on H100 nodes, with what its size leaves open. Layouts are those of the example plans and
/// of published runs.
struct PlanForm
{
    const char *framework, *model;
    std::array<int, 3> nodes;
    std::int64_t sequence, sequencesPerDevice; ///< of the global batch
    void (*lay)(Plan &);
};

int devicesOf(const Plan &plan)
{
    return plan.hardware.nodes * plan.hardware.devicesPerNode;
}

void forMegatron(Plan &plan)
{
    plan.parallelism.zeroStage = 1;
    plan.parallelism.fsdp = 1;
    plan.precision.weights = NumberFormat::Bf16;
    plan.remat.policy = "selective";
    plan.attention = AttentionChoice::Flash;
}

void megatron70(Plan &plan)
{
    forMegatron(plan);
    plan.parallelism.tensor = 8;
    plan.parallelism.sequenceParallel = true;
    plan.parallelism.pipeline = 2;
    plan.parallelism.data = devicesOf(plan) / 16;
}

void megatron8(Plan &plan)
{
    forMegatron(plan);
    plan.parallelism.tensor = 2;
    plan.parallelism.sequenceParallel = true;
    plan.parallelism.data = devicesOf(plan) / 2;
    plan.options.crossEntropy = CrossEntropy::Fused;
}

void megatron8Fp8(Plan &plan)
{
    megatron8(plan);
    plan.precision.recipe = "fp8_current";
}

void megatronExperts(Plan &plan)
{
    forMegatron(plan);
    plan.parallelism.pipeline = 2;
    plan.parallelism.data = devicesOf(plan) / 2;
    plan.parallelism.expert = 8;
}

void titan8(Plan &plan)
{
    plan.parallelism.fsdp = devicesOf(plan);
    plan.parallelism.microBatch = 1;
    plan.remat.policy = "selective";
    plan.attention = AttentionChoice::Flash;
}

void titan70(Plan &plan)
{
    titan8(plan);
    plan.parallelism.tensor = 8;
    plan.parallelism.sequenceParallel = true;
    plan.parallelism.fsdp = devicesOf(plan) / 8;
}

void maxtext8(Plan &plan)
{
    plan.parallelism.fsdp = devicesOf(plan);
    plan.parallelism.microBatch = 2;
    plan.remat.policy = "save_dot_except_mlp";
}

void maxtext8Replicas(Plan &plan)
{
    maxtext8(plan);
    plan.parallelism.fsdp = plan.hardware.devicesPerNode;
    plan.parallelism.data = plan.hardware.nodes;
}

void maxtext8Tensor(Plan &plan)
{
    maxtext8(plan);
    plan.parallelism.tensor = 4;
    plan.parallelism.sequenceParallel = true;
    plan.parallelism.fsdp = devicesOf(plan) / 4;
}

/// A release whose scheduler is off unless a flag starts it.
void maxtext8Older(Plan &plan)
{
    maxtext8(plan);
    plan.software.jaxlib = "0.6.2";
}

void maxtext70(Plan &plan)
{
    plan.parallelism.fsdp = devicesOf(plan);
    plan.parallelism.microBatch = 1;
    plan.remat.policy = "save_dot_except_mlp";
}

void maxtext70Tensor(Plan &plan)
{
    maxtext70(plan);
    plan.parallelism.tensor = 8;
    plan.parallelism.sequenceParallel = true;
    plan.parallelism.fsdp = devicesOf(plan) / 8;
}

constexpr PlanForm forms[] {
    { "megatron", "llama3-70b", { 4, 8, 16 }, 8192, 4, megatron70 },
    { "megatron", "llama3.1-8b", { 2, 4, 8 }, 8192, 4, megatron8 },
    { "megatron", "llama3.1-8b", { 2, 4, 8 }, 8192, 4, megatron8Fp8 },
    { "megatron", "mixtral-8x7b", { 4, 8, 8 }, 4096, 8, megatronExperts },
    { "torchtitan", "llama3.1-8b", { 1, 2, 4 }, 8192, 2, titan8 },
    { "torchtitan", "llama3-70b", { 8, 8, 16 }, 8192, 1, titan70 },
    { "maxtext", "llama3.1-8b", { 1, 2, 4 }, 8192, 2, maxtext8 },
    { "maxtext", "llama3.1-8b", { 1, 2, 4 }, 8192, 2, maxtext8Older },
    { "maxtext", "llama3.1-8b", { 1, 2, 2 }, 8192, 2, maxtext8Tensor },
    { "maxtext", "llama3.1-8b", { 8, 8, 16 }, 8192, 2, maxtext8Replicas },
    { "maxtext", "llama3-70b", { 16, 32, 32 }, 8192, 1, maxtext70 },
    { "maxtext", "llama3-70b", { 8, 16, 16 }, 8192, 1, maxtext70Tensor },
};

} // namespace

Plan drawIncidentPlan(IncidentRandom &random, std::string_view framework)
{
    const std::string_view own
        = framework.empty() ? std::string_view(incidentFrameworks[random.below(3)]) : framework;
    std::vector<const PlanForm *> fitting;
    for (const PlanForm &form : forms)
        if (own == form.framework)
            fitting.push_back(&form);
    const PlanForm &form
        = *fitting[static_cast<std::size_t>(random.below(static_cast<int>(fitting.size())))];
    Plan plan;
    plan.framework = form.framework;
    plan.model.id = form.model;
    plan.hardware.accelerator = "h100-sxm";
    plan.hardware.nodes = form.nodes[static_cast<std::size_t>(random.below(3))];
    plan.workload.sequenceLength = form.sequence;
    plan.workload.globalBatchSequences
        = devicesOf(plan) * form.sequencesPerDevice * (1 + random.below(2));
    plan.parallelism.zeroStage = 3;
    plan.parallelism.microBatch = 1;
    form.lay(plan);
    plan.name = fmt::format("{} on {} node{} of 8 H100", form.model, plan.hardware.nodes,
        plan.hardware.nodes == 1 ? "" : "s");
    return plan;
}

} // namespace headroom
