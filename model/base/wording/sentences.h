#pragma once

#include "model/base/wording/messages.h"

#include <span>
#include <string_view>

namespace headroom {

/// Sentences that state a result (verdicts and the like), with their operands as in
/// errorMessages().
std::span<const MessageTemplate> sentenceMessages();
const MessageTemplate *sentenceMessage(std::string_view id);

} // namespace headroom
