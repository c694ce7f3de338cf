#pragma once

#include "model/launch/common/export_request.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// What a file of an export is for: it runs the plan, it checks the machines before, or it is for
/// people to read and for Headroom to open.
enum class ExportPart : std::uint8_t { Run, Check, Read };

/// By the names that the exports give their files.
ExportPart exportPart(const ExportFile &file);

/// What a file is, as the README of its export says it: "sets flags and variables and starts
/// MaxText". Empty where the README does not name the file, or there is none.
std::string exportFileSentence(std::span<const ExportFile> files, std::string_view name);

} // namespace headroom
