#pragma once

#include "model/physics/step/step_calls.h"

#include <cstddef>
#include <deque>

namespace headroom {

/// Where ranks lie and what runs between them, by what that depends on but the degrees that a block
/// fixes: groups of points that differ in policy, micro-batch or chunks share it. For one thread.
class KnownPlaces
{
public:
    struct Place
    {
        Layout layout; ///< stages gather once only where the plan says so
        StepCalls calls;
    };

    /// Forgets the places of another block, or of other experts. Their storage is used again.
    /// @param variant  what points of the same degrees may differ in otherwise
    void begin(const void *variant, const Degrees &block);
    /// Valid until the next call. Points in the order of the last group are found at once.
    const Place &at(const Prepared &prepared, const Candidate &candidate);

private:
    struct Entry
    {
        const Prepared *prepared = nullptr;
        int data = 0, fsdp = 0, zeroStage = 0;
        Place place;

        bool isOf(const Prepared &p, const Candidate &c) const
        {
            return prepared == &p && data == c.data && fsdp == c.fsdp && zeroStage == c.zeroStage;
        }
    };
    Entry &entryOf(const Prepared &prepared, const Candidate &candidate);

    const void *m_variant = nullptr;
    Degrees m_block;
    std::deque<Entry> m_entries; ///< the first m_used are of this block
    std::size_t m_used = 0, m_next = 0;
};

} // namespace headroom
