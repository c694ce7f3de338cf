#include "model/search/search_variant.h"

#include "model/base/units/calendar.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/tuning.h"
#include "model/rules/broken_rules.h"
#include "model/search/search_settings.h"

#include <algorithm>
#include <tuple>

namespace headroom {
namespace {

constexpr std::size_t maxVariants = 2048; ///< each holds its own prepared model
constexpr int maxDevicesTried = 131072;
constexpr double tokensOfCost = 1e12;

std::vector<int> alphabetRanks(const std::vector<RematCosts> &remats)
{
    std::vector<int> ranks;
    for (const RematCosts &remat : remats)
        ranks.push_back(static_cast<int>(std::ranges::count_if(
            remats, [&remat](const RematCosts &other) { return other.id < remat.id; })));
    return ranks;
}

/// All that an evaluation reads of a policy; a new field has to be named here.
auto costsOf(const RematCosts &remat)
{
    const auto &[id, kind, plain, sharded, moePlain, moeSharded, whole, experts, offload, replay,
        attention, elementwise, tensorTraffic, isFull, dispatch, keepsScores]
        = remat;
    (void)id;
    return std::tie(kind, plain, sharded, moePlain, moeSharded, whole, experts, offload, replay,
        attention, elementwise, tensorTraffic, isFull, dispatch, keepsScores);
}

std::vector<int> firstAlike(const std::vector<RematCosts> &remats)
{
    std::vector<int> first;
    for (const RematCosts &remat : remats)
        first.push_back(
            static_cast<int>(std::ranges::find_if(remats, [&remat](const RematCosts &other) {
                return costsOf(other) == costsOf(remat);
            }) - remats.begin()));
    return first;
}

std::vector<std::string> policyIds(const Prepared &prepared)
{
    std::vector<std::string> ids;
    for (const RematCosts &remat : prepared.remats)
        ids.push_back(remat.id);
    return ids;
}

/// 1 … 8, then four values for each doubling.
std::vector<std::string> deviceSeries(int own, int limit)
{
    std::vector<int> counts { own };
    for (int base = 1; base <= limit; base *= 2)
        for (int quarter = 4; quarter < 8; ++quarter)
            if (base * quarter % 4 == 0 && base * quarter / 4 <= limit)
                counts.push_back(base * quarter / 4);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    std::vector<std::string> texts;
    for (const int count : counts)
        texts.push_back(std::to_string(count));
    return texts;
}

std::vector<std::string> nodeCounts(const ResolvedPlan &resolved)
{
    const int own = resolved.plan.hardware.nodes;
    const int most
        = std::max(1, maxDevicesTried / std::max(1, resolved.plan.hardware.devicesPerNode));
    return deviceSeries(own, std::min(most, std::max(4 * own, 128)));
}

std::vector<std::string> devicesPerNode(const ResolvedPlan &resolved)
{
    const Accelerator &chip = resolved.accelerator;
    const int most = chip.kind == AcceleratorKind::Tpu ? std::max(1, chip.podMax)
                                                       : std::max(1, chip.devicesPerNode);
    std::vector<std::string> counts;
    for (int count = 1; count <= most; count *= 2)
        counts.push_back(std::to_string(count));
    return counts;
}

void addUnique(std::vector<std::string> &values, const std::string &value)
{
    if (std::ranges::find(values, value) == values.end())
        values.push_back(value);
}

/// Changes of the plan that one value of a setting means.
std::vector<FieldChange> changesFor(
    const std::string &path, const std::string &value, const Plan &plan)
{
    std::vector<FieldChange> changes { { path, value } };
    if (path == "hardware.devices_per_node" && !plan.hardware.topology.empty()
        && value != std::to_string(plan.hardware.devicesPerNode))
        changes.push_back({ "hardware.topology", "" });
    return changes;
}

/// Whether a combination says of the tuning what another one says in fewer words: fields of
/// adapters without adapters, or the base that `auto` means.
bool repeatsTuning(const Tuning &tuning, const Tuning &asked)
{
    if (!tuning.isAdapted())
        return tuning.rank != asked.rank || tuning.targets != asked.targets
            || tuning.base != asked.base;
    if (tuning.base == asked.base)
        return false;
    // A checkpoint that somebody must have quantised, 32 bits that autocast throws away, and of two
    // that cost the same.
    if (tuning.base == BaseFormat::Gptq || tuning.base == BaseFormat::Awq
        || tuning.base == BaseFormat::Fp32)
        return true;
    if (tuning.base == BaseFormat::Auto)
        return asked.base == tuning.storedBase();
    Tuning shorter = tuning;
    shorter.base = BaseFormat::Auto;
    return shorter.storedBase() == tuning.base;
}

void addDeadline(SearchVariant &variant, const SearchRequest &request)
{
    const Plan &plan = variant.pool.resolved().plan;
    const double tokensPerStep = static_cast<double>(plan.workload.sequenceLength)
        * static_cast<double>(plan.workload.globalBatchSequences)
        * usefulShare(plan.workload.packing);
    variant.devices = static_cast<double>(variant.pool.resolved().deviceCount());
    variant.costPerSecond = variant.devices * variant.pool.resolved().accelerator.pricePerDeviceHour
        / secondsPerHour * tokensOfCost / tokensPerStep;
    if (request.deadlineDays && plan.workload.trainingTokens)
        variant.stepLimit
            = *request.deadlineDays * secondsPerDay * tokensPerStep / *plan.workload.trainingTokens;
}

/// The last variant again under each other choice of the free flags.
void addFlips(std::vector<std::unique_ptr<SearchVariant>> &variants, const Estimator &estimator,
    const SearchRequest &request)
{
    const ResolvedPlan resolved = variants.back()->pool.resolved();
    const std::vector<FieldChange> changes = variants.back()->changes;
    for (FlagFlips &flips : flagChoices(estimator, resolved, request.free))
        if (!flips.empty())
            variants.push_back(std::make_unique<SearchVariant>(
                estimator, resolved, request.free, changes, std::move(flips)));
}

/// Values that a search tries for a setting outside the Candidate; the plan's own is among them.
std::vector<std::string> settingValues(
    const std::string &path, const ResolvedPlan &resolved, const ProfileLibrary &library)
{
    const PlanField *field = planField(path);
    std::vector<std::string> values;
    if (path == "hardware.nodes")
        values = nodeCounts(resolved);
    else if (path == "hardware.devices_per_node")
        values = devicesPerNode(resolved);
    else if (path == "options.vocab_tiling")
        values = { "1", "2", "4", "8", "16" };
    else if (path == "tuning.rank")
        values = { "4", "8", "16", "32", "64", "128", "256" };
    else if (path == "parallelism.stage_layers")
        values = { "" };
    else if (field && field->kind == FieldKind::Boolean)
        values = { "false", "true" };
    else if (field && (field->kind == FieldKind::Choice || field->kind == FieldKind::WordList))
        values = field->choices;
    else if (field && field->ids == IdSource::Accelerators)
        values = library.acceleratorIds();
    else if (field && field->ids == IdSource::Recipes)
        values = library.recipeIds();
    addUnique(values, planFieldText(resolved.plan, path));
    return values;
}

} // namespace

SearchVariant::SearchVariant(const Estimator &estimator, ResolvedPlan resolved,
    const std::vector<std::string> &free, std::vector<FieldChange> differences, FlagFlips flips)
    : pool(estimator, std::move(resolved), std::move(flips))
    , space(pool.resolved(), free, policyIds(pool.own()))
    , changes(std::move(differences))
    , policyRanks(alphabetRanks(pool.own().remats))
    , alikePolicies(firstAlike(pool.own().remats))
    , hostMemory(gib(pool.resolved().accelerator.hostMemoryGibPerNode))
{ }

std::optional<Candidate> firstPoint(const SearchVariant &variant)
{
    std::optional<Candidate> first;
    for (const Block &block : variant.space.blocks()) {
        variant.space.forEachGroup(block, [&](const PointGroup &group) {
            PointSpace::forEachPoint(group, [&](const Candidate &candidate) {
                if (!first)
                    first = candidate;
            });
            return !first;
        });
        if (first)
            break;
    }
    return first;
}

Simplicity simplicityOf(const SearchVariant &variant, const Candidate &candidate)
{
    const Candidate &own = variant.space.own();
    return { axesInUse(candidate),
        differences(candidate, own) + (candidate.remat != own.remat)
            + static_cast<int>(variant.changes.size()) };
}

double objectiveValue(
    Objective objective, const SearchVariant &variant, Seconds step, Bytes needed, Bytes budget)
{
    switch (objective) {
    case Objective::Throughput:
        return step.value();
    case Objective::Memory:
        return (needed - budget).value();
    case Objective::Cost:
        return step.value() * variant.costPerSecond;
    case Objective::Devices:
        break;
    }
    return variant.devices;
}

Result<std::vector<std::unique_ptr<SearchVariant>>> searchVariants(
    const Estimator &estimator, const SearchRequest &request)
{
    const ProfileLibrary &library = estimator.library();
    Result<ResolvedPlan> own = resolvePlan(request.plan, library, request.folder);
    if (!own)
        return own.errors();
    std::vector<std::vector<FieldChange>> combinations { {} };
    for (const std::string &path : request.free) {
        if (isPointSetting(path) || path.starts_with("flags"))
            continue;
        std::vector<std::vector<FieldChange>> wider;
        for (const auto &combination : combinations)
            for (const std::string &value : settingValues(path, *own, library)) {
                wider.push_back(combination);
                for (FieldChange &change : changesFor(path, value, request.plan))
                    wider.back().push_back(std::move(change));
            }
        if (wider.size() > maxVariants)
            return Error { "search-too-wide", "--free",
                { path, std::to_string(wider.size()), std::to_string(maxVariants) } };
        combinations = std::move(wider);
    }
    std::vector<std::unique_ptr<SearchVariant>> variants;
    Errors problems;
    for (auto &combination : combinations) {
        Plan plan = request.plan;
        for (const FieldChange &change : combination)
            setPlanField(plan, change.path, change.value, change.path);
        if (repeatsTuning(*plan.tuning, *request.plan.tuning))
            continue;
        Result<ResolvedPlan> resolved = resolvePlan(plan, library, request.folder);
        if (!resolved)
            continue;
        // A price that is not known is no price of 0.
        if (request.objective == Objective::Cost && resolved->accelerator.pricePerDeviceHour <= 0)
            continue;
        auto variant = std::make_unique<SearchVariant>(
            estimator, *std::move(resolved), request.free, std::move(combination));
        const std::optional<Candidate> first = firstPoint(*variant);
        if (!first)
            continue;
        const ResolvedPlan point = variant->pool.resolvedAt(*first);
        std::vector<RuleBreak> broken = brokenRules(point);
        if (request.wantsFiles)
            for (RuleBreak &missing : missingBlocks(point))
                broken.push_back(std::move(missing));
        for (const RuleBreak &rule : broken) {
            Error error = rule.error;
            error.where = request.where ? request.where(rule.fields) : "";
            if (std::ranges::find(problems, error) == problems.end())
                problems.push_back(std::move(error));
        }
        if (!broken.empty())
            continue;
        const std::size_t made = variants.size();
        variants.push_back(std::move(variant));
        addFlips(variants, estimator, request);
        if (variants.size() > maxVariants)
            return Error { "search-too-wide", "--free",
                { "flags", std::to_string(variants.size()), std::to_string(maxVariants) } };
        for (std::size_t i = made; i < variants.size(); ++i)
            addDeadline(*variants[i], request);
    }
    if (variants.empty() && !problems.empty())
        return problems;
    std::ranges::stable_sort(variants, {}, [](const auto &variant) { return variant->devices; });
    return variants;
}

} // namespace headroom
