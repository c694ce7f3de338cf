#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/plan.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A plan that is kept beside another one for comparison, under a name of its own.
struct PinnedPlan
{
    std::string name;
    Plan plan;
    bool operator==(const PinnedPlan &) const = default;
};

/// More than any window shows; a file with more is refused.
inline constexpr std::size_t maxPinnedPlans = 16;

/// "NAME.pins.yaml" beside a plan file "NAME.headroom.yaml".
std::filesystem::path pinsFileBeside(const std::filesystem::path &planFile);

/// The pins of a text; a mistake inside a pinned plan is named with the line of its pin.
Result<std::vector<PinnedPlan>> parsePins(std::string_view text, const std::string &name);
/// The same of a file; none when there is no file.
Result<std::vector<PinnedPlan>> loadPins(const std::filesystem::path &file);
/// The pins as such a text.
std::string writePins(const std::vector<PinnedPlan> &pins);
/// Writes the file whole or not at all; without pins the file is removed.
/// Errors: those of FileLock and of writing.
Problems savePins(const std::vector<PinnedPlan> &pins, const std::filesystem::path &file);
/// Brings a file from the pins that this process read or wrote last to those that it has now: what
/// other processes pinned meanwhile stays, behind its own.
/// Errors: those of FileLock, of reading (the file is left alone then) and of writing;
/// "too-many-entries" where all of them are more than a file holds.
Problems changePins(const std::vector<PinnedPlan> &before, std::vector<PinnedPlan> now,
    const std::filesystem::path &file);

} // namespace headroom
