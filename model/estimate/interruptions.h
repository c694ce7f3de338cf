#pragma once

#include "model/estimate/estimate.h"
#include "model/physics/prepare/prepared.h"

namespace headroom {

/// What is taken where a plan says nothing, with the ends of an 80 % interval.
struct DefaultValue
{
    double value = 0, low = 0, high = 0;
};

/// Hours of one device between failures that stop the job. The value: 419 unexpected interruptions
/// of 16,384 H100 in 54 days. The ends: 6.5 failures per 1000 node-days of 8 A100 in one research
/// cluster, 2.34 in another.
/// @unit hours   @source Llama 3 (arXiv 2407.21783) §3.3.4; Meta, "Revisiting Reliability in
/// Large-Scale Machine Learning Research Clusters" (arXiv 2410.21680)
inline constexpr DefaultValue defaultDeviceMtbfHours { 50'700, 29'500, 82'100 };
/// Rate at which a node writes its part of a checkpoint while training waits. 2 TB/s sustained for
/// some 2,048 to 3,072 nodes is near 1; how much a site differs is ASSUMED.
/// @unit GB/s per node   @source Llama 3 (arXiv 2407.21783) §3.3.1
inline constexpr DefaultValue defaultStorageGbytesPerSecondPerNode { 1, 0.3, 3 };
/// From a failure until steps are done again. ASSUMED; less than 10 minutes to notice and diagnose
/// is reported of a system made for it.
/// @unit minutes   @source MegaScale (arXiv 2402.15627) §6.3
inline constexpr DefaultValue defaultRestartMinutes { 10, 5, 30 };

/// Goodput never falls below this, so that a hopeless job has a finite end.
inline constexpr double minGoodput = 0.01;

/// Nodes that write a checkpoint; of a TPU slice its hosts.
double checkpointNodes(const ResolvedPlan &resolved);

/// Failures and checkpoints of the run of a plan, whose undisturbed figures are known. `step` is
/// that of the plan.
RunInterruptions runInterruptions(
    const ResolvedPlan &resolved, const Prepared &prepared, const RunEstimate &run, Seconds step);

} // namespace headroom
