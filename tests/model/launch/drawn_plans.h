#pragma once

#include "export_fixture.h"

#include "model/plan/attention_kernels.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/tuning.h"

#include <random>
#include <string>

namespace headroom {

/// Draws plans of shipped models over all frameworks: full training, LoRA and QLoRA, dense models
/// and experts, GPUs and TPUs.
class DrawnPlans
{
public:
    explicit DrawnPlans(std::vector<const char *> frameworks)
        : m_frameworks(std::move(frameworks))
    { }

    ResolvedPlan draw()
    {
        for (;;) {
            Result<ResolvedPlan> resolved = resolvePlan(
                planOf(m_frameworks[below(m_frameworks.size())]), fixture().library());
            if (resolved)
                return *std::move(resolved);
        }
    }

    template <class Value> Value oneOf(std::initializer_list<Value> values)
    {
        return *(values.begin() + m_engine() % values.size());
    }
    bool chance(unsigned percent) { return m_engine() % 100 < percent; }
    std::size_t below(std::size_t count) { return m_engine() % count; }

    /// The degrees of a plan with one of them something else.
    void change(Parallelism &degrees)
    {
        switch (below(7)) {
        case 0:
            degrees.zeroStage = oneOf({ 0, 1, 2, 3 });
            break;
        case 1:
            degrees.sequenceParallel = !degrees.sequenceParallel;
            break;
        case 2:
            degrees.contextStrategy = oneOf(
                { ContextStrategy::AllGather, ContextStrategy::Ring, ContextStrategy::Ulysses });
            break;
        case 3:
            degrees.expertTensor = oneOf({ 1, 2, 4 });
            break;
        case 4:
            std::swap(degrees.data, degrees.fsdp);
            break;
        case 5:
            std::swap(degrees.fsdp, degrees.context);
            break;
        default:
            std::swap(degrees.tensor, degrees.fsdp);
        }
    }

private:
    Plan planOf(const char *framework)
    {
        Plan plan;
        plan.framework = framework;
        const FrameworkTraits &traits = frameworkTraits(plan.framework);
        const bool isTpu = traits.runsXla && chance(30);
        plan.hardware.accelerator = isTpu ? oneOf({ "v5p", "v6e" }) : oneOf({ "h100-sxm", "b200" });
        plan.hardware.nodes = oneOf({ 1, 2, 4 });
        plan.hardware.devicesPerNode = 8;
        plan.model.id = oneOf({ "llama3.1-8b", "llama3.2-1b", "qwen3-30b-a3b", "mixtral-8x7b",
            "gpt2-xl", "deepseek-v2-lite", "gemma2-9b", "llama2-7b", "gpt-oss-20b" });
        plan.workload.sequenceLength = oneOf({ 1024, 2048 });
        plan.workload.globalBatchSequences = oneOf({ 32, 64, 96 });
        plan.attention = isTpu ? AttentionChoice::Splash : AttentionChoice::Flash;
        if (chance(15))
            plan.attention = AttentionChoice::Unfused;
        plan.remat.policy = oneOf({ "full", traits.rematNamesTensors ? "minimal" : "selective",
            traits.rematNamesTensors ? "minimal_with_context" : "no_recompute" });
        plan.precision.weights
            = traits.keepsFp32InOptimizer ? NumberFormat::Bf16 : NumberFormat::Fp32;
        draw(plan.precision, plan.optimizer);
        draw(plan.options, traits);
        draw(*plan.tuning);
        return plan;
    }

    void draw(Precision &precision, Optimizer &optimizer)
    {
        if (chance(15))
            precision.gradients = NumberFormat::Bf16;
        if (chance(15))
            precision.optimizerState = oneOf({ NumberFormat::Bf16, NumberFormat::Int8 });
        if (chance(20))
            precision.weights = oneOf({ NumberFormat::Bf16, NumberFormat::Fp32 });
        if (chance(25))
            optimizer = oneOf({ Optimizer::AdamWBf16, Optimizer::AdamW8bit, Optimizer::Muon,
                Optimizer::SgdMomentum, Optimizer::Adafactor });
    }

    void draw(PlanOptions &options, const FrameworkTraits &framework)
    {
        const auto has = [&](const char *path) { return framework.hasOption(path) && chance(25); };
        if (has("options.cross_entropy"))
            options.crossEntropy = oneOf({ CrossEntropy::Eager, CrossEntropy::Fused });
        if (has("options.vocab_tiling"))
            options.vocabTiling = oneOf({ 2, 7 });
        if (has("options.compile"))
            options.compile = false;
        if (has("options.tensor_overlap"))
            options.tensorOverlap = Switch::On;
        if (has("options.offload_optimizer"))
            options.offloadOptimizer = true;
        if (has("options.offload_parameters"))
            options.offloadParameters = true;
        if (has("options.cuda_graphs"))
            options.cudaGraphs
                = oneOf({ CudaGraphs::Partial, CudaGraphs::Layer, CudaGraphs::Full });
        if (has("options.expert_dispatcher"))
            options.expertDispatcher
                = oneOf({ ExpertDispatcher::DeepEp, ExpertDispatcher::HybridEp });
        if (has("options.expert_overlap"))
            options.expertOverlap = Switch::On;
        if (has("options.optimizer_in_backward"))
            options.optimizerInBackward = true;
        if (has("options.moe_capacity_factor"))
            options.moeCapacityFactor = 1.25;
    }

    void draw(Tuning &tuning)
    {
        if (chance(60))
            return;
        tuning.method = oneOf({ TuningMethod::Lora, TuningMethod::Qlora });
        if (chance(20))
            tuning.base = oneOf({ BaseFormat::Fp8, BaseFormat::Int8 });
    }

    std::vector<const char *> m_frameworks;
    std::mt19937 m_engine { 20261124 };
};

/// The fields of a plan that are not their defaults.
inline std::string fieldsText(const Plan &plan)
{
    std::string text;
    for (const PlanField &field : planFields())
        if (const std::string value = field.get(plan); value != field.get(Plan {}))
            text += field.path + '=' + value + ' ';
    return text;
}

} // namespace headroom
