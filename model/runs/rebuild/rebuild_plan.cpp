#include "model/runs/rebuild/rebuild_plan.h"

#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/library/profiles/profile_index.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/framework_traits.h"
#include "model/plan/option_names.h"
#include "model/plan/remat_kind.h"
#include "model/plan/resolved_plan.h"
#include "model/rules/broken_rules.h"
#include "model/runs/rebuild/model_match.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace headroom {
namespace {

using Chips = std::vector<std::shared_ptr<const Accelerator>>;

Chips chipsOfKind(AcceleratorKind kind, const ProfileLibrary &library)
{
    Chips chips;
    for (const std::string &id : library.acceleratorIds())
        if (const auto chip = library.accelerator(id); chip && (*chip)->kind == kind)
            chips.push_back(*chip);
    return chips;
}

/// Without the vendor's words in front: "nvidia-h100" and "h100" name the same.
std::string_view bareName(std::string_view folded)
{
    for (const std::string_view vendor : { "nvidia-", "amd-", "instinct-", "tesla-", "geforce-" })
        if (folded.starts_with(vendor))
            folded.remove_prefix(vendor.size());
    return folded;
}

/// Chips of which a driver's name is the beginning, for drivers that name the family alone
/// ("NVIDIA H100").
Chips chipsOfFamily(std::string_view name, AcceleratorKind kind, const ProfileLibrary &library)
{
    const std::string folded = foldedName(trimmed(name));
    const std::string family = std::string { bareName(folded) } + '-';
    Chips chips = chipsOfKind(kind, library);
    std::erase_if(chips, [&](const auto &chip) {
        std::vector<std::string> names = library.acceleratorAliases(chip->id);
        names.push_back(chip->id);
        return family.size() < 3
            || std::ranges::none_of(names, [&family](const std::string &other) {
                   return (std::string { bareName(other) } + '-').starts_with(family);
               });
    });
    return chips;
}

/// Devices on fast links in the machines that most logs come from. ASSUMED
constexpr int defaultNode = 8;

/// The chip whose usable memory is that size. Where several are as near: the one of machines with
/// eight on fast links, where most logs come from; nullptr where none or several are left.
std::shared_ptr<const Accelerator> chipByMemory(double gib, Chips chips)
{
    // Of what logs print, rounded; a driver may keep a per cent more than that of the profile.
    constexpr double share = 0.015;
    constexpr double finest = 0.0015; // A100 and H100 of 80 GB lie nearer, and are not told apart
    const auto distance = [gib](const std::shared_ptr<const Accelerator> &chip) {
        return std::abs(inGib(chip->usableMemory) / gib - 1);
    };
    std::ranges::stable_sort(chips, {}, distance);
    if (chips.empty() || distance(chips.front()) > share)
        return nullptr;
    const double limit = std::max(finest, 3 * distance(chips.front()));
    std::erase_if(
        chips, [&](const auto &chip) { return chip != chips.front() && distance(chip) > limit; });
    if (chips.size() > 1)
        std::erase_if(chips, [](const auto &chip) { return chip->scaleUpDomain < defaultNode; });
    return chips.size() == 1 ? chips.front() : nullptr;
}

/// The chip whose memory is nearest to that size, of several as near the first with machines of
/// eight on fast links; nullptr: none is near.
std::shared_ptr<const Accelerator> nearestByMemory(double gib, Chips chips)
{
    constexpr double share = 0.06; // drivers and ECC take up to that
    std::erase_if(chips, [gib](const auto &chip) {
        return !(gib > 0) || std::abs(inGib(chip->usableMemory) / gib - 1) > share;
    });
    std::ranges::stable_sort(chips, {}, [gib](const std::shared_ptr<const Accelerator> &chip) {
        return std::abs(inGib(chip->usableMemory) / gib - 1)
            + (chip->scaleUpDomain < defaultNode ? share : 0);
    });
    return chips.empty() ? nullptr : chips.front();
}

/// Of these chips those with a peak that the log's own figures tell; all where none has it.
/// @source pytorch/torchtitan: tools/utils.py, get_peak_flops: of any other device it takes 312
Chips chipsOfPeak(Chips chips, const ConfigFacts &facts)
{
    constexpr double tera = 1e12;
    const double peak = facts.number("peak_tflops").value_or(0) * tera;
    Chips like = chips;
    std::erase_if(like, [peak](const auto &chip) {
        static constexpr std::array<std::string_view, 9> listed { "h100", "h200", "a100", "b200",
            "mi300x", "mi325x", "mi355x", "mi250x", "l40s" };
        return std::ranges::none_of(
                   listed, [&](std::string_view name) { return chip->id.starts_with(name); })
            || !chip->peak.bf16 || std::abs(chip->peak.bf16->value() / peak - 1) > 0.01;
    });
    return peak > 0 && !like.empty() ? like : chips;
}

void takeChip(
    PlanRebuild &rebuild, const std::shared_ptr<const Accelerator> &chip, FieldOrigin origin)
{
    rebuild.chip = chip;
    rebuild.draft.set("hardware.accelerator", chip->id, origin);
}

/// Rules that the rebuilt plan breaks are told, for the user to correct it.
void noteBrokenRules(PlanRebuild &rebuild)
{
    const Result<ResolvedPlan> resolved = resolvePlan(rebuild.plan(), rebuild.library);
    constexpr std::size_t most = 5;
    std::size_t count = 0;
    if (!resolved) {
        for (const Error &error : resolved.errors())
            if (count++ < most)
                rebuild.draft.note({ "run-rule-broken", { errorText(error) } });
        return;
    }
    // A rule about ranks says nothing where their number is a guess: the guess is asked about.
    const bool isGuess = rebuild.draft.devices == FieldOrigin::Assumed;
    const auto countsRanks = [](const RuleBreak &broken) {
        return std::ranges::find(broken.fields, "parallelism.fsdp") != broken.fields.end();
    };
    for (const RuleBreak &broken : brokenRules(*resolved))
        if (!(isGuess && countsRanks(broken)) && count++ < most)
            rebuild.draft.note({ "run-rule-broken", { errorText(broken.error) } });
}

/// The largest number of devices of a node that divides them all.
std::int64_t dividing(std::int64_t devices, std::int64_t perNode)
{
    perNode = std::clamp<std::int64_t>(perNode, 1, std::max<std::int64_t>(devices, 1));
    while (devices % perNode != 0)
        --perNode;
    return perNode;
}

std::string nameOf(const RunTrace &trace)
{
    if (!trace.name.empty())
        return trace.name;
    return trace.sources.empty()
        ? std::string {}
        : std::filesystem::path(trace.sources.front().file).stem().string();
}

} // namespace

std::shared_ptr<const Accelerator> chipByName(std::string_view name, const ProfileLibrary &library)
{
    std::string words(trimmed(name));
    while (!words.empty()) {
        const std::size_t last = words.find_last_of(" ,(|;");
        if (const auto chip = library.accelerator(trimmed(words)))
            return *chip;
        if (last == std::string::npos)
            return nullptr;
        words.resize(last);
        while (!words.empty() && words.back() == ' ')
            words.pop_back();
    }
    return nullptr;
}

bool PlanRebuild::read(std::string_view path, std::string_view key)
{
    const ConfigFacts &from = config().has(key) ? config() : facts();
    return from.has(key) && draft.set(path, from.text(key), FieldOrigin::Read);
}

Parallelism &PlanRebuild::startStages()
{
    Parallelism &degrees = plan().parallelism;
    degrees.stageLayers.clear();
    degrees.chunks = 1;
    draft.mark("parallelism.pipeline_chunks", FieldOrigin::Inferred);
    draft.mark("parallelism.stage_layers", FieldOrigin::Inferred);
    return degrees;
}

void rebuildAccelerator(PlanRebuild &rebuild)
{
    const ConfigFacts &facts = rebuild.facts();
    const bool isTpu
        = facts.text("device_family") == "TPU" || rebuild.config().text("hardware") == "tpu";
    const AcceleratorKind kind = isTpu ? AcceleratorKind::Tpu : AcceleratorKind::Gpu;
    const std::string name = facts.text("device_name");
    std::string_view named = name;
    if (const std::size_t tpu = named.find("TPU "); tpu != std::string_view::npos)
        named.remove_prefix(tpu); // "PJRT C API TFRT TPU v5 lite"
    if (const auto chip = chipByName(named, rebuild.library))
        return takeChip(rebuild, chip, FieldOrigin::Read);
    // A TPU's pool is its memory; a GPU's is a share of it.
    const double gib = facts.number(isTpu ? "pool_gib" : "device_gib").value_or(0);
    const Chips family = chipsOfFamily(named, kind, rebuild.library);
    if (family.size() == 1)
        return takeChip(rebuild, family.front(), FieldOrigin::Inferred);
    if (gib > 0)
        if (const auto chip = chipByMemory(gib,
                chipsOfPeak(family.empty() ? chipsOfKind(kind, rebuild.library) : family, facts)))
            return takeChip(rebuild, chip, FieldOrigin::Inferred);
    // Words of a job script: a constraint, a partition.
    const std::string hinted = facts.text("device_hint"); // a Scan keeps no text of its own
    Scan hints { hinted };
    while (!hints.rest().empty())
        if (const auto chip = chipByName(hints.until("|"), rebuild.library))
            return takeChip(rebuild, chip, FieldOrigin::Inferred);
    if (!name.empty())
        rebuild.draft.note({ "run-device-unknown", { displayLine(name, 80) } });
    const auto own = rebuild.library.accelerator(rebuild.plan().hardware.accelerator);
    if (own && (rebuild.hasBase || (*own)->kind == kind)) {
        rebuild.chip = *own;
        return;
    }
    if (const auto nearest
        = nearestByMemory(gib, chipsOfPeak(chipsOfKind(kind, rebuild.library), facts)))
        return takeChip(rebuild, nearest, FieldOrigin::Assumed);
    constexpr const char *defaultTpu = "tpu-v5p", *defaultGpu = "h100-sxm"; // ASSUMED
    if (const auto usual = rebuild.library.accelerator(isTpu ? defaultTpu : defaultGpu))
        takeChip(rebuild, *usual, FieldOrigin::Assumed);
}

void rebuildNodes(PlanRebuild &rebuild, std::int64_t devices, FieldOrigin origin)
{
    const ConfigFacts &facts = rebuild.facts();
    const std::int64_t told = facts.integer("devices_per_node").value_or(0);
    const std::int64_t nodes = facts.integer("nodes").value_or(0);
    std::int64_t perNode = 0;
    FieldOrigin split = FieldOrigin::Assumed;
    if (told > 0 && devices % told == 0) {
        perNode = told;
        split = FieldOrigin::Read;
    } else if (nodes > 0 && devices % nodes == 0) {
        perNode = devices / nodes;
        split = FieldOrigin::Inferred;
    } else {
        const std::int64_t own = rebuild.plan().hardware.devicesPerNode;
        const bool isOwn = rebuild.hasBase && devices % own == 0;
        perNode = isOwn ? own : dividing(devices, rebuild.chip ? rebuild.chip->devicesPerNode : 8);
        // What fits into a node of the chip lies in one.
        const int usual = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
        const bool isOneNode = devices <= usual && origin != FieldOrigin::Assumed;
        split = rebuild.hasBase || isOneNode ? FieldOrigin::Inferred : FieldOrigin::Assumed;
    }
    if (devices == 1 && split == FieldOrigin::Assumed)
        split = FieldOrigin::Inferred; // one device lies in one node
    rebuild.draft.devices = origin;
    const FieldOrigin both = rebuild.weaker(origin, split);
    rebuild.draft.set("hardware.devices_per_node", static_cast<double>(perNode),
        split == FieldOrigin::Read ? split : both);
    rebuild.draft.set("hardware.nodes", static_cast<double>(devices / perNode),
        both == FieldOrigin::Read && nodes == 0 ? FieldOrigin::Inferred : both);
}

void rebuildOptions(PlanRebuild &rebuild, const ConfigFacts &config)
{
    const Framework framework = frameworkTraits(rebuild.plan().framework).id;
    const bool isTorch = framework == Framework::DeepSpeed || framework == Framework::HuggingFace;
    for (const OptionNames &row : optionNames())
        // DeepSpeed's programs take the Trainer's arguments, and the Trainer DeepSpeed's file.
        for (const std::string_view name :
            { isTorch ? row.deepspeed : row.in(framework), isTorch ? row.trainer : "" }) {
            if (name.empty() || !config.has(name))
                continue;
            if (planField(row.path)->kind != FieldKind::Boolean)
                rebuild.draft.set(row.path, config.text(name), FieldOrigin::Read);
            else if (const auto isOn = config.flag(name))
                rebuild.draft.set(row.path, *isOn ? "true" : "false", FieldOrigin::Read);
        }
}

void assumeHabits(PlanRebuild &rebuild)
{
    const FrameworkTraits *const framework = findFramework(rebuild.plan().framework);
    if (rebuild.hasBase || !framework)
        return;
    const auto assume = [&rebuild](const char *path, const std::string &value) {
        rebuild.draft.set(path, value, FieldOrigin::Assumed);
    };
    const bool isTpu = rebuild.chip && rebuild.chip->kind == AcceleratorKind::Tpu;
    const bool isMegatron = framework->id == Framework::Megatron;
    const bool isSelective = isMegatron || framework->id == Framework::Torchtitan;
    assume("remat.policy", isSelective ? selectiveRematId : fullRematId);
    assume("attention", isTpu ? "splash" : framework->runsXla ? "cudnn-flash" : "flash");
    if (!compilesUnlessSaid(std::string { framework->name }))
        assume("options.compile", "false");
    if (framework->keepsFp32InOptimizer)
        assume("precision.weights", "bf16");
    // One node, over which Megatron-LM replicates and the others shard.
    const ConfigFacts &facts = rebuild.facts();
    const std::int64_t perNode = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
    const std::int64_t told = facts.integer("devices").value_or(
        facts.integer("nodes").value_or(1) * facts.integer("devices_per_node").value_or(perNode));
    const std::int64_t devices = std::clamp<std::int64_t>(told, 1, 1'000'000);
    const bool isTold = facts.has("devices") || facts.has("devices_per_node");
    rebuildNodes(rebuild, devices, isTold ? FieldOrigin::Read : FieldOrigin::Assumed);
    assume(isMegatron ? "parallelism.data" : "parallelism.fsdp", std::to_string(devices));
}

/// What the framework's own configuration says.
void rebuildFromConfig(PlanRebuild &rebuild)
{
    const FrameworkTraits *const framework = findFramework(rebuild.plan().framework);
    if (!framework)
        return;
    switch (framework->id) {
    case Framework::MaxText:
        return rebuildMaxText(rebuild);
    case Framework::Megatron:
        return rebuildMegatron(rebuild);
    case Framework::Torchtitan:
        return rebuildTorchtitan(rebuild);
    case Framework::DeepSpeed:
    case Framework::HuggingFace:
        return rebuildTorch(rebuild);
    case Framework::Jax:
        return; // a program of the user's prints what it likes
    }
}

/// The framework that printed the log; of one that plans do not have, the nearest is assumed.
void setFramework(PlanRebuild &rebuild)
{
    const bool isKnown = !rebuild.trace.framework.empty();
    const bool isTpu = rebuild.chip && rebuild.chip->kind == AcceleratorKind::Tpu;
    if (isKnown)
        rebuild.draft.set("framework", rebuild.trace.framework, FieldOrigin::Read);
    else if (!rebuild.hasBase && !rebuild.trace.format.empty()) {
        const auto isSplit
            = [&](const char *degree) { return rebuild.facts().number(degree).value_or(1) > 1; };
        rebuild.draft.set("framework",
            isTpu                                          ? "maxtext"
                : isSplit("tensor") || isSplit("pipeline") ? "megatron"
                                                           : "hf",
            FieldOrigin::Assumed);
    }
}

/// What the user's plan states is never replaced by what is assumed.
void keepStated(PlanDraft &draft, const Plan &base)
{
    for (const PlanField &field : planFields())
        if (draft.origin(field.path) == FieldOrigin::Assumed)
            draft.set(field.path, field.get(base), FieldOrigin::Inferred);
    if (draft.origin("parallelism.mesh") == FieldOrigin::Assumed)
        draft.plan.parallelism.mesh = base.parallelism.mesh;
    draft.devices = std::max(draft.devices, FieldOrigin::Inferred);
}

/// A plan that the file itself carries: all of it was read.
std::optional<PlanDraft> carriedPlan(const RunTrace &trace)
{
    if (trace.planText.empty())
        return std::nullopt;
    const Result<LoadedPlan> loaded = parsePlan(trace.planText, nameOf(trace));
    if (!loaded)
        return std::nullopt;
    return PlanDraft(loaded->plan, FieldOrigin::Read);
}

PlanDraft rebuildPlan(const RunTrace &trace, const ProfileLibrary &library, const Plan *base)
{
    if (std::optional<PlanDraft> carried = carriedPlan(trace))
        return *std::move(carried);
    PlanDraft draft(base ? *base : Plan {}, base ? FieldOrigin::Inferred : FieldOrigin::Assumed);
    PlanRebuild rebuild { trace, library, draft, base != nullptr };
    if (!base)
        draft.set("name", displayLine(nameOf(trace), 120), FieldOrigin::Inferred);
    rebuildAccelerator(rebuild);
    setFramework(rebuild);
    assumeHabits(rebuild);
    rebuildFromConfig(rebuild);
    rebuildTold(rebuild);
    if (!trace.modelFile.empty() || !trace.modelText.empty())
        rebuildModelFile(rebuild);
    if (trace.facts.has("jaxlib"))
        draft.set("software.jaxlib", trace.facts.text("jaxlib"), FieldOrigin::Read);
    rebuildFlags(rebuild);
    if (base)
        keepStated(draft, *base);
    noteBrokenRules(rebuild);
    return draft;
}

} // namespace headroom
