#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

class StackLibrary;
struct ChipProfile;
struct StackProfile;

/// One number of stack or chip profiles; the profiles that are listed share its value.
struct ProfileConstant
{
    std::vector<std::string> profiles; ///< ids of stacks or of families of chips
    std::string key; ///< as in the profiles
    bool operator==(const ProfileConstant &) const = default;

    bool isOf(const std::string &profile) const;
    std::string owners() const; ///< "ampere, ada"
};

/// The number of a profile under its key, as files write it; nothing when there is none.
std::optional<double> constantOf(const StackProfile &stack, std::string_view key);
std::optional<double> constantOf(const ChipProfile &chip, std::string_view key);
/// Sets it; without effect when there is none.
void setConstant(StackProfile &stack, std::string_view key, double value);
void setConstant(ChipProfile &chip, std::string_view key, double value);

/// Limits of a number, as the profiles' loader has them.
struct ConstantLimits
{
    double least = 0, most = 0;
};
/// Of the key of a stack or chip profile; nothing for an unknown key.
std::optional<ConstantLimits> constantLimits(std::string_view key);

/// Value of a constant in a library, as its first profile has it; 0 when it does not exist.
double constantValue(const StackLibrary &library, const ProfileConstant &constant);
void setConstant(StackLibrary &library, const ProfileConstant &constant, double value);

} // namespace headroom
