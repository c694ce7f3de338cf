#include "widgets/look/text_runs.h"

#include "widgets/look/spacing.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace headroom {

void changeRuns(QTextDocument &document, const std::function<bool(const QTextCharFormat &)> &wanted,
    const std::function<void(QTextCharFormat &)> &change)
{
    struct Run
    {
        int begin, end;
        QTextCharFormat format;
    };
    QList<Run> runs;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto run = block.begin(); !run.atEnd(); ++run) {
            const QTextFragment fragment = run.fragment();
            if (wanted(fragment.charFormat()))
                runs.append({ fragment.position(), fragment.position() + fragment.length(),
                    fragment.charFormat() });
        }
    for (Run &run : runs) {
        QTextCursor cursor { &document };
        cursor.setPosition(run.begin);
        cursor.setPosition(run.end, QTextCursor::KeepAnchor);
        change(run.format);
        cursor.setCharFormat(run.format);
    }
}

void keepToTypeScale(QTextDocument &document, const QFont &font)
{
    const double heading
        = textFont(TextRole::Heading).pointSizeF() / textFont(TextRole::Body).pointSizeF();
    changeRuns(
        document,
        [](const QTextCharFormat &format) {
            return format.hasProperty(QTextFormat::FontSizeAdjustment);
        },
        [&](QTextCharFormat &format) {
            format.clearProperty(QTextFormat::FontSizeAdjustment);
            format.setFontPointSize(font.pointSizeF() * heading);
        });
}

} // namespace headroom
