#include "model/launch/targets/launch_flags.h"

#include "model/base/wording/messages.h"
#include "model/flags/advice/flag_proposals.h"
#include "model/launch/common/shell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

namespace headroom {
namespace {

/// A setting that wants to be in a run, before anybody asked whether the run can take it.
struct WantedFlag
{
    std::string name; ///< dashes in front do not count
    std::string value;
    std::string reason; ///< one sentence; may be empty
};

std::string withoutDashes(std::string_view name)
{
    const std::size_t start = name.find_first_not_of('-');
    return std::string(start == std::string_view::npos ? std::string_view {} : name.substr(start));
}

/// Why the run cannot take the flag; nothing: it can.
std::optional<std::string> reasonAgainst(const FlagEntry *entry, const ResolvedPlan &resolved)
{
    if (!entry)
        return "nobody reads a flag or variable of this name";
    const bool isTpu = resolved.accelerator.kind == AcceleratorKind::Tpu;
    if (!entry->isVariable()) {
        if (!resolved.framework().runsXla)
            return fmt::format("{} does not use XLA's compiler", resolved.framework().title);
        if (entry->carrier == FlagCarrier::LibtpuArgs && !isTpu)
            return std::string(
                "it is a flag of the TPU compiler, and in XLA_FLAGS it would end the process");
        if (isTpu && entry->name.starts_with("xla_gpu_"))
            return std::string("it is a flag of the GPU compiler");
    }
    if (entry->carrier != FlagCarrier::XlaFlags)
        return std::nullopt;
    const std::optional<JaxlibVersion> version = parseJaxlibVersion(resolved.releases.jaxlib);
    if (!version || statusAt(*entry, *version).presence == FlagPresence::Present)
        return std::nullopt;
    return fmt::format(
        "jaxlib {} does not have it and would end the process at start-up", version->text());
}

std::string wordsOf(const std::string &id, const Operands &operands)
{
    return id.empty() ? std::string() : messageText({ id, operands });
}

std::string settingText(const FlagSetting &setting)
{
    return displayLine(setting.name, 80) + '=' + displayLine(setting.value, 80);
}

/// Puts settings where their programs read them. Left out, with the reason: names that nobody
/// knows, compiler flags that the plan's jaxlib does not have (an unknown one would end the process
/// at start-up), compiler flags of the other kind of chip, and those of compilers that the
/// framework does not use. `default` as a value means that a piece of advice is switched off: not
/// written.
LaunchFlags placeFlags(
    std::span<const WantedFlag> wanted, const ResolvedPlan &plan, const FlagCatalogue &catalogue)
{
    LaunchFlags result;
    for (const WantedFlag &flag : wanted) {
        if (flag.value == "default")
            continue;
        const std::string name = withoutDashes(flag.name);
        const FlagEntry *entry = catalogue.find(name);
        if (const std::optional<std::string> reason = reasonAgainst(entry, plan)) {
            result.leftOut.push_back(
                { displayLine(name, 80) + '=' + displayLine(flag.value, 80), *reason });
            continue;
        }
        result.flags.push_back({ name, flag.value, entry->carrier, flag.reason });
    }
    return result;
}

void tellChange(const FlagChange &change, LaunchFlags &result)
{
    const std::string why = wordsOf(change.why, change.operands);
    if (change.kind != FlagChange::Kind::Renamed) {
        result.leftOut.push_back({ settingText(change.from), why });
        return;
    }
    std::string now;
    for (const FlagSetting &setting : change.to)
        now += (now.empty() ? "" : ", ") + markdownCode(settingText(setting));
    result.notes.push_back(fmt::format("{} of the plan is {} for this jaxlib. {}",
        markdownCode(settingText(change.from)), now, why));
}

} // namespace

LaunchFlags launchFlags(
    const ResolvedPlan &plan, const std::shared_ptr<const FlagCatalogue> &catalogue)
{
    std::vector<WantedFlag> wanted;
    const Result<FlagAdvisor> advisor = FlagAdvisor::make(catalogue, plan);
    if (!advisor) { // a version that is no number: only what the owner wrote
        for (const auto &[name, value] : plan.plan.flags)
            wanted.push_back({ name, value, "The plan sets it." });
        return placeFlags(wanted, plan, *catalogue);
    }
    const EffectiveFlags effective = advisor->effective(plan);
    for (const EffectiveFlag &flag : effective.flags)
        wanted.push_back({ flag.name, flag.value,
            flag.isFromPlan ? "The plan sets it." : wordsOf(flag.reason, flag.operands) });
    LaunchFlags result = placeFlags(wanted, plan, *catalogue);
    for (const FlagChange &change : effective.changes)
        tellChange(change, result);
    result.advice = advisor->advice(plan);
    std::erase_if(result.advice, [&](const FlagAdvice &advice) {
        return proposalClass(advice.kind) == ProposalClass::Set
            || std::ranges::any_of(
                result.flags, [&](const LaunchFlag &flag) { return flag.name == advice.name; });
    });
    return result;
}

LaunchFlagSource launchFlagSource(std::shared_ptr<const FlagCatalogue> catalogue)
{
    return [known = std::move(catalogue)](
               const ResolvedPlan &plan) { return launchFlags(plan, known); };
}

} // namespace headroom
