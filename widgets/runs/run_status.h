#pragma once

#include "model/diagnosis/run_project.h"

#include <QString>

namespace headroom {

/// What a project file holds and what adding files brought, in a sentence.
QString statusText(const RunProject &project, bool isDraft, bool wasAdding);
/// What single operations that were added say of the machine, and the first lines that were not
/// understood, one under the other; empty: none.
QString problemsText(const RunProject &project);

} // namespace headroom
