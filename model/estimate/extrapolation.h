#pragma once

#include "model/base/outcome/finding.h"
#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"

#include <span>
#include <vector>

namespace headroom {

/// Largest numbers of devices that the shipped measurements hold, by kind of chip and model.
/// @source profiles/measurements/measurements.csv; a test finds them again
struct MeasuredScale
{
    bool isTpu, hasExperts;
    double devices;
};
std::span<const MeasuredScale> measuredScales();

/// Settings that no measured run has, or that runs of one source alone have; each widens the
/// interval of the step. One clause each.
std::vector<Message> unmeasuredSettings(const Prepared &p, const Candidate &c);

/// Why measured runs say little about a plan: its settings (see above), and a chip, software stack
/// or number of devices that no run of its kind of model has. Empty: the plan lies in the region
/// that measurements cover.
std::vector<Message> extrapolations(const Prepared &p, const Candidate &c, double devices);

/// The finding "extrapolated". @pre there is a reason
Finding extrapolatedFinding(const std::vector<Message> &reasons);

} // namespace headroom
