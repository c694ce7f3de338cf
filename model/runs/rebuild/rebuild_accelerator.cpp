#include "model/base/text/display_line.h"
#include "model/library/profiles/profile_index.h"
#include "model/runs/rebuild/rebuild_plan.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <cmath>
#include <functional>

// Which chip a run was on: by its name, else by its memory, peak or kind.

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

/// Leaves out cards that no cloud of the lists rents out, where others are left: few logs come from
/// them. ASSUMED
void preferRented(Chips &chips)
{
    const auto isRented = [](const auto &chip) { return chip->pricePerDeviceHour > 0; };
    if (std::ranges::any_of(chips, isRented))
        std::erase_if(chips, std::not_fn(isRented));
}

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
    preferRented(chips);
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
    preferRented(chips);
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
    const Chips likely
        = chipsOfPeak(family.empty() ? chipsOfKind(kind, rebuild.library) : family, facts);
    if (family.size() == 1)
        return takeChip(rebuild, family.front(), FieldOrigin::Inferred);
    if (gib > 0)
        if (const auto chip = chipByMemory(gib, likely))
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
    if (own && (rebuild.hasBase || (gib <= 0 && (*own)->kind == kind))) {
        rebuild.chip = *own;
        return;
    }
    if (const auto nearest = nearestByMemory(gib, likely))
        return takeChip(rebuild, nearest, FieldOrigin::Assumed);
    constexpr const char *defaultTpu = "tpu-v5p", *defaultGpu = "h100-sxm"; // ASSUMED
    if (const auto usual = rebuild.library.accelerator(isTpu ? defaultTpu : defaultGpu))
        takeChip(rebuild, *usual, FieldOrigin::Assumed);
}

} // namespace headroom
