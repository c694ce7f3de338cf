#pragma once

#include "model/base/document/document.h"
#include "model/diagnosis/diagnosis.h"

#include <string>
#include <vector>

namespace headroom {

/// The JSON of `diagnose`.
Document diagnosisDocument(const std::vector<RunDiagnosis> &runs);
/// The same for people: a verdict, then the causes with evidence and test.
std::string diagnosisText(const std::vector<RunDiagnosis> &runs);
/// One sentence: measured, predicted, and whether they agree.
Message diagnosisVerdict(const RunDiagnosis &run);
/// One sentence: how much of a step a cause can explain, or for a departure how far the run is from
/// the plan; without id where that is not known or the evidence says it.
Message causeReach(const RunDiagnosis &run, const RunCause &cause);

} // namespace headroom
