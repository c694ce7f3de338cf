#include "model/search/caches/known_places.h"

#include "model/physics/step/gather_choice.h"

#include <tuple>

namespace headroom {

void KnownPlaces::begin(const void *variant, const Degrees &block)
{
    const auto fixed = [](const Degrees &d) {
        return std::tuple(d.tensor, d.context, d.pipeline, d.expert, d.expertTensor);
    };
    if (m_variant == variant && fixed(m_block) == fixed(block))
        return;
    m_variant = variant;
    m_block = block;
    m_used = m_next = 0;
}

KnownPlaces::Entry &KnownPlaces::entryOf(const Prepared &p, const Candidate &c)
{
    for (std::size_t i = 0; i < m_used; ++i) {
        Entry &entry = m_entries[m_next];
        m_next = m_next + 1 < m_used ? m_next + 1 : 0;
        if (entry.isOf(p, c))
            return entry;
    }
    if (m_used == m_entries.size())
        m_entries.emplace_back();
    Entry &fresh = m_entries[m_used++];
    m_next = 0;
    const Layout layout = placeCandidate(p, c);
    fresh = { &p, c.data, c.fsdp, c.zeroStage, { layout, stepCalls(p, c, layout) } };
    return fresh;
}

const KnownPlaces::Place &KnownPlaces::at(const Prepared &p, const Candidate &c)
{
    Place &place = entryOf(p, c).place;
    placeWork(p, c, place.layout);
    place.layout.gathersOnce = mustGatherOnce(p, c, place.layout);
    return place;
}

} // namespace headroom
