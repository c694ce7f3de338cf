#pragma once

#include "model/base/document/document.h"
#include "model/runs/facts/run_trace.h"
#include "model/runs/operation_verdict.h"

#include <string>
#include <vector>

namespace headroom {

/// An operation that was measured on its own as JSON, and the table of all for people: numbers that
/// one does not have are blank.
Document operationMembers(const OperationSample &sample);
std::string operationTable(const std::vector<OperationSample> &samples);

/// What such measurements say of the machine, as JSON and as lines for people.
Document verdictMembers(const OperationVerdict &verdict);
std::string verdictLines(const std::vector<OperationVerdict> &verdicts);

} // namespace headroom
