#pragma once

#include "model/lessons/lesson_text.h"

#include <QColor>
#include <QFont>
#include <QPalette>

class QTextDocument;

namespace headroom {

/// How a lesson text looks in one place: panel, presenter view or paper.
struct LessonStyle
{
    QFont font;
    QColor text, link, muted, border, codeBackground, headerBackground;
    bool marksSources = false; ///< paper: quoted numbers carry the number of their source
};

LessonStyle lessonStyle(const QPalette &palette, const QFont &font);
/// Black on white, for paper.
LessonStyle paperStyle(const QFont &font);

/// Puts Markdown into a document and dresses tables, code and links.
void setLessonMarkdown(QTextDocument &document, const QString &markdown, const LessonStyle &style);

/// Markdown of a text with the sources of its numbers as footnote marks, counted from `first`.
QString withSourceMarks(const LessonText &text, int first);

} // namespace headroom
