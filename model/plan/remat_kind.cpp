#include "model/plan/remat_kind.h"

#include "model/plan/framework_traits.h"

namespace headroom {

RematKind rematKind(std::string_view policyId, const FrameworkTraits &framework)
{
    if (policyId == wholeRematId)
        return RematKind::Whole;
    if (policyId == fullRematId)
        return framework.fullRemat;
    if (policyId == customRematId)
        return RematKind::Custom;
    return policyId == selectiveRematId ? framework.selectiveRemat : RematKind::Named;
}

RematKind rematKind(const RematPolicy &policy, const FrameworkTraits &framework)
{
    if (policy.perTensorKeys)
        return RematKind::Custom;
    return rematKind(policy.behavesAs.empty() ? policy.id : policy.behavesAs, framework);
}

void setRematPolicy(Plan &plan, const std::string &policyId)
{
    if (plan.remat.policy == policyId)
        return;
    plan.remat.policy = policyId;
    plan.remat.tensors.clear();
}

bool takesRemat(const FrameworkTraits &framework, RematKind kind)
{
    const bool isUnnamed = kind == RematKind::Whole || kind == RematKind::AllButCore
        || kind == RematKind::EverySecond;
    return !isUnnamed || !framework.rematNamesTensors;
}

} // namespace headroom
