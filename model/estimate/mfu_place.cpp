#include "model/estimate/mfu_place.h"

#include "model/base/wording/messages.h"

#include <fmt/format.h>

#include <array>

namespace headroom {

const char *mfuStandingName(MfuStanding standing)
{
    static constexpr std::array names { "low", "typical", "high", "best" };
    return names[static_cast<std::size_t>(standing)];
}

Message mfuMessage(const MfuPlace &place)
{
    const auto share = [](double value) { return Amount { Amount::WholePercent, value }; };
    constexpr double billion = 1e9;
    const double billions = place.parameters / billion;
    const std::string size
        = fmt::format("{:.{}f}", billions, billions < 10 ? fewDecimals(billions) : 0);
    const char *what = !place.isOfClass ? (place.hasExperts ? "mfu-experts" : "mfu-dense")
        : place.hasExperts              ? "mfu-experts-class"
                                        : "mfu-dense-class";
    Message models { what, { size } };
    if (place.isTuned)
        models = { "mfu-tuned", { models } };
    return { std::string("mfu-") + mfuStandingName(place.standing),
        { share(place.mfu), models, place.chip, share(place.lower), share(place.upper),
            std::to_string(place.runs), share(place.best), place.bestSource } };
}

std::string mfuText(const MfuPlace &place)
{
    return messageText(mfuMessage(place)) + '.';
}

void addMfuPlace(Document &document, const MfuPlace &place)
{
    document.set("mfu_among_measured",
        Document::mapping({ { "mfu", place.mfu }, { "standing", mfuStandingName(place.standing) },
            { "runs", place.runs }, { "sources", place.sources }, { "lower_quarter", place.lower },
            { "median", place.median }, { "upper_quarter", place.upper }, { "best", place.best },
            { "best_id", place.bestId }, { "best_source", place.bestSource },
            { "of_size", place.isOfClass }, { "of_scale", place.isOfScale },
            { "text", mfuText(place) } }));
}

} // namespace headroom
