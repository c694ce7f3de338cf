#include "model/library/stacks/profile_constant.h"

#include "model/library/stacks/constant_doubt.h"
#include "model/library/stacks/stack_library.h"

#include <algorithm>

namespace headroom {
namespace {

bool holds(const std::vector<std::string> &ids, const std::string &id)
{
    return std::ranges::find(ids, id) != ids.end();
}

template <class Profile>
const ProfileNumber<Profile> *numberOf(
    std::span<const ProfileNumber<Profile>> numbers, std::string_view key)
{
    const auto found = std::ranges::find_if(
        numbers, [key](const ProfileNumber<Profile> &number) { return key == number.key; });
    return found == numbers.end() ? nullptr : &*found;
}

template <class Profile> Profile *profileById(std::vector<Profile> &profiles, const std::string &id)
{
    const auto found = std::ranges::find(profiles, id, &Profile::id);
    return found == profiles.end() ? nullptr : &*found;
}

/// The number of the stack or family of chips with this id.
double *constantIn(StackLibrary &library, const std::string &profile, const std::string &key)
{
    if (StackProfile *stack = profileById(library.stacks(), profile))
        if (double *own = constantOf(*stack, key))
            return own;
    ChipProfile *chip = profileById(library.chips(), profile);
    return chip ? constantOf(*chip, key) : nullptr;
}

} // namespace

bool ProfileConstant::isOf(const std::string &profile) const
{
    return holds(profiles, profile);
}

std::string ProfileConstant::owners() const
{
    std::string text;
    for (const std::string &profile : profiles)
        text += (text.empty() ? "" : ", ") + profile;
    return text;
}

bool ConstantDoubt::concerns(const std::string &stack, const std::string &chip) const
{
    return holds(stacks, stack) && holds(chips, chip);
}

double *constantOf(StackProfile &stack, std::string_view key)
{
    const auto *number = numberOf(stackNumbers(), key);
    return number ? &(stack.*number->member) : nullptr;
}

double *constantOf(ChipProfile &chip, std::string_view key)
{
    const auto *number = numberOf(chipNumbers(), key);
    return number ? &(chip.*number->member) : nullptr;
}

std::optional<ConstantLimits> constantLimits(std::string_view key)
{
    if (const auto *number = numberOf(stackNumbers(), key))
        return ConstantLimits { number->least, number->most };
    if (const auto *number = numberOf(chipNumbers(), key))
        return ConstantLimits { number->least, number->most };
    return std::nullopt;
}

double constantValue(const StackLibrary &library, const ProfileConstant &constant)
{
    StackLibrary &open = const_cast<StackLibrary &>(library);
    const double *value = constant.profiles.empty()
        ? nullptr
        : constantIn(open, constant.profiles.front(), constant.key);
    return value ? *value : 0;
}

void setConstant(StackLibrary &library, const ProfileConstant &constant, double value)
{
    for (const std::string &profile : constant.profiles)
        if (double *own = constantIn(library, profile, constant.key))
            *own = value;
}

} // namespace headroom
