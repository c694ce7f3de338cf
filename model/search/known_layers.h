#pragma once

#include "model/physics/evaluate.h"
#include "model/physics/layout.h"

#include <map>
#include <optional>
#include <tuple>
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
    using Key = std::tuple<int, int, int, int, int, bool, bool, double>;

    static void fill(Costs &costs, const Prepared &p, Candidate c, const Layout &layout);

    std::optional<Machine> m_machine;
    std::map<Key, Costs> m_costs;
};

} // namespace headroom
