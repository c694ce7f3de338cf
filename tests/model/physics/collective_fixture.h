#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/library/stacks/stack_library.h"
#include "model/physics/collectives/collective_curve.h"

#include <QTest>

namespace headroom {

/// Machines and groups for tests of collectives, from the shipped profiles.
class CollectiveFixture
{
public:
    CollectiveFixture()
        : m_library(DataDirectories { HEADROOM_PROFILES, {} })
        , m_stacks(StackLibrary::load(m_library.directories()).value())
        , m_table(CollectiveTable::load(m_library.directories()).value())
    { }

    const CollectiveTable &table() const { return m_table; }
    const Accelerator &accelerator(const std::string &id) const
    {
        return **m_library.accelerator(id);
    }

    /// The machine as a benchmark has it, or with other shares and settings.
    CollectiveMachine machine(const Accelerator &chip, const CollectiveSettings &settings = {},
        const CollectiveShares &shares = {}) const
    {
        CollectiveLinks links;
        links.devicesPerNode = chip.devicesPerNode;
        links.domain = chip.scaleUpDomain;
        links.network = chip.nicRate;
        links.axis = 2 * chip.ratePerLink;
        return collectiveMachine(m_table, chip, m_stacks.chip(chip).id, links, shares, settings);
    }
    CollectiveMachine machine(const std::string &id, const CollectiveSettings &settings = {},
        const CollectiveShares &shares = {}) const
    {
        return machine(accelerator(id), settings, shares);
    }

    /// `local` ranks in each of so many nodes (or slices).
    static CollectiveGroup group(const CollectiveMachine &machine, double local, double nodes = 1)
    {
        CollectiveGroup group;
        const double inside = machine.isTpu ? local : std::min(local, machine.domain);
        group.span = { local * nodes, inside, local, nodes };
        return group;
    }

private:
    ProfileLibrary m_library;
    StackLibrary m_stacks;
    CollectiveTable m_table;
};

} // namespace headroom
