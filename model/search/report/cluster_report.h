#pragma once

#include "model/base/document/document.h"
#include "model/search/cluster.h"

#include <string>

namespace headroom {

/// What `cluster` prints.
struct ClusterReport
{
    ClusterRequest request;
    ClusterOutcome outcome;
};

/// Fields that turn the request's plan into that of a point, as `--set` takes them.
std::vector<FieldChange> clusterSettings(const Plan &asked, const Plan &found);

/// "fsdp 8, tensor 2, micro-batch 1, full": the choices of a plan in a line.
std::string choicesText(const Plan &plan);

/// The JSON document that `cluster --format json` prints.
Document clusterDocument(const ClusterReport &report);
/// Plain text: what the limits lead to, then the front of each chip.
std::string clusterText(const ClusterReport &report);
/// The same with Markdown tables.
std::string clusterMarkdown(const ClusterReport &report);

} // namespace headroom
