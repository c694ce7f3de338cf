#pragma once

#include "model/physics/step/evaluate.h"

#include <cstddef>
#include <deque>

namespace headroom {

/// Costs of the layers of a group of points, by classes of flags with which layers cost the same.
/// Groups that follow each other and differ in their policy alone share what no policy enters. For
/// one thread.
class GroupLayers
{
public:
    /// Forgets the costs of the last group, and what no policy enters where that is another.
    /// @param variant  what points of the same degrees may differ in otherwise
    void begin(const void *variant, const Candidate &base);
    /// Stays where it is until the next group.
    const LayerCosts &at(
        const Prepared &prepared, const Candidate &candidate, const Layout &layout, int layerClass);

private:
    struct Layers
    {
        int layerClass = 0;
        bool isKnown = false; ///< whether the costs are those of this group
        SharedWorkOf<NumberOf<NoTrace>> shared;
        LayerCosts costs;
    };
    Layers &layersOf(
        const Prepared &prepared, const Candidate &candidate, const Layout &layout, int layerClass);

    const void *m_variant = nullptr;
    Candidate m_base;
    std::deque<Layers> m_layers; ///< the first m_used; few, so looked up one by one
    std::size_t m_used = 0;
};

} // namespace headroom
