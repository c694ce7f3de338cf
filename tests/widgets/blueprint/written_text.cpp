#include "written_text.h"

#include "paint_recorder.h"

#include <QMap>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <Qsci/qscilexer.h>
#include <Qsci/qsciscintilla.h>

namespace headroom {
namespace {

constexpr int shownLines = 60; ///< of a text
constexpr int shownPainted = 90; ///< the same, as it is painted
constexpr int styleCount = 128; ///< of a language's words
constexpr int marginCount = 5;

/// Kinds of words by how they look.
void addWords(const QsciLexer &lexer, const QString &indent, QStringList &lines)
{
    QMap<QString, QStringList> kinds;
    for (int style = 0; style < styleCount; ++style) {
        if (lexer.description(style).isEmpty())
            continue;
        const QFont font = lexer.font(style);
        kinds[QStringLiteral("%1 on %2%3%4")
                  .arg(lexer.color(style).name(), lexer.paper(style).name(),
                      font.bold() ? QStringLiteral(" bold") : QString(),
                      font.italic() ? QStringLiteral(" italic") : QString())]
            << lexer.description(style);
    }
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind)
        lines << indent + kind.key() + QStringLiteral(": ") + kind->join(QStringLiteral(", "));
}

void addCode(QsciScintilla &code, const QString &indent, QStringList &lines)
{
    QStringList margins, marked;
    for (int margin = 0; margin < marginCount; ++margin)
        margins << QString::number(code.marginWidth(margin));
    for (int line = 0; line < code.lines(); ++line)
        if (const auto marks = code.markersAtLine(line))
            marked << QStringLiteral("%1:%2").arg(line + 1).arg(marks);
    lines << indent
            + QStringLiteral("code of %1 lines, margins %2, from line %3, %4 on %5, marked %6%7")
                  .arg(code.lines())
                  .arg(margins.join(' '))
                  .arg(code.firstVisibleLine() + 1)
                  .arg(code.color().name(), code.paper().name(), marked.join(' '),
                      code.isReadOnly() ? QString() : QStringLiteral(", editable"));
    if (code.hasSelectedText())
        lines << indent + QStringLiteral("chosen: ") + code.selectedText().left(80).simplified();
    if (const QsciLexer *lexer = code.lexer())
        addWords(*lexer, indent, lines);
}

} // namespace

void addWritten(QWidget &widget, const QString &indent, QStringList &lines)
{
    QString text;
    auto *rich = qobject_cast<QTextEdit *>(&widget);
    if (rich)
        text = rich->toPlainText();
    else if (const auto *edit = qobject_cast<QPlainTextEdit *>(&widget))
        text = edit->toPlainText();
    else if (auto *code = qobject_cast<QsciScintilla *>(&widget))
        addCode(*code, indent, lines);
    if (!text.isEmpty())
        for (const QString &line : text.split('\n').mid(0, shownLines))
            lines << indent + QStringLiteral("| ") + line;
    if (rich)
        for (const QString &line : paintedBy(*rich->viewport()).mid(0, shownPainted))
            lines << indent + QStringLiteral("~ ") + line;
}

} // namespace headroom
