#pragma once

#include "model/library/profiles/data_directories.h"

#include <QString>

class QWidget;

namespace headroom {

/// The section of FORMULAS.md that a source such as "FORMULAS §5.6" cites, as Markdown; empty when
/// the source cites none or the file is not installed.
QString formulaSection(const DataDirectories &directories, const QString &source);

/// Shows that section in a window of its own. False when there is none.
bool showFormulaSection(const DataDirectories &directories, const QString &source, QWidget *parent);

} // namespace headroom
