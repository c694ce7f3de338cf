#pragma once

#include <functional>

class QFont;
class QTextCharFormat;
class QTextDocument;

namespace headroom {

/// Applies `change` to the format of every run of text that `wanted` accepts.
void changeRuns(QTextDocument &document, const std::function<bool(const QTextCharFormat &)> &wanted,
    const std::function<void(QTextCharFormat &)> &change);

/// Gives the headings of Markdown or HTML, which Qt draws in sizes of their own, that of headings
/// in the window, for a text in `font`.
void keepToTypeScale(QTextDocument &document, const QFont &font);

} // namespace headroom
