#include "widgets/lessons/lesson_document.h"

#include "widgets/look/spacing.h"
#include "widgets/look/text_runs.h"
#include "widgets/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

namespace headroom {
namespace {

constexpr double cellPadding = 0.28; ///< of tables, by the height of a line
constexpr double listIndent = 1.3; ///< by the height of a line; lists stand in a narrow column

void dressTables(QTextDocument &document, const LessonStyle &style)
{
    for (QTextFrame *frame : document.rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(cellPadding * QFontMetricsF(style.font).height());
        format.setCellSpacing(0);
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(style.border);
        format.setTopMargin(gap(1));
        format.setBottomMargin(gap(2));
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat head = cell.format();
            head.setBackground(style.headerBackground);
            cell.setFormat(head);
        }
    }
}

/// Code blocks get a background of their own; a wide line wraps rather than widening the page.
void dressBlocks(QTextDocument &document, const LessonStyle &style)
{
    document.setIndentWidth(listIndent * QFontMetricsF(style.font).height());
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor { block };
        QTextBlockFormat format = block.blockFormat();
        if (format.hasProperty(QTextFormat::BlockCodeFence)
            || format.hasProperty(QTextFormat::BlockCodeLanguage) || format.nonBreakableLines()) {
            format.setBackground(style.codeBackground);
            format.setNonBreakableLines(false);
        } else if (!cursor.currentTable()) {
            format.setBottomMargin(gap(2));
            format.setLineHeight(115, QTextBlockFormat::ProportionalHeight);
        }
        cursor.setBlockFormat(format);
    }
}

} // namespace

LessonStyle lessonStyle(const QPalette &palette, const QFont &font)
{
    const ThemeColours colours = themeColours(palette);
    return { font, palette.color(QPalette::WindowText), colours.accent, colours.muted,
        colours.border, colours.grid, colours.accentSoft, false };
}

LessonStyle paperStyle(const QFont &font)
{
    return { font, Qt::black, QColor(0, 60, 130), QColor(90, 90, 90), QColor(150, 150, 150),
        QColor(238, 238, 238), QColor(230, 236, 245), true };
}

void setLessonMarkdown(QTextDocument &document, const QString &markdown, const LessonStyle &style)
{
    document.setDefaultFont(style.font);
    document.setMarkdown(markdown, QTextDocument::MarkdownDialectGitHub);
    QTextCursor all { &document };
    all.select(QTextCursor::Document);
    QTextCharFormat ink;
    ink.setForeground(style.text);
    all.mergeCharFormat(ink);
    dressBlocks(document, style);
    keepToTypeScale(document, style.font);
    changeRuns(
        document, [](const QTextCharFormat &format) { return format.fontFixedPitch(); },
        [&style](QTextCharFormat &format) {
            format.setFontFamilies(textFont(TextRole::Code).families());
            format.setBackground(style.codeBackground);
        });
    changeRuns(
        document, [](const QTextCharFormat &format) { return format.isAnchor(); },
        [&style](QTextCharFormat &format) {
            const bool isSource = format.anchorHref().startsWith(QLatin1String("source:"));
            format.setForeground(isSource ? style.text : style.link);
            format.setUnderlineColor(isSource ? style.muted : style.link);
            format.setUnderlineStyle(
                isSource ? QTextCharFormat::DotLine : QTextCharFormat::SingleUnderline);
            if (style.marksSources) {
                format.setAnchor(false);
                format.setAnchorHref({});
                format.setForeground(style.text);
                format.setUnderlineStyle(QTextCharFormat::NoUnderline);
            }
        });
    dressTables(document, style);
}

QString withSourceMarks(const LessonText &text, int first)
{
    QString markdown = QString::fromStdString(text.markdown);
    for (int i = static_cast<int>(text.constants.size()) - 1; i >= 0; --i)
        markdown.replace(QStringLiteral("](source:%1)").arg(i),
            QStringLiteral("](source:%1) [%2]").arg(i).arg(first + i));
    return markdown;
}

} // namespace headroom
