#include "model/launch/common/translate_plan.h"

#include "model/frameworks/book/witness_text.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/fields/framework_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headroom {
namespace {

/// One choice and its nearest equal elsewhere; an empty `to` means that there is none.
struct Counterpart
{
    std::string_view from;
    std::string_view to;
    std::string_view note; ///< what differs; empty: nothing
};

/// Recomputation: MaxText's policies for frameworks that know full, selective and none.
constexpr std::array rematForTorch {
    Counterpart { "minimal_with_context", "no_recompute", "" },
    Counterpart { "minimal_flash", "no_recompute", "" },
    Counterpart { "minimal_with_context_and_quantization", "no_recompute", "" },
    Counterpart { "minimal", "selective", "" },
    Counterpart { "minimal_with_quantization", "selective", "" },
    Counterpart { "none", "full", "" },
};

/// And back: what saves the same tensors, or fewer.
constexpr std::array rematForJax {
    Counterpart { "no_recompute", "minimal_with_context", "" },
};

constexpr std::array recipesForJax {
    Counterpart { "fp8_delayed", "te_fp8_delayedscaling", "" },
    Counterpart { "fp8_current", "te_fp8_currentscaling", "" },
    Counterpart { "mxfp8", "te_mxfp8", "" },
    Counterpart { "nvfp4", "te_nvfp4", "" },
};

constexpr std::array recipesForTorch {
    Counterpart { "fp8", "fp8_delayed", "" },
    Counterpart { "fp8_gpu", "fp8_delayed", "" },
    Counterpart { "te_fp8_delayedscaling", "fp8_delayed", "" },
    Counterpart { "te_fp8_currentscaling", "fp8_current", "" },
    Counterpart { "te_mxfp8", "mxfp8", "" },
    Counterpart { "te_nvfp4", "nvfp4", "" },
    Counterpart { "te_nvfp4_no_rht", "nvfp4",
        "The nvfp4 recipe here applies a random Hadamard transform, the plan's does not." },
};

/// What torchtitan's converters have in place of Transformer Engine's recipes.
constexpr std::array recipesForTitan {
    Counterpart { "fp8_delayed", "fp8_current",
        "torchtitan scales fp8 by the current values (tensorwise); it has no delayed scaling." },
};

template <std::size_t count>
const Counterpart *counterpart(const std::array<Counterpart, count> &table, std::string_view from)
{
    const auto row = std::find_if(
        table.begin(), table.end(), [from](const Counterpart &c) { return c.from == from; });
    return row == table.end() ? nullptr : &*row;
}

bool runsOn(const RematPolicy &policy, const FrameworkTraits &framework)
{
    return std::ranges::find(policy.frameworks, framework.name) != policy.frameworks.end();
}

/// The divisor of a number that is nearest to another one, the smaller of two.
int nearestDivisor(int number, int wanted)
{
    int nearest = 1;
    for (int divisor = 2; divisor <= number; ++divisor)
        if (number % divisor == 0 && std::abs(divisor - wanted) < std::abs(nearest - wanted))
            nearest = divisor;
    return nearest;
}

/// DeepSpeed and the Trainer take no recipe by configuration.
bool hasRecipes(const FrameworkTraits &framework)
{
    return framework.id != Framework::DeepSpeed && framework.id != Framework::HuggingFace;
}

/// DeepSpeed's, the only framework but the Trainer whose plans have no recipes.
constexpr rule_rows::WitnessRow lowPrecision { "no-low-precision-recipe",
    { "deepspeedai/DeepSpeed", "deepspeed/runtime/config.py", "fp8", false } };

/// Where a framework lists the recipes that it has.
struct OtherRecipes
{
    Framework framework;
    rule_rows::WitnessRow shown;
};
constexpr std::array otherRecipes {
    OtherRecipes { Framework::MaxText,
        { "no-such-recipe",
            { "AI-Hypercomputer/maxtext", "src/maxtext/layers/quantizations.py", "blockwise",
                false } } },
    OtherRecipes { Framework::Megatron,
        { "no-such-recipe",
            { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py", "int8",
                false } } },
    OtherRecipes { Framework::Torchtitan,
        { "no-such-recipe",
            { "pytorch/torchtitan", "torchtitan/components/quantization/__init__.py", "int8",
                false } } },
};

class Translator
{
public:
    Translator(const ResolvedPlan &source, const FrameworkTraits &framework)
        : m_source(source)
        , m_from(source.framework())
        , m_to(framework)
        , m_result { source.plan, {}, {} }
    {
        m_result.plan.framework = m_to.name;
    }

    /// What of a plan at home in the framework says more than the framework has.
    PlanTranslation atHome()
    {
        translateRemat();
        return std::move(m_result);
    }

    PlanTranslation run()
    {
        note(fmt::format("The plan was written for {}; this export translates it for {}.",
            m_from.title, m_to.title));
        translateRemat();
        translateRecipe();
        translateAttention();
        translateExperts();
        translateWeights();
        translatePipeline();
        for (std::string &line : dropOptions(m_result.plan))
            note(std::move(line));
        return std::move(m_result);
    }

private:
    void note(std::string text) { m_result.notes.push_back(std::move(text)); }
    void refuse(std::string field, Message reason)
    {
        m_result.refusals.push_back({ std::move(field), std::move(reason) });
    }

    void translateRemat()
    {
        std::string &policy = m_result.plan.remat.policy;
        if (runsOn(m_source.remat, m_to))
            return;
        const std::string before = policy;
        const Counterpart *row = m_to.rematNamesTensors ? counterpart(rematForJax, before)
                                                        : counterpart(rematForTorch, before);
        const RematKind kind = m_source.rematKind();
        if (row)
            policy = row->to;
        else if (m_to.rematNamesTensors && kind == RematKind::EverySecond)
            policy = "save_dot_with_context_except_mlp";
        else if (m_to.rematNamesTensors && kind == RematKind::AllButCore)
            policy = "minimal";
        else
            policy = fullRematId;
        std::map<std::string, TensorPlace> tensors;
        tensors.swap(m_result.plan.remat.tensors);
        note(fmt::format("The plan's `remat.policy={}` becomes {}: the nearest choice of {} that "
                         "needs no more memory.",
            before, policy, m_to.title));
        for (const auto &[tensor, place] : tensors)
            note(fmt::format(
                "The plan's `remat.tensors.{}={}` is left out with it.", tensor, nameOf(place)));
    }

    void translateRecipe()
    {
        std::string &recipe = m_result.plan.precision.recipe;
        if (m_source.recipe.isNone())
            return;
        if (!hasRecipes(m_to))
            return refuse("precision.recipe",
                m_to.id == Framework::HuggingFace
                    ? Message { "hf-low-precision", { recipe } }
                    : seen({ lowPrecision.reason, { std::string(m_to.title), recipe } },
                        lowPrecision.witness));
        const std::string before = recipe;
        if (m_to.runsXla != m_from.runsXla) {
            const Counterpart *row = m_to.runsXla ? counterpart(recipesForJax, before)
                                                  : counterpart(recipesForTorch, before);
            if (!row)
                return refuse("precision.recipe", withoutCounterpart(before));
            recipe = row->to;
            if (!row->note.empty())
                note(std::string(row->note));
        }
        if (recipe != before)
            note(fmt::format("The plan's `precision.recipe={}` becomes {}.", before, recipe));
        nearestTitanRecipe();
    }

    /// Plain JAX programs quantise as they were written to: no source says what they lack.
    Message withoutCounterpart(const std::string &recipe) const
    {
        Message reason { "no-such-recipe", { std::string(m_to.title), recipe } };
        const auto row = std::ranges::find(otherRecipes, m_to.id, &OtherRecipes::framework);
        return row == otherRecipes.end() ? reason : seen(std::move(reason), row->shown.witness);
    }

    void nearestTitanRecipe()
    {
        std::string &recipe = m_result.plan.precision.recipe;
        const Counterpart *row = counterpart(recipesForTitan, recipe);
        if (m_to.id != Framework::Torchtitan || !row)
            return;
        note(fmt::format("`precision.recipe={}` becomes {}: {}", recipe, row->to, row->note));
        recipe = row->to;
    }

    void translateAttention()
    {
        AttentionChoice &attention = m_result.plan.attention;
        const AttentionChoice before = attention;
        const bool isTpu = m_source.accelerator.kind == AcceleratorKind::Tpu;
        if (attention == AttentionChoice::Unfused)
            return;
        const bool isNvidia = m_source.accelerator.isNvidia();
        if (m_to.runsXla && (isTpu || isNvidia))
            attention = isTpu ? AttentionChoice::Splash : AttentionChoice::CudnnFlash;
        else if (attention == AttentionChoice::Splash)
            attention = AttentionChoice::Flash;
        if (attention != before)
            note(fmt::format("Attention kernel {} becomes {}.", nameOf(before), nameOf(attention)));
    }

    /// MaxText gives experts an axis of their own, the others place them inside data · fsdp.
    void translateExperts()
    {
        const Parallelism before = m_result.plan.parallelism;
        const Parallelism &degrees = m_result.plan.parallelism;
        if (before.expert == 1 || m_to.expertIsAxis == m_from.expertIsAxis)
            return;
        if (moveExperts(m_result.plan, m_from).empty())
            return refuse("parallelism.expert",
                { "expert-is-no-axis",
                    { std::to_string(before.expert), std::to_string(before.fsdp),
                        std::to_string(before.data) } });
        note(m_to.expertIsAxis
                ? fmt::format(
                    "Experts become a mesh axis of {} that also shards the batch.", degrees.expert)
                : fmt::format("The expert axis of {} lies inside the data-parallel ranks here: {} "
                              "shards instead of {}, each holding 1/{} of the experts.",
                    degrees.expert, degrees.fsdp, before.fsdp, degrees.expert));
    }

    /// Megatron and DeepSpeed hold 16-bit weights and fp32 copies in the optimizer; MaxText and
    /// torchtitan hold fp32 weights and cast them when they are gathered.
    void translateWeights()
    {
        Precision &precision = m_result.plan.precision;
        constexpr NumberFormat wide = NumberFormat::Fp32;
        if (precision.compute == wide || m_to.keepsFp32InOptimizer == m_from.keepsFp32InOptimizer)
            return;
        if (m_to.keepsFp32InOptimizer && precision.weights == wide) {
            precision.weights = precision.compute;
            note(
                fmt::format("{} computes with {} weights and keeps the fp32 ones in the optimizer; "
                            "the plan's fp32 weights are those.",
                    m_to.title, nameOf(precision.compute)));
        } else if (m_from.keepsFp32InOptimizer && precision.weights != wide) {
            precision.weights = wide;
            note(
                fmt::format("{} keeps fp32 copies of the 16-bit weights in its optimizer; here the "
                            "weights themselves are fp32 and are cast when used.",
                    m_from.title));
        }
    }

    /// Stages of equal length; layers that are left over run on all of them.
    void makeCircular()
    {
        Parallelism &degrees = m_result.plan.parallelism;
        const ModelShape &model = *m_source.model;
        const int dense = model.moe ? model.moe->firstDenseLayers : 0;
        const int perStage = (model.layers - dense) / degrees.pipeline;
        if (perStage == 0)
            return refuse("parallelism.pipeline",
                { "pipeline-too-long",
                    { std::to_string(model.layers), std::to_string(degrees.pipeline) } });
        degrees.stageLayers.clear();
        note("The pipeline becomes a circular one: every stage runs in step, micro-batches are "
             "all in flight.");
        if (model.layers % (degrees.pipeline * degrees.chunks) == 0)
            return;
        const int before = degrees.chunks;
        degrees.chunks = nearestDivisor(perStage, before);
        if (degrees.chunks != before)
            note(fmt::format("The plan's `parallelism.pipeline_chunks={}` becomes {}, which cuts "
                             "the {} layers of a stage evenly.",
                before, degrees.chunks, perStage));
        m_result.layersOutsidePipeline = model.layers - perStage * degrees.pipeline;
    }

    void translatePipeline()
    {
        Parallelism &degrees = m_result.plan.parallelism;
        if (m_to.stageSplit == StageSplit::Even && degrees.pipeline > 1)
            makeCircular();
        if (!m_to.takesPartMicroBatches && std::floor(degrees.microBatch) != degrees.microBatch)
            refuse("parallelism.micro_batch_sequences",
                { "fraction-micro-batch", { fmt::format("{}", degrees.microBatch) } });
    }

    const ResolvedPlan &m_source;
    const FrameworkTraits &m_from;
    const FrameworkTraits &m_to;
    PlanTranslation m_result;
};

} // namespace

std::vector<std::string> dropOptions(Plan &plan)
{
    std::vector<std::string> notes;
    moveFusedLoss(plan);
    for (const FieldChange &option : dropForeignOptions(plan, {}))
        notes.push_back(fmt::format("The plan's {}={} is left out: {} does not have it.",
            option.path, option.value, frameworkTraits(plan.framework).title));
    return notes;
}

PlanTranslation translatePlan(const ResolvedPlan &plan, std::string_view framework)
{
    Translator translator(plan, frameworkTraits(framework));
    return plan.plan.framework == framework ? translator.atHome() : translator.run();
}

} // namespace headroom
