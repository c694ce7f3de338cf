#pragma once

#include "model/base/outcome/result.h"
#include "model/library/profiles/overlay.h"
#include "model/library/stacks/stack_profile.h"

#include <functional>
#include <span>
#include <type_traits>
#include <variant>

namespace headroom {

/// A number of a stack profile under its key in the file, so that loader, explanation and fit go
/// through one table.
template <class Profile> struct ProfileNumber
{
    const char *key;
    std::variant<double Profile::*, Bytes Profile::*, Seconds Profile::*> member;
    double least, most; ///< as the file writes it
    double unit = 1; ///< bytes or seconds of one that the file writes

    double of(const Profile &profile) const
    {
        const auto own = [&](auto where) {
            if constexpr (std::is_same_v<decltype(where), double Profile::*>)
                return profile.*where;
            else
                return (profile.*where).value();
        };
        return std::visit(own, member) / unit;
    }
    void set(Profile &profile, double value) const
    {
        const auto put = [&](auto where) {
            profile.*where = std::remove_reference_t<decltype(profile.*where)> { value * unit };
        };
        std::visit(put, member);
    }
};

std::span<const ProfileNumber<StackProfile>> stackNumbers();
std::span<const ProfileNumber<ChipProfile>> chipNumbers();

/// What decides which stack a run belongs to.
struct StackQuery
{
    std::string framework; ///< of a plan, or the free word of a measurement
    std::string chosen; ///< software.stack of a plan; wins when it exists
    std::string accelerator;
    std::string version; ///< of the framework, as far as known
    bool isTpu = false;
    bool isUnfused = false; ///< attention without a flash kernel
};

/// All software stacks and chip efficiencies of profiles/stacks. Immutable after loading.
class StackLibrary
{
public:
    /// Reads stacks/*.yaml and stacks/chips.yaml; files of the user's folder win unless they are
    /// broken.
    static Result<StackLibrary> load(const DataDirectories &directories);
    /// Files of the user that were left out.
    const SkippedProfiles &skipped() const { return m_skipped; }

    /// The stack that fits best; never empty-handed: the generic one of the kind serves the rest.
    const StackProfile &stack(const StackQuery &query) const;
    /// Efficiencies of the accelerator's family; unknown chips get the nearest by vendor and kind.
    const ChipProfile &chip(const Accelerator &accelerator) const;

    const std::vector<StackProfile> &stacks() const { return m_stacks; }
    const std::vector<ChipProfile> &chips() const { return m_chips; }
    std::vector<StackProfile> &stacks() { return m_stacks; } ///< for the fit
    std::vector<ChipProfile> &chips() { return m_chips; }

private:
    std::vector<StackProfile> m_stacks;
    std::vector<ChipProfile> m_chips;
    SkippedProfiles m_skipped;
};

} // namespace headroom
