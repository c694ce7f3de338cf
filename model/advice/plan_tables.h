#pragma once

#include "model/advice/axis_limits.h"
#include "model/advice/network_need.h"
#include "model/advice/policy_fit.h"
#include "model/base/document/document.h"
#include "model/estimate/dimension_fit.h"
#include "model/estimate/operation_groups.h"

namespace headroom {

/// What a term of memory does when data parallelism doubles (FSDP shards where there are any).
struct MemoryScaling
{
    MemoryTerm term = MemoryTerm::Weights;
    Bytes now, twice; ///< with twice the data-parallel ranks on twice the devices
    bool shrinks() const { return twice < now; }
};

/// The tables that stand beside an estimate: each answers one question of the tune-up and sharding
/// documents with the plan's own numbers.
struct PlanTables
{
    std::vector<DimensionFit> dimensions;
    std::vector<TileFit> tiles;
    std::vector<AxisLimit> axes;
    std::vector<PolicyFit> policies;
    NetworkNeed network;
    std::vector<GroupWork> groups;
    std::vector<MemoryScaling> memory; ///< of every term that is there
};

/// What the memory of an estimate does not count, one English sentence each.
std::vector<std::string> memoryLeftOut();

/// All of them; some milliseconds of work.
PlanTables planTables(const Estimator &estimator, const ResolvedPlan &resolved);

/// Adds the keys `dimensions`, `tiles`, `derived.axes`, `remat_ladder`, `network` and
/// `operation_groups`, `memory.scaling` and `memory.left_out` to the document of an estimate.
void addTables(Document &document, const PlanTables &tables);

/// The same as aligned columns, or as Markdown.
std::string tablesText(const PlanTables &tables, bool isMarkdown);

} // namespace headroom
