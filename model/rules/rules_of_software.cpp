#include "model/base/text/release_number.h"
#include "model/library/profiles/recipe_support.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/degrees.h"
#include "model/plan/fields/plan_field_builders.h"
#include "model/rules/plan_rule_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace headroom {
namespace {

constexpr int flashHeadLimit = 256; ///< elements; largest head of the flash kernels
constexpr std::string_view firstNumberedMaxText = "2025-09-15"; ///< @source its tag maxtext-v0.1.0
constexpr int fp8DimensionStep = 16; ///< elements; alignment of fp8 GEMM operands

std::vector<int> topologySides(const std::string &topology)
{
    std::vector<int> sides;
    std::istringstream stream { topology };
    for (std::string side; std::getline(stream, side, 'x');) {
        const bool isNumber = !side.empty() && side.size() < 6
            && std::ranges::all_of(side, [](unsigned char c) { return c >= '0' && c <= '9'; });
        if (!isNumber)
            return {};
        sides.push_back(std::stoi(side));
    }
    return sides;
}

void checkTopology(RuleList &rules)
{
    const HardwareChoice &hardware = rules.plan.hardware;
    if (hardware.topology.empty())
        return;
    const std::vector<int> sides = topologySides(hardware.topology);
    const bool isTpu = rules.chip.kind == AcceleratorKind::Tpu;
    if (!isTpu || std::cmp_not_equal(sides.size(), rules.chip.torusDimensions)) {
        rules.add("rule-topology-shape",
            { hardware.topology, rules.chip.name,
                isTpu ? Operand { std::to_string(rules.chip.torusDimensions) }
                      : Operand { Message { "no-numbers" } } },
            { "hardware.accelerator", "hardware.topology" });
        return;
    }
    std::int64_t product = 1;
    for (const int side : sides)
        product *= side;
    if (product != hardware.devicesPerNode)
        rules.add("rule-topology-product",
            { hardware.topology, std::to_string(product), std::to_string(hardware.devicesPerNode) },
            { "hardware.devices_per_node", "hardware.topology" });
}

bool isIn(const PrecisionRecipe &recipe, const std::string &framework)
{
    return std::ranges::find(recipe.frameworks, framework) != recipe.frameworks.end();
}

/// Ids of the recipes that the plan's framework has and its chip runs, for the plan's kind of work.
std::string servingRecipes(const RuleList &rules)
{
    const bool trains = rules.plan.workload.mode == WorkloadMode::Training;
    std::string ids = "none";
    if (rules.whole.recipes)
        for (const PrecisionRecipe &recipe : *rules.whole.recipes)
            if (!recipe.isNone() && isIn(recipe, rules.plan.framework)
                && !recipeObstacle(recipe, rules.chip) && !(trains && recipe.isForInference))
                ids += ", " + recipe.id;
    return ids;
}

} // namespace

void checkMesh(RuleList &rules)
{
    checkTopology(rules);
    const Mesh &mesh = rules.plan.parallelism.mesh;
    if (mesh.ici.empty() && mesh.dcn.empty())
        return;
    double inner = 1; // of any degrees, without overflow
    for (const auto *axes : { &mesh.ici, &mesh.dcn })
        for (const auto &[axis, degree] : *axes) {
            const std::string side = axes == &mesh.ici ? "ici" : "dcn";
            if (std::ranges::find(meshAxes, axis) == meshAxes.end())
                rules.addOfValue("rule-mesh-axis-unknown",
                    { axis, fmt::format("{}", fmt::join(meshAxes, ", ")) },
                    "parallelism.mesh." + side + "." + axis);
            else if (side == "ici")
                inner *= degree;
        }
    if (inner != rules.plan.hardware.devicesPerNode)
        rules.add("rule-mesh-ici",
            { numberText(inner), std::to_string(rules.plan.hardware.devicesPerNode) },
            { "hardware.devices_per_node", "parallelism.mesh.ici" });
}

void checkKernels(RuleList &rules)
{
    const Plan &plan = rules.plan;
    const bool isTpu = rules.chip.kind == AcceleratorKind::Tpu;
    if (isTpu && !rules.whole.framework().runsXla)
        rules.add("rule-framework-chip", { plan.framework, rules.chip.name, "maxtext, jax" },
            { "hardware.accelerator", "framework" });
    const auto &peak = rules.chip.peak;
    const NumberFormat compute = plan.precision.compute;
    const bool hasRate = compute == NumberFormat::Bf16 ? peak.bf16.has_value()
        : compute == NumberFormat::Fp16                ? peak.fp16.has_value()
                                                       : peak.fp32.has_value() || isTpu;
    if (!hasRate)
        rules.add("rule-compute-chip", { nameOf(compute), rules.chip.name },
            { "hardware.accelerator", "precision.compute" });
    if (!takesAttention(rules.chip, plan.attention)) {
        std::string valid;
        for (const AttentionTraits &row : allAttentions())
            if (row.isOffered && takesAttention(rules.chip, row.id))
                valid += (valid.empty() ? "" : ", ") + std::string { row.name };
        rules.add("rule-attention-chip", { nameOf(plan.attention), rules.chip.name, valid },
            { "hardware.accelerator", "attention" });
    }
    const int headDim = rules.model.mla
        ? rules.model.mla->qkNopeHeadDim + rules.model.mla->qkRopeHeadDim
        : rules.model.headDim;
    if (attentionTraits(plan.attention).limitsHeads && headDim > flashHeadLimit)
        rules.add("rule-flash-head-dim",
            { nameOf(plan.attention), std::to_string(flashHeadLimit), std::to_string(headDim) },
            { "model", "attention" });
}

void checkRecipe(RuleList &rules)
{
    const PrecisionRecipe &recipe = rules.whole.recipe;
    if (recipe.isNone())
        return;
    const std::vector<std::string> fields { "precision.recipe", "hardware.accelerator" };
    const MatmulRate rate = recipe.matmulRate;
    if (const auto obstacle = recipeObstacle(recipe, rules.chip))
        rules.add(recipeChipRule, { recipe.id, rules.chip.name, *obstacle, servingRecipes(rules) },
            fields);
    if (!isIn(recipe, rules.plan.framework))
        rules.add(recipeFrameworkRule,
            { recipe.id, std::string { rules.whole.framework().title }, servingRecipes(rules) },
            { "framework", "precision.recipe" });
    if (recipe.isForInference && rules.plan.workload.mode == WorkloadMode::Training)
        rules.add("rule-recipe-training", { recipe.id, servingRecipes(rules) },
            { "workload.mode", "precision.recipe" });
    if (rate == MatmulRate::Fp8 || rate == MatmulRate::Fp4) {
        const std::pair<const char *, std::int64_t> dimensions[] {
            { "hidden-size", rules.model.hidden }, { "mlp-width", rules.model.ffn }
        };
        for (const auto &[words, size] : dimensions)
            if (size % fp8DimensionStep != 0)
                rules.add("rule-recipe-dimensions",
                    { recipe.id, Message { words }, std::to_string(size) },
                    { "model", "precision.recipe" });
    }
}

void checkReleases(RuleList &rules)
{
    const Software &software = rules.plan.software;
    const std::pair<const char *, const std::string &> releases[] {
        { "software.jaxlib", software.jaxlib }, { "software.megatron", software.megatron },
        { "software.torchtitan", software.torchtitan }
    };
    for (const auto &[path, release] : releases)
        if (!release.empty() && (!parseReleaseNumber(release) || isReleaseDay(release)))
            rules.addOfValue("rule-release-form", { path, release }, path);
    // MaxText alone has commits that are called by their day, from before it had numbers.
    const std::string &maxtext = software.maxtext;
    if (isReleaseDay(maxtext) ? maxtext >= firstNumberedMaxText
                              : !maxtext.empty() && !parseReleaseNumber(maxtext))
        rules.addOfValue("rule-release-form", { "software.maxtext", maxtext }, "software.maxtext");
}

void checkRemat(RuleList &rules)
{
    const RematChoice &remat = rules.plan.remat;
    if (!remat.tensors.empty() && remat.policy != customRematId)
        rules.add("rule-remat-tensors", { remat.policy }, { "remat.policy", "remat.tensors" });
    const FrameworkTraits &framework = rules.whole.framework();
    if (!takesRemat(framework, rematKind(remat.policy, framework)))
        rules.add("rule-remat-framework",
            { remat.policy, rules.plan.framework, Message { "maxtext-policies" } },
            { "remat.policy", "framework" });
}

} // namespace headroom
