#include "model/launch/translate_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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

bool runsOn(const std::vector<std::string> &frameworks, std::string_view framework)
{
    return std::find(frameworks.begin(), frameworks.end(), framework) != frameworks.end();
}

class Translator
{
public:
    Translator(const ResolvedPlan &source, std::string_view framework)
        : m_source(source)
        , m_framework(framework)
        , m_toJax(isJaxFramework(framework))
        , m_fromJax(isJaxFramework(source.plan.framework))
        , m_result { source.plan, {}, {} }
    {
        m_result.plan.framework = m_framework;
    }

    PlanTranslation run()
    {
        note(fmt::format("The plan was written for {}; this export says it in the words of {}.",
            m_source.plan.framework, m_framework));
        translateRemat();
        translateRecipe();
        translateAttention();
        translateExperts();
        translateWeights();
        translatePipeline();
        return std::move(m_result);
    }

private:
    void note(std::string text) { m_result.notes.push_back(std::move(text)); }
    void refuse(Message reason) { m_result.refusals.push_back(std::move(reason)); }

    void translateRemat()
    {
        std::string &policy = m_result.plan.remat.policy;
        if (runsOn(m_source.remat.frameworks, m_framework))
            return;
        const std::string before = policy;
        const Counterpart *row
            = m_toJax ? counterpart(rematForJax, before) : counterpart(rematForTorch, before);
        if (row)
            policy = row->to;
        else if (m_toJax && before == "selective")
            policy = m_source.plan.framework == "torchtitan" ? "save_dot_with_context_except_mlp"
                                                             : "minimal";
        else
            policy = "full";
        m_result.plan.remat.tensors.clear();
        note(
            fmt::format("Recomputation {} of {} becomes {}: the nearest choice of {} that needs no "
                        "more memory.",
                before, m_source.plan.framework, policy, m_framework));
    }

    void translateRecipe()
    {
        std::string &recipe = m_result.plan.precision.recipe;
        if (recipe == "none" || recipe.empty())
            return;
        if (m_framework == "deepspeed" || m_framework == "hf")
            return refuse({ "no-low-precision-recipe", { m_framework, recipe } });
        const std::string before = recipe;
        if (m_toJax != m_fromJax) {
            const Counterpart *row = m_toJax ? counterpart(recipesForJax, before)
                                             : counterpart(recipesForTorch, before);
            if (!row)
                return refuse({ "no-such-recipe", { m_framework, before } });
            recipe = row->to;
            if (!row->note.empty())
                note(std::string(row->note));
        }
        if (m_framework == "torchtitan") {
            if (const Counterpart *row = counterpart(recipesForTitan, recipe)) {
                recipe = row->to;
                note(std::string(row->note));
            }
        }
        if (recipe != before)
            note(fmt::format("The low-precision recipe {} becomes {}.", before, recipe));
    }

    void translateAttention()
    {
        std::string &attention = m_result.plan.attention;
        const std::string before = attention;
        const bool isTpu = m_source.accelerator.kind == AcceleratorKind::Tpu;
        if (attention == "unfused")
            return;
        const bool isNvidia = m_source.accelerator.vendor == "NVIDIA";
        if (m_toJax && (isTpu || isNvidia))
            attention = isTpu ? "splash" : "cudnn-flash";
        else if (attention == "splash")
            attention = "flash";
        if (attention != before)
            note(fmt::format("Attention kernel {} becomes {}.", before, attention));
    }

    /// MaxText gives experts an axis of their own, the others place them inside data · fsdp.
    void translateExperts()
    {
        Parallelism &degrees = m_result.plan.parallelism;
        if (degrees.expert == 1 || m_toJax == m_fromJax)
            return;
        if (!m_toJax) {
            degrees.fsdp *= degrees.expert;
            note(fmt::format("The expert axis of {} lies inside the data-parallel ranks here: {} "
                             "shards instead of {}, each holding 1/{} of the experts.",
                degrees.expert, degrees.fsdp, degrees.fsdp / degrees.expert, degrees.expert));
        } else if (degrees.fsdp % degrees.expert == 0) {
            degrees.fsdp /= degrees.expert;
        } else if (degrees.data % degrees.expert == 0) {
            degrees.data /= degrees.expert;
        } else {
            return refuse({ "expert-is-no-axis",
                { std::to_string(degrees.expert), std::to_string(degrees.fsdp),
                    std::to_string(degrees.data) } });
        }
        degrees.mesh = {};
        if (m_toJax)
            note(fmt::format(
                "Experts become a mesh axis of {} that also shards the batch.", degrees.expert));
    }

    /// Megatron and DeepSpeed hold 16-bit weights and fp32 copies in the optimizer; MaxText and
    /// torchtitan hold fp32 weights and cast them when they are gathered.
    void translateWeights()
    {
        Precision &precision = m_result.plan.precision;
        const bool copiesAfter = m_framework == "megatron" || m_framework == "deepspeed";
        const bool copiesBefore
            = m_source.plan.framework == "megatron" || m_source.plan.framework == "deepspeed";
        if (precision.compute == "fp32" || copiesAfter == copiesBefore)
            return;
        if (copiesAfter && precision.weights == "fp32") {
            precision.weights = precision.compute;
            note(
                fmt::format("{} computes with {} weights and keeps the fp32 ones in the optimizer; "
                            "the plan's fp32 weights are those.",
                    m_framework, precision.compute));
        } else if (copiesBefore && precision.weights != "fp32") {
            precision.weights = "fp32";
            note(
                fmt::format("{} keeps fp32 copies of the 16-bit weights in its optimizer; here the "
                            "weights themselves are fp32 and are cast when used.",
                    m_source.plan.framework));
        }
    }

    void translatePipeline()
    {
        Parallelism &degrees = m_result.plan.parallelism;
        if (m_toJax && degrees.pipeline > 1) {
            const int chunks = degrees.pipeline * degrees.chunks;
            const std::vector<int> &layers = degrees.stageLayers;
            const bool isUneven = m_source.model->layers % chunks != 0
                || std::any_of(
                    layers.begin(), layers.end(), [&](int n) { return n != layers.front(); });
            if (isUneven)
                return refuse({ "uneven-circular-pipeline",
                    { std::to_string(m_source.model->layers), std::to_string(degrees.pipeline),
                        std::to_string(degrees.chunks) } });
            degrees.stageLayers.clear();
            note("The pipeline becomes a circular one: every stage runs in step, micro-batches are "
                 "all in flight.");
        }
        if (m_fromJax && !m_toJax && std::floor(degrees.microBatch) != degrees.microBatch)
            refuse({ "fraction-micro-batch", { fmt::format("{}", degrees.microBatch) } });
    }

    const ResolvedPlan &m_source;
    std::string m_framework;
    bool m_toJax;
    bool m_fromJax;
    PlanTranslation m_result;
};

} // namespace

bool isJaxFramework(std::string_view framework)
{
    return framework == "maxtext" || framework == "jax";
}

PlanTranslation translatePlan(const ResolvedPlan &plan, std::string_view framework)
{
    if (plan.plan.framework == framework)
        return { plan.plan, {}, {} };
    return Translator(plan, framework).run();
}

} // namespace headroom
