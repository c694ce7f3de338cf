#pragma once

#include "model/search/search.h"

#include <string>
#include <vector>

namespace headroom {

/// A term of time or memory in two configurations.
struct TermDifference
{
    std::string id;
    std::string label;
    bool isTime = true;
    double from = 0, to = 0; ///< seconds or bytes
    double change() const { return to - from; }
};

/// A setting that differs.
struct SettingDifference
{
    std::string path, from, to;
};

/// Why one configuration is faster or smaller than another, term by term, largest change first.
struct Comparison
{
    std::vector<SettingDifference> settings;
    std::vector<TermDifference> terms; ///< time first, each kind by size of the change
    Seconds step; ///< to − from
    Bytes peak;
};

/// One setting moved by one step, with what follows to keep the plan valid.
struct SensitivityRow
{
    std::string path;
    bool isUp = true;
    std::vector<FieldChange> changes;
    Seconds step; ///< of the changed plan
    Seconds stepChange;
    Bytes peakChange;
    bool fits = false;
};

/// What holding a setting costs: the best step with it as the plan has it, and with it freed.
struct ChoicePrice
{
    std::string path;
    std::string value; ///< as the plan has it
    Seconds fixed, freed;
    std::vector<FieldChange> best; ///< settings of the best freed configuration
};

struct SearchReasons
{
    std::optional<Comparison> bestAgainstOwn; ///< absent when the plan is not valid
    std::vector<Comparison> othersAgainstBest; ///< by row, from the second on
    std::vector<SensitivityRow> sensitivity; ///< of the plan as it stands
    std::optional<std::size_t> bestChange; ///< the one that helps most; index into sensitivity
    std::vector<ChoicePrice> prices; ///< dearest first; settings that cost nothing are left out
};

/// What differs between two plans and their estimates; changes count from the first to the second,
/// terms that do not change are left out.
Comparison compareEstimates(
    const Plan &fromPlan, const Estimate &from, const Plan &toPlan, const Estimate &to);
/// "tensor 8 → 4: saves 1.900 s of Exposed tensor-parallel, costs 6.10 GiB of Weights".
std::string comparisonText(const Comparison &comparison);

/// All of the above for a finished search; without prices it takes milliseconds.
SearchReasons searchReasons(const Estimator &estimator, const SearchRequest &request,
    const SearchOutcome &outcome, bool wantsPrices = true, const std::stop_token &stop = {});

/// The request's plan with the settings of a row.
Plan planOf(const SearchRequest &request, const SearchRow &row);

} // namespace headroom
