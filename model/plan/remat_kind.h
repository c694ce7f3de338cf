#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/plan/plan.h"

namespace headroom {

struct FrameworkTraits;

/// What a policy keeps of a layer for the backward pass: one kind, one formula in the physics.
enum class RematKind {
    Whole, ///< everything: no recomputation
    AllButCore, ///< everything but the attention core (Megatron's selective)
    EverySecond, ///< every second product and the attention core (torchtitan's operator level)
    LayerInput, ///< the layer input alone; the whole forward pass runs again (torch)
    NoNames, ///< the layer input alone; a compiler drops what nothing reads (JAX)
    Named, ///< the tensors that the policy names (MaxText)
    Custom, ///< the tensors that the plan places one by one
};

/// The policy that keeps everything, and the one that the plan's own list of tensors steers.
inline constexpr const char *wholeRematId = "no_recompute";
inline constexpr const char *fullRematId = "full";
inline constexpr const char *selectiveRematId = "selective";
inline constexpr const char *customRematId = "custom";

/// The kind behind a policy's id in that framework; ids without a row name tensors.
RematKind rematKind(std::string_view policyId, const FrameworkTraits &framework);
/// The same for a policy as it was read: `behaves_as` and the plan's own list count.
RematKind rematKind(const RematPolicy &policy, const FrameworkTraits &framework);

/// Keeps nothing but layer inputs.
constexpr bool isFullRemat(RematKind kind)
{
    return kind == RematKind::LayerInput || kind == RematKind::NoNames;
}

/// Puts a policy into a plan; the plan's own list of tensors goes with the policy that it was for.
void setRematPolicy(Plan &plan, const std::string &policyId);

/// Whether the framework can do it: one whose policies name tensors has no kind of the others,
/// which take named policies as the nearest that they have.
bool takesRemat(const FrameworkTraits &framework, RematKind kind);

} // namespace headroom
