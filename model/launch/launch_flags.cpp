#include "model/launch/launch_flags.h"

#include "model/launch/shell_text.h"
#include "model/launch/translate_plan.h"

#include <fmt/format.h>

#include <optional>

namespace headroom {
namespace {

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
        if (!isJaxFramework(resolved.plan.framework))
            return fmt::format("{} does not use XLA's compiler", resolved.plan.framework);
        if (entry->carrier == FlagCarrier::LibtpuArgs && !isTpu)
            return std::string(
                "it is a flag of the TPU compiler, and in XLA_FLAGS it would end the process");
        if (isTpu && entry->name.starts_with("xla_gpu_"))
            return std::string("it is a flag of the GPU compiler");
    }
    if (entry->carrier != FlagCarrier::XlaFlags)
        return std::nullopt;
    const std::optional<JaxlibVersion> version = parseJaxlibVersion(resolved.plan.software.jaxlib);
    if (!version || statusAt(*entry, *version).presence == FlagPresence::Present)
        return std::nullopt;
    return fmt::format(
        "jaxlib {} does not have it and would end the process at start-up", version->text());
}

} // namespace

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

} // namespace headroom
