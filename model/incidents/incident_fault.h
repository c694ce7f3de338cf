#pragma once

#include "model/base/outcome/message.h"
#include "model/incidents/running_machine.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// What a fault lies on.
enum class FaultPlace { Cluster, Node, Device, Adapter };

/// What a fault is drawn for.
struct FaultDraw
{
    double strength = 0;
    const ResolvedPlan &planned;
};

/// One kind of fault, as data. Each acts through fields of the plan and rates of the machine; what
/// that costs is for the estimate to say.
struct FaultKind
{
    const char *id; ///< "slow-nic"; its title is the message "fault-slow-nic"
    int level; ///< 1: the log says it, 2: a measurement does, 3: only putting several together
    std::string_view frameworks; ///< with blanks between; empty: any
    FaultPlace place;
    /// Faults of one group hide each other, and never come together.
    char group;
    double least, most; ///< strength; `shownAs` says what it is
    bool isPower; ///< the strength is a whole exponent of 2
    double minEffect; ///< of the step; a weaker one is drawn anew
    bool isListed; ///< false: in no list of causes; a diagnosis must not name one for it
    /// Causes of a diagnosis that are this one.
    std::array<const char *, 3> causes;
    /// Field of the plan that the cause "other-plan" must name; empty: any.
    std::string_view field;
    /// Changes the machine; false: the plan has nothing that this fault could touch.
    bool (*apply)(RunningMachine &, const FaultDraw &);

    bool runsOn(std::string_view framework) const;
};

/// All of them, those that are in no list behind the others.
std::span<const FaultKind> faultKinds();
const FaultKind *faultKind(std::string_view id);

/// A fault of one machine.
struct Fault
{
    const FaultKind *kind = nullptr;
    double strength = 0;
    int node = 0, device = 0; ///< from 0; where the kind's place has them

    /// "One network adapter runs below its rate".
    Message title() const;
    /// What it does and how one finds it, with its strength.
    Message explanation() const;
    /// "the whole cluster", "node 3", "device 5 of node 3".
    Message where() const;
};

} // namespace headroom
