#include "model/search/known_layers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace headroom {

void KnownLayers::begin(const Prepared &p)
{
    Machine machine { p.domain, p.devicesPerNode, p.flags };
    if (m_machine == machine)
        return;
    m_machine = std::move(machine);
    m_costs.clear();
}

const KnownLayers::Costs &KnownLayers::at(
    const Prepared &p, const Candidate &c, const Layout &layout)
{
    const Key key { c.tensor, c.context, c.expert, c.expertTensor,
        static_cast<int>(c.contextStrategy), c.sequenceParallel, layout.microBatches > 1,
        c.microBatch };
    const auto [found, isNew] = m_costs.try_emplace(key);
    if (isNew)
        fill(found->second, p, c, layout);
    return found->second;
}

void KnownLayers::fill(Costs &costs, const Prepared &p, Candidate c, const Layout &layout)
{
    using Numbers = std::array<double, sizeof(LayerCosts) / sizeof(double)>;
    NoTrace none;
    Numbers least;
    least.fill(std::numeric_limits<double>::infinity());
    const auto products = layerProducts(p, c, layout, none); // no policy enters them
    for (c.remat = 0; c.remat < static_cast<int>(p.remats.size()); ++c.remat) {
        costs.byRemat.push_back(layerCosts(p, c, layout, products, none));
        const auto own = std::bit_cast<Numbers>(costs.byRemat.back());
        for (std::size_t i = 0; i < least.size(); ++i)
            least[i] = std::min(least[i], own[i]);
    }
    costs.least = std::bit_cast<LayerCosts>(least);
}

} // namespace headroom
