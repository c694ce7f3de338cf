#include "model/runs/crash_report.h"

#include "model/base/units/quantity.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom {
namespace {

Document crashBytes(const std::optional<double> &bytes)
{
    return bytes ? Document { static_cast<std::int64_t>(std::llround(*bytes)) } : Document {};
}

} // namespace

Document crashMembers(const std::optional<RunCrash> &crash)
{
    if (!crash)
        return {};
    Document ranks = Document::sequence();
    for (const int rank : crash->ranks)
        ranks.append(rank);
    return Document::mapping({ { "kind", crashKindName(crash->kind) }, { "text", crash->text },
        { "requested_bytes", crashBytes(crash->requestedBytes) },
        { "allocated_bytes", crashBytes(crash->allocatedBytes) },
        { "reserved_bytes", crashBytes(crash->reservedBytes) }, { "ranks", std::move(ranks) },
        { "phase", crash->phase.empty() ? Document {} : Document { crash->phase } } });
}

std::string crashLine(const std::optional<RunCrash> &crash)
{
    if (!crash)
        return {};
    std::string text = fmt::format("  ended: {}", crashKindName(crash->kind));
    if (!crash->phase.empty())
        text += " in " + crash->phase;
    if (!crash->ranks.empty())
        text += fmt::format(" (rank {})", fmt::join(crash->ranks, ", "));
    const auto add = [&text](const std::optional<double> &bytes, const char *what) {
        if (bytes)
            text += fmt::format(", {:.2f} GiB {}", *bytes / bytesPerGib, what);
    };
    add(crash->requestedBytes, "requested");
    add(crash->allocatedBytes, "allocated");
    add(crash->reservedBytes, "reserved");
    return text + '\n';
}

} // namespace headroom
