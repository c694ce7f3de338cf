#pragma once

#include "model/physics/evaluate.h"
#include "model/physics/layout.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace headroom {

/// Costs of layers by what they depend on but the policy (LayerCost): blocks that differ in their
/// pipeline share them, and so do machines that differ in nothing but how many nodes they have. For
/// one thread.
class KnownLayers
{
public:
    struct Costs
    {
        std::vector<LayerCosts> byRemat;
        LayerCosts least; ///< of each cost the least, whatever the policy
    };

    /// Forgets what was found for another kind of machine.
    /// @pre all plans that come here have one chip, model, workload and framework
    void begin(const Prepared &prepared);
    const Costs &at(const Prepared &prepared, const Candidate &candidate, const Layout &layout);

private:
    /// What costs of layers depend on of a machine of one chip.
    struct Machine
    {
        double domain = 0, devicesPerNode = 0;
        FlagEffects flags;
        bool operator==(const Machine &) const = default;
    };
    struct Key
    {
        int tensor, context, expert, expertTensor;
        ContextStrategy strategy;
        bool sequenceParallel, accumulates;
        double microBatch;
        bool operator==(const Key &) const = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key &key) const;
    };

    static void fill(Costs &costs, const Prepared &p, Candidate c, const Layout &layout);

    std::optional<Machine> m_machine;
    std::unordered_map<Key, Costs, KeyHash> m_costs;
};

} // namespace headroom
