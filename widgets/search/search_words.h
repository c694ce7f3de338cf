#pragma once

#include "model/search/search_reasons.h"

#include <QStringList>

namespace headroom {

QString objectiveText(Objective objective);
/// Name of a setting that a search may free; `path` as in settingsByName().
QString freeSettingText(const std::string &path);

/// Each setting that differs from the plan: "Tensor parallel 8 → 4".
QStringList differences(const Plan &plan, const std::vector<FieldChange> &settings);
/// The settings that differ from the plan: "Tensor parallel 8 → 4, Recomputation full → minimal".
/// "Tensor parallel 8, Recomputation full"
QString settingsText(const std::vector<FieldChange> &settings);
QString differenceText(const Plan &plan, const std::vector<FieldChange> &settings);
/// "Saves 1.9 s of Exposed tensor-parallel; costs 6.1 GiB of Weights."
QString comparisonSentence(const Comparison &comparison);

/// What to do, in one sentence: "FSDP 8, Recomputation full: 26 % faster, fits with 98 %." `own` is
/// the estimate of the plan, null when it has none. Empty when nothing is recommended.
QString answerText(
    const SearchOutcome &outcome, Objective objective, const Plan &plan, const Estimate *own);
/// "19 equals": results that the estimate cannot separate from the best.
QString equalsText(int count, bool isFolded);
QString progressText(const SearchProgress &progress);
QString outcomeText(const SearchOutcome &outcome);

} // namespace headroom
