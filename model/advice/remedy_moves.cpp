#include "model/advice/remedy_moves.h"

#include "model/advice/sweep.h"
#include "model/physics/prepare/flag_effects.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/remat_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace headroom {
namespace {

const std::string poolSharePath = std::string { "flags." } + poolShareVariable;
constexpr const char *microBatchPath = "parallelism.micro_batch_sequences";
constexpr const char *evaluationPath = "workload.evaluation.micro_batch";
/// Larger degrees of these axes belong to clusters that a search lays out. ASSUMED
constexpr int maxDegree = 16;
constexpr int minSequence = 1024; ///< tokens. ASSUMED: shorter ones are another job
constexpr int maxMoreNodes = 64; ///< times the plan's own

FieldChange number(const char *path, std::int64_t value)
{
    return { path, std::to_string(value) };
}

/// A pool as large as what lives outside of it leaves.
std::vector<PlanMove> poolMoves(const ResolvedPlan &plan, const MoveSources &sources)
{
    const Bytes usable = plan.accelerator.usableMemory;
    if (!plan.framework().runsXla || plan.accelerator.kind != AcceleratorKind::Gpu
        || usable <= Bytes {})
        return {};
    const double share = std::floor((1 - sources.outsidePool / usable) * 100) / 100;
    if (!(share > 0))
        return {};
    return { { { poolSharePath, fmt::format("{:.2f}", share) } } };
}

struct TradedAxis
{
    const char *path;
    int Degrees::*degree;
};
constexpr std::array tradedAxes { TradedAxis { "parallelism.tensor", &Degrees::tensor },
    TradedAxis { "parallelism.context", &Degrees::context },
    TradedAxis { "parallelism.pipeline", &Degrees::pipeline } };

/// What no longer means anything with these degrees.
void dropIdle(const ResolvedPlan &plan, const char *path, int degree, PlanMove &move)
{
    const Parallelism &own = plan.plan.parallelism;
    if (std::string_view(path) == "parallelism.tensor" && degree == 1 && own.sequenceParallel)
        move.push_back({ "parallelism.sequence_parallel", "false" });
    if (std::string_view(path) == "parallelism.pipeline") {
        if (own.chunks > 1)
            move.push_back(number("parallelism.pipeline_chunks", 1));
        if (!own.stageLayers.empty())
            move.push_back({ "parallelism.stage_layers", "" });
    }
}

/// A move, and the same with a micro-batch of one sequence: a rank may have to split its batch
/// anew.
void addWithBatch(std::vector<PlanMove> &moves, const ResolvedPlan &plan, PlanMove move)
{
    moves.push_back(move);
    if (plan.plan.parallelism.microBatch <= 1)
        return;
    move.push_back(number(microBatchPath, 1));
    moves.push_back(std::move(move));
}

/// One axis at another degree, and the devices that it leaves or takes as shards or replicas.
void addTrades(std::vector<PlanMove> &moves, const ResolvedPlan &plan)
{
    const Parallelism &own = plan.plan.parallelism;
    for (const TradedAxis &axis : tradedAxes) {
        const int all = own.*axis.degree * own.fsdp * own.data;
        for (int degree = 1; degree <= std::min(maxDegree, all); ++degree) {
            if (degree == own.*axis.degree || all % degree != 0)
                continue;
            PlanMove base { number(axis.path, degree) };
            dropIdle(plan, axis.path, degree, base);
            const int ranks = all / degree;
            std::vector<std::pair<int, int>> splits { { 1, ranks }, { ranks, 1 } };
            if (ranks % own.data == 0)
                splits.emplace_back(own.data, ranks / own.data);
            std::ranges::sort(splits);
            splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
            for (const auto &[data, fsdp] : splits) {
                PlanMove move = base;
                move.push_back(number("parallelism.data", data));
                move.push_back(number("parallelism.fsdp", fsdp));
                addWithBatch(moves, plan, move);
                // More ranks to shard over are of use only to a plan that shards.
                for (int stage = 1; own.zeroStage == 0 && stage <= 3; ++stage) {
                    move.push_back(number("parallelism.zero_stage", stage));
                    addWithBatch(moves, plan, move);
                    move.pop_back();
                }
            }
        }
    }
}

/// Replicas as shards and the other way round, under each ZeRO stage.
void addShards(std::vector<PlanMove> &moves, const ResolvedPlan &plan)
{
    const Parallelism &own = plan.plan.parallelism;
    const int ranks = own.data * own.fsdp;
    for (int stage = 0; stage <= 3; ++stage) {
        if (stage != own.zeroStage)
            moves.push_back({ number("parallelism.zero_stage", stage) });
        for (const auto &[data, fsdp] : { std::pair { 1, ranks }, std::pair { ranks, 1 } })
            if (data != own.data)
                moves.push_back({ number("parallelism.data", data),
                    number("parallelism.fsdp", fsdp), number("parallelism.zero_stage", stage) });
    }
}

void addChoices(std::vector<PlanMove> &moves, const ResolvedPlan &plan, const char *path,
    std::initializer_list<const char *> values)
{
    const std::string now = planFieldText(plan.plan, path);
    if (std::string_view(path).starts_with("options.") && !plan.framework().hasOption(path))
        return;
    for (const char *value : values)
        if (now != value)
            moves.push_back({ { path, value } });
}

void addPolicies(std::vector<PlanMove> &moves, const ResolvedPlan &plan,
    const ProfileLibrary &library, bool offloads)
{
    for (const std::string &id : library.rematPolicyIds()) {
        const Result<RematPolicy> policy = library.rematPolicy(id);
        if (!policy || id == customRematId || id == plan.plan.remat.policy
            || std::ranges::find(policy->frameworks, plan.plan.framework)
                == policy->frameworks.end())
            continue;
        const bool isOffloading = std::ranges::any_of(policy->tensors,
            [](const auto &entry) { return entry.second == TensorPlace::Offload; });
        if (isOffloading == offloads)
            moves.push_back({ { "remat.policy", id } });
    }
}

/// An evaluation of fewer sequences at a time, which changes nothing that is trained.
void addEvaluations(std::vector<PlanMove> &moves, const ResolvedPlan &plan)
{
    for (double size = std::floor(plan.plan.workload.evaluation.microBatch / 2); size >= 1;
         size = std::floor(size / 2))
        moves.push_back({ number(evaluationPath, static_cast<std::int64_t>(size)) });
}

std::vector<PlanMove> layoutMoves(const ResolvedPlan &plan, const MoveSources &sources)
{
    std::vector<PlanMove> moves;
    addShards(moves, plan);
    for (const std::string &size : microBatchChoices(plan))
        moves.push_back({ { microBatchPath, size } });
    addEvaluations(moves, plan);
    addPolicies(moves, plan, sources.library, false);
    addChoices(moves, plan, "parallelism.sequence_parallel", { "true", "false" });
    addTrades(moves, plan);
    addChoices(moves, plan, "parallelism.pipeline_chunks", { "1", "2", "4", "5", "8" });
    addChoices(moves, plan, "options.vocab_tiling", { "1", "2", "4", "8", "16" });
    addChoices(moves, plan, "options.pipeline_gather", { "once", "each" });
    for (const char *path :
        { "options.overlap_grad_reduce", "options.overlap_param_gather", "options.tensor_overlap" })
        addChoices(moves, plan, path, { "true" });
    return moves;
}

std::vector<PlanMove> offloadMoves(const ResolvedPlan &plan, const MoveSources &sources)
{
    std::vector<PlanMove> moves;
    addPolicies(moves, plan, sources.library, true);
    addChoices(moves, plan, "options.offload_optimizer", { "true" });
    addChoices(moves, plan, "options.offload_parameters", { "true" });
    return moves;
}

std::vector<PlanMove> numericsMoves(const ResolvedPlan &plan, const MoveSources &sources)
{
    std::vector<PlanMove> moves;
    addChoices(moves, plan, "optimizer", { "adamw_bf16", "adamw_8bit" });
    addChoices(moves, plan, "precision.optimizer_state", { "bf16" });
    addChoices(moves, plan, "precision.gradients", { "bf16" });
    addChoices(moves, plan, "precision.weights", { "bf16" });
    addChoices(moves, plan, "precision.compute", { "bf16" });
    for (const std::string &recipe : sources.library.recipeIds())
        if (recipe != plan.plan.precision.recipe && recipe != "none")
            moves.push_back({ { "precision.recipe", recipe } });
    return moves;
}

/// All devices as shards, for frameworks of adapters that split nothing else.
void addAsShards(PlanMove &move, const ResolvedPlan &plan)
{
    const auto put = [&move](const char *path, const std::string &value) {
        std::erase_if(move, [path](const FieldChange &change) { return change.path == path; });
        move.push_back({ path, value });
    };
    for (const char *path : { "parallelism.data", "parallelism.tensor", "parallelism.context",
             "parallelism.pipeline", "parallelism.pipeline_chunks", microBatchPath })
        put(path, "1");
    put("parallelism.fsdp", std::to_string(plan.deviceCount()));
    put("parallelism.zero_stage", "3");
    put("parallelism.sequence_parallel", "false");
}

std::vector<PlanMove> workMoves(const ResolvedPlan &plan, const MoveSources &sources)
{
    std::vector<PlanMove> moves;
    if (sources.tune)
        for (const TuningMethod method : { TuningMethod::Lora, TuningMethod::Qlora })
            if (PlanMove move = sources.tune(method); !move.empty()) {
                moves.push_back(move);
                addAsShards(move, plan);
                moves.push_back(std::move(move));
            }
    for (std::int64_t length = plan.plan.workload.sequenceLength / 2; length >= minSequence;
         length /= 2)
        moves.push_back({ number("workload.sequence_length", length) });
    return moves;
}

std::vector<PlanMove> machineMoves(const ResolvedPlan &plan, const MoveSources &sources)
{
    std::vector<PlanMove> moves;
    const Parallelism &own = plan.plan.parallelism;
    for (int factor = 2; factor <= maxMoreNodes; factor *= 2) {
        const PlanMove nodes { number(
            "hardware.nodes", std::int64_t { plan.plan.hardware.nodes } * factor) };
        for (const auto &[path, degree] : { std::pair { "parallelism.fsdp", own.fsdp },
                 std::pair { "parallelism.pipeline", own.pipeline } }) {
            PlanMove move = nodes;
            move.push_back(number(path, std::int64_t { degree } * factor));
            dropIdle(plan, path, degree * factor, move);
            addWithBatch(moves, plan, std::move(move));
        }
    }
    for (const std::string &id : sources.library.acceleratorIds()) {
        const auto chip = sources.library.accelerator(id);
        const bool isLarger = chip && (*chip)->kind == plan.accelerator.kind
            && (*chip)->vendor == plan.accelerator.vendor
            && (*chip)->usableMemory > plan.accelerator.usableMemory
            && (*chip)->devicesPerNode == plan.accelerator.devicesPerNode;
        if (isLarger && plan.accelerator.kind == AcceleratorKind::Gpu)
            moves.push_back({ { "hardware.accelerator", id } });
    }
    return moves;
}

} // namespace

Reach reachOf(const PlanMove &move)
{
    struct Start
    {
        std::string_view path;
        Reach reach;
    };
    static const std::array starts { Start { "hardware.", Reach::Machines },
        Start { evaluationPath, Reach::Layout }, Start { "workload.", Reach::Work },
        Start { "tuning.", Reach::Work }, Start { "precision.", Reach::Numerics },
        Start { "optimizer", Reach::Numerics }, Start { "options.offload_", Reach::Offload },
        Start { poolSharePath, Reach::Pool }, Start { "", Reach::Layout } };
    Reach furthest = Reach::Pool;
    for (const FieldChange &change : move)
        for (const Start &start : starts)
            if (change.path.starts_with(start.path)) {
                furthest = std::max(furthest, start.reach);
                break;
            }
    return furthest;
}

const char *altersName(Reach reach)
{
    static constexpr std::array<const char *, reachCount> names { "none", "layout", "layout",
        "numerics", "work", "work" };
    return names[static_cast<std::size_t>(reach)];
}

std::vector<PlanMove> planMoves(const ResolvedPlan &plan, Reach reach, const MoveSources &sources)
{
    static constexpr std::array<
        std::vector<PlanMove> (*)(const ResolvedPlan &, const MoveSources &), reachCount>
        makers { poolMoves, layoutMoves, offloadMoves, numericsMoves, workMoves, machineMoves };
    return makers[static_cast<std::size_t>(reach)](plan, sources);
}

} // namespace headroom
