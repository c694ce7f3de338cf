#pragma once

#include "model/advice/verdict.h"

#include <QString>

namespace headroom {

/// The verdict in the user's language and number format.
QString localVerdict(const Verdict &verdict);

/// What a chart shows, as a sentence for screen readers and captions.
QString memorySentence(const Estimate &estimate);
QString timeSentence(const Estimate &estimate);

QString daysText(double days);

} // namespace headroom
