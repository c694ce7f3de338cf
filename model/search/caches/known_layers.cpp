#include "model/search/caches/known_layers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace headroom {

LayerCosts minCosts(const LayerCosts &one, const LayerCosts &other)
{
    using Numbers = std::array<double, sizeof(LayerCosts) / sizeof(double)>;
    auto least = std::bit_cast<Numbers>(one);
    const auto numbers = std::bit_cast<Numbers>(other);
    for (std::size_t i = 0; i < least.size(); ++i)
        least[i] = std::min(least[i], numbers[i]);
    return std::bit_cast<LayerCosts>(least);
}

std::size_t KnownLayers::KeyHash::operator()(const Key &key) const
{
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    std::uint64_t hash = key.sequenceParallel;
    for (const int part :
        { key.tensor, key.context, key.expert, key.expertTensor, static_cast<int>(key.strategy) })
        hash = (std::rotl(hash, 11) ^ static_cast<std::uint64_t>(part)) * golden;
    return hash ^ hash >> 32;
}

void KnownLayers::begin(const Prepared &p)
{
    Machine machine { p.domain, p.devicesPerNode, p.flags };
    if (m_machine == machine)
        return;
    m_machine = std::move(machine);
    m_rows.clear();
}

KnownLayers::Row &KnownLayers::rowOf(const Candidate &c)
{
    return m_rows[{
        c.tensor, c.context, c.expert, c.expertTensor, c.contextStrategy, c.sequenceParallel }];
}

const LayerCosts &KnownLayers::Row::least(
    const Prepared &p, const Candidate &c, const Layout &layout)
{
    return at(p, c, layout).least;
}

const std::vector<LayerCosts> &KnownLayers::Row::byRemat(
    const Prepared &p, const Candidate &c, const Layout &layout)
{
    NoTrace none;
    Costs &costs = at(p, c, layout);
    if (costs.byRemat.empty()) {
        const auto shared = sharedWork(p, c, layout, none);
        Candidate own = c;
        for (own.remat = 0; own.remat < static_cast<int>(p.remats.size()); ++own.remat)
            costs.byRemat.push_back(layerCosts(p, own, layout, shared, none));
    }
    return costs.byRemat;
}

KnownLayers::Row::Costs &KnownLayers::Row::at(
    const Prepared &p, const Candidate &c, const Layout &layout)
{
    const bool accumulates = layout.microBatches > 1;
    for (std::size_t i = 0; i < m_costs.size(); ++i) {
        m_next = m_next < m_costs.size() ? m_next : 0;
        Costs &known = m_costs[m_next++];
        if (known.microBatch == c.microBatch && known.accumulates == accumulates)
            return known;
    }
    NoTrace none;
    const auto shared = sharedWork(p, c, layout, none);
    Candidate own = c;
    own.remat = 0;
    LayerCosts least = layerCosts(p, own, layout, shared, none);
    while (++own.remat < static_cast<int>(p.remats.size()))
        least = minCosts(least, layerCosts(p, own, layout, shared, none));
    m_next = m_costs.size() + 1;
    return m_costs.emplace_back(Costs { c.microBatch, accumulates, least, {} });
}

} // namespace headroom
