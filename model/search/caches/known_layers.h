#pragma once

#include "model/physics/prepare/layout.h"
#include "model/physics/step/evaluate.h"

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace headroom {

/// Of each cost the lesser one.
LayerCosts minCosts(const LayerCosts &one, const LayerCosts &other);

/// Costs of layers by what they depend on but the policy (LayerCost): blocks that differ in their
/// pipeline share them, and so do machines that differ in nothing but how many nodes they have. For
/// one thread.
class KnownLayers
{
public:
    /// Those of points that differ in nothing else but their micro-batch and policy.
    class Row
    {
    public:
        /// Of each cost the least, whatever the policy. References stay until begin().
        const LayerCosts &least(const Prepared &p, const Candidate &c, const Layout &layout);
        const std::vector<LayerCosts> &byRemat(
            const Prepared &p, const Candidate &c, const Layout &layout);

    private:
        struct Costs
        {
            double microBatch;
            bool accumulates;
            LayerCosts least;
            std::vector<LayerCosts> byRemat; ///< empty until asked for
        };
        Costs &at(const Prepared &p, const Candidate &c, const Layout &layout);

        std::deque<Costs> m_costs; ///< few, so looked up one by one
        std::size_t m_next = 0; ///< behind the one found last
    };

    /// Forgets what was found for another kind of machine.
    /// @pre all plans that come here have one chip, model, workload and framework
    void begin(const Prepared &prepared);
    Row &rowOf(const Candidate &candidate);

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
        bool sequenceParallel;
        bool operator==(const Key &) const = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key &key) const;
    };

    std::optional<Machine> m_machine;
    std::unordered_map<Key, Row, KeyHash> m_rows;
};

} // namespace headroom
