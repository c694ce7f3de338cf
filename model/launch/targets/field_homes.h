#pragma once

#include "model/plan/framework_traits.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Where a field of the plan stands in the files for a framework.
struct FieldHome
{
    std::vector<std::string> keys; ///< in the framework's words; empty: no file has a place for it
    bool isLoss = true; ///< without a key the choice is lost; else the framework does so anyway
    std::string reason; ///< one sentence for files in which no key stands
};

/// Who reads the files: the framework itself, a program of the user's, Megatron-Bridge, which has
/// names of its own for what Megatron-LM's arguments say, or a tuning tool above the Trainer.
enum class FileReader { Framework, Program, Bridge, Tool };

/// The home of a field path, open mappings included ("flags.NAME"). A field without a row of its
/// own is told as left out, so that no exporter forgets one silently.
FieldHome fieldHome(const FrameworkTraits &framework, FileReader reader, std::string_view path);

/// The home of a field of the section `job`; nothing for other fields.
std::optional<FieldHome> jobHome(Framework framework, std::string_view path);

/// Why no file and no README depends on the field; nothing: they do.
std::optional<std::string_view> unrelatedField(
    const FrameworkTraits &framework, std::string_view path);

} // namespace headroom
