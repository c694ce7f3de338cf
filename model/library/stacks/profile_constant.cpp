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

template <class Profiles> auto *profileById(Profiles &profiles, const std::string &id)
{
    const auto found = std::ranges::find(profiles, id, &Profiles::value_type::id);
    return found == profiles.end() ? nullptr : &*found;
}

/// Calls `use` with the stack or family of chips of that id which has a number under the key.
template <class Library, class Use>
void useConstant(Library &library, const std::string &profile, const std::string &key, Use use)
{
    if (auto *stack = profileById(library.stacks(), profile); stack && constantOf(*stack, key))
        use(*stack);
    else if (auto *chip = profileById(library.chips(), profile); chip && constantOf(*chip, key))
        use(*chip);
}

template <class Profile>
std::optional<double> valueIn(
    const Profile &profile, std::span<const ProfileNumber<Profile>> numbers, std::string_view key)
{
    const auto *number = numberOf(numbers, key);
    return number ? std::optional(number->of(profile)) : std::nullopt;
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

std::optional<double> constantOf(const StackProfile &stack, std::string_view key)
{
    return valueIn(stack, stackNumbers(), key);
}

std::optional<double> constantOf(const ChipProfile &chip, std::string_view key)
{
    return valueIn(chip, chipNumbers(), key);
}

void setConstant(StackProfile &stack, std::string_view key, double value)
{
    if (const auto *number = numberOf(stackNumbers(), key))
        number->set(stack, value);
}

void setConstant(ChipProfile &chip, std::string_view key, double value)
{
    if (const auto *number = numberOf(chipNumbers(), key))
        number->set(chip, value);
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
    double value = 0;
    if (!constant.profiles.empty())
        useConstant(library, constant.profiles.front(), constant.key,
            [&](const auto &profile) { value = *constantOf(profile, constant.key); });
    return value;
}

void setConstant(StackLibrary &library, const ProfileConstant &constant, double value)
{
    for (const std::string &profile : constant.profiles)
        useConstant(library, profile, constant.key,
            [&](auto &own) { setConstant(own, constant.key, value); });
}

} // namespace headroom
