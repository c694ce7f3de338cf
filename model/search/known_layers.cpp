#include "model/search/known_layers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace headroom {

std::size_t KnownLayers::KeyHash::operator()(const Key &key) const
{
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    std::uint64_t hash = std::bit_cast<std::uint64_t>(key.microBatch);
    for (const int part : { key.tensor, key.context, key.expert, key.expertTensor,
             static_cast<int>(key.strategy), 2 * key.sequenceParallel + key.accumulates })
        hash = (std::rotl(hash, 11) ^ static_cast<std::uint64_t>(part)) * golden;
    return hash ^ hash >> 32;
}

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
    const Key key { c.tensor, c.context, c.expert, c.expertTensor, c.contextStrategy,
        c.sequenceParallel, layout.microBatches > 1, c.microBatch };
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
    const auto shared = sharedWork(p, c, layout, none);
    for (c.remat = 0; c.remat < static_cast<int>(p.remats.size()); ++c.remat) {
        costs.byRemat.push_back(layerCosts(p, c, layout, shared, none));
        const auto own = std::bit_cast<Numbers>(costs.byRemat.back());
        for (std::size_t i = 0; i < least.size(); ++i)
            least[i] = std::min(least[i], own[i]);
    }
    costs.least = std::bit_cast<LayerCosts>(least);
}

} // namespace headroom
