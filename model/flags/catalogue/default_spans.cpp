#include "model/flags/catalogue/default_spans.h"

namespace headroom {

std::vector<DefaultSpan> defaultSpans(const FlagEntry &entry, const JaxlibReleases &releases)
{
    std::vector<DefaultSpan> spans;
    const auto versions = releases.examined();
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const FlagStatus status = statusAt(entry, versions[i]);
        if (!status.isKnown)
            return {};
        const bool isThere = status.presence == FlagPresence::Present;
        DefaultSpan span { i, i, status.presence, isThere && status.hasDefault,
            isThere && status.isNoop, {} };
        if (span.hasDefault)
            span.value = status.defaultValue;
        const bool continues = !spans.empty() && spans.back().presence == span.presence
            && spans.back().hasDefault == span.hasDefault && spans.back().isNoop == span.isNoop
            && spans.back().value == span.value;
        if (continues)
            spans.back().last = i;
        else
            spans.push_back(std::move(span));
    }
    return spans;
}

} // namespace headroom
