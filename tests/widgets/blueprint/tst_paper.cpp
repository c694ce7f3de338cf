// What reports and hand-outs say, block by block, as they are laid out on paper.
#include "fixed_look.h"
#include "window_stage.h"
#include "window_walk.h"

#include "model/lessons/lesson_plans.h"
#include "widgets/lessons/handout.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/planning/pin_board.h"
#include "widgets/report/plan_report.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

using namespace headroom;

namespace {

constexpr QSize windowSize { 2400, 1500 };

QString lookOf(const QTextBlock &block)
{
    const QTextBlockFormat format = block.blockFormat();
    QString look;
    if (format.headingLevel())
        look += QStringLiteral("h%1 ").arg(format.headingLevel());
    if (block.textList())
        look += QStringLiteral("* ");
    if (format.alignment() & Qt::AlignRight)
        look += QStringLiteral("right ");
    if (format.pageBreakPolicy() != QTextFormat::PageBreak_Auto)
        look += QStringLiteral("new page ");
    if (format.background().style() != Qt::NoBrush)
        look += format.background().color().name() + ' ';
    return look;
}

/// A piece of text with its letters, or a picture with its size.
QString pieceOf(const QTextFragment &piece)
{
    const QTextCharFormat format = piece.charFormat();
    if (format.isImageFormat())
        return QStringLiteral("<picture %1x%2>")
            .arg(format.toImageFormat().width())
            .arg(format.toImageFormat().height());
    QString look;
    if (format.fontWeight() > QFont::Normal)
        look += 'b';
    if (format.fontItalic())
        look += 'i';
    if (format.isAnchor())
        look += QStringLiteral("a ") + format.anchorHref();
    if (format.foreground().style() != Qt::NoBrush)
        look += format.foreground().color().name();
    return look.isEmpty() ? piece.text() : '<' + look + '>' + piece.text();
}

QStringList blocksOf(const QTextDocument &document)
{
    QStringList lines;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QString text = lookOf(block);
        const QTextCursor cursor(block);
        if (QTextTable *table = cursor.currentTable()) {
            const QTextTableCell cell = table->cellAt(cursor);
            text += QStringLiteral("%1,%2 of %3x%4: ")
                        .arg(cell.row() + 1)
                        .arg(cell.column() + 1)
                        .arg(table->rows())
                        .arg(table->columns());
        }
        for (auto piece = block.begin(); !piece.atEnd(); ++piece)
            text += pieceOf(piece.fragment());
        lines << text.simplified();
    }
    // Days on which it was written.
    static const QRegularExpression day(
        QStringLiteral("(\\w{3,6}day, )?\\d{1,2} \\w{3,9} 20\\d\\d( \\d\\d:\\d\\d(:\\d\\d)?)?"));
    lines.replaceInStrings(day, QStringLiteral("<day>"));
    return lines;
}

} // namespace

class PaperTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void reports_data()
    {
        QTest::addColumn<QString>("scene");
        for (const char *scene : { "compare", "experts-result", "tpu-result", "lora-result" })
            QTest::newRow(scene) << QString::fromLatin1(scene);
    }
    void reports()
    {
        QFETCH(QString, scene);
        WindowStage stage(windowSize);
        QVERIFY(stage.make(*sceneOf(scene)));
        QTextDocument document;
        writeReport(stage.window->controller(), stage.window->pins().pins(), document);
        compareWithRecorded(
            blocksOf(document), QStringLiteral("../blueprint/report-%1.txt").arg(scene));
    }

    void handouts_data()
    {
        QTest::addColumn<int>("lesson");
        for (int lesson = 0; lesson < 4; ++lesson)
            QTest::addRow("%d", lesson) << lesson;
    }
    void handouts()
    {
        QFETCH(int, lesson);
        WindowStage stage(windowSize);
        QVERIFY(stage.make(*sceneOf(QStringLiteral("learn"))));
        auto &session = *stage.window->findChild<LessonSession *>();
        const std::string id = session.heads().at(std::size_t(lesson)).id;
        const Lesson *found = session.find(QString::fromStdString(id));
        QVERIFY(found);
        QTextDocument document;
        buildHandout(document, *found, LessonPlans { *found, session.services() });
        compareWithRecorded(blocksOf(document),
            QStringLiteral("../blueprint/handout-%1.txt").arg(QString::fromStdString(id)));
    }
};

int main(int count, char **words)
{
    return runWithFixedLook<PaperTest>(count, words);
}
#include "tst_paper.moc"
