#pragma once

#include "model/launch/common/export_request.h"

#include <cstdint>

namespace headroom {

/// What a file of an export is for: it runs the plan, it checks the machines before, or it is for
/// people to read and for Headroom to open.
enum class ExportPart : std::uint8_t { Run, Check, Read };

/// By the names that the exports give their files.
ExportPart exportPart(const ExportFile &file);

} // namespace headroom
