#pragma once

#include <QString>

namespace headroom {

/// Where texts of the clipboard lie as files while the window lives: a template of QTemporaryDir.
QString pastedFolder();
/// Whether a file is such a text, which has no place of its own.
bool isPastedText(const QString &file);

} // namespace headroom
