#pragma once

#include "model/base/document/document.h"
#include "model/estimate/estimate.h"
#include "model/estimate/measured_throughput.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What `estimate` prints; the application's reports use the same.
struct EstimateReport
{
    Estimate estimate;
    std::optional<MeasuredThroughput> measured;
    std::vector<Derivation> explained;
};

/// Findings as every JSON document lists them: severity, id, message, action; field and fix where
/// there are any.
Document findingsDocument(const std::vector<Finding> &findings);
/// The JSON document of CONTRACT.
Document estimateDocument(const EstimateReport &report);
/// A page of plain text: memory and time tables, throughput, findings.
std::string estimateText(const EstimateReport &report);
std::string estimateMarkdown(const EstimateReport &report);
/// A derivation as an indented tree.
std::string derivationText(const Derivation &derivation);

} // namespace headroom
