#pragma once

#include "model/diagnosis/run_project.h"

#include <QString>

namespace headroom {

/// What a project file holds and what adding files brought, in a sentence.
QString statusText(const RunProject &project, bool wasAdding);
/// The first lines that were not understood, one under the other; empty: none.
QString problemsText(const RunProject &project);

} // namespace headroom
