#include "model/base/wording/sentences.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

// {0} GiB needed, {1} GiB available, {2} MFU in percent, {3} half width of its interval, {4} what
// limits.
constexpr std::array rows {
    MessageTemplate { "verdict-fits", "Fits: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.", "" },
    MessageTemplate {
        "verdict-tight", "Fits tightly: {0} of {1} GiB; {2} % MFU ±{3}; limited by {4}.", "" },
    MessageTemplate { "verdict-does-not-fit",
        "Does not fit: {0} needed, {1} GiB available; if it did, {2} % MFU ±{3}; limited by {4}.",
        "" },
};

} // namespace

std::span<const MessageTemplate> sentenceMessages()
{
    return rows;
}

const MessageTemplate *sentenceMessage(std::string_view id)
{
    const auto row = std::ranges::find(rows, id, &MessageTemplate::id);
    return row == rows.end() ? nullptr : &*row;
}

} // namespace headroom
