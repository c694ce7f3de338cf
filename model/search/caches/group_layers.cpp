#include "model/search/caches/group_layers.h"

namespace headroom {

void GroupLayers::begin(const void *variant, const Candidate &base)
{
    Candidate same = base;
    same.remat = m_base.remat;
    if (m_variant != variant || same != m_base)
        m_used = 0;
    m_variant = variant;
    m_base = base;
    for (Layers &layers : m_layers)
        layers.isKnown = false;
}

GroupLayers::Layers &GroupLayers::layersOf(
    const Prepared &p, const Candidate &c, const Layout &layout, int layerClass)
{
    for (std::size_t i = 0; i < m_used; ++i)
        if (m_layers[i].layerClass == layerClass)
            return m_layers[i];
    if (m_used == m_layers.size())
        m_layers.emplace_back();
    Layers &fresh = m_layers[m_used++];
    NoTrace none;
    fresh.layerClass = layerClass;
    fresh.isKnown = false;
    fresh.shared = sharedWork(p, c, layout, none);
    return fresh;
}

const LayerCosts &GroupLayers::at(
    const Prepared &p, const Candidate &c, const Layout &layout, int layerClass)
{
    Layers &layers = layersOf(p, c, layout, layerClass);
    if (!layers.isKnown) {
        NoTrace none;
        layers.costs = layerCosts(p, c, layout, layers.shared, none);
        layers.isKnown = true;
    }
    return layers.costs;
}

} // namespace headroom
