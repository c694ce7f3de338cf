// What the report says, and how it comes out of the window.
#include "window_test.h"

#include "model/advice/levers.h"
#include "widgets/report/plan_report.h"
#include "widgets/report/report_pages.h"
#include "widgets/text/quantity_text.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QBuffer>
#include <QDate>
#include <QPageSize>
#include <QPdfWriter>
#include <QTest>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

using namespace headroom;

class WindowReportTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void theReportIsSavedByKeys()
    {
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("report.pdf"));
        chooseByLetters("fr");
        QFile report(m_fixture->dialogs.file);
        QTRY_VERIFY(report.size() > 0);
        QVERIFY(report.open(QIODevice::ReadOnly));
        QVERIFY(report.read(5) == "%PDF-" && report.size() > 20000);
        QVERIFY(m_fixture->dialogs.problem.isEmpty());
    }

    void aReportSaysWhenAndHowSure()
    {
        QTextDocument document;
        Pin pin { controller().plan(), *controller().estimate(), "what we ran last year" };
        pin.plan.parallelism.fsdp = 4;
        writeReport(controller(), { pin }, document);
        const QString text = document.toPlainText();
        // What else could be done, and what may turn out otherwise, come before the details.
        const auto charts = text.indexOf(QStringLiteral("Memory and time"));
        for (const char *part :
            { "Alternatives", "what we ran last year", "Risks", "probability" }) {
            const auto at = text.indexOf(QLatin1String(part));
            QVERIFY2(at > 0 && at < charts, part);
        }
        std::size_t tried = 0;
        for (const Lever &lever : levers(controller().plan(), controller().bestChanges()))
            if (lever.estimate && lever.estimate->time.step < controller().estimate()->time.step) {
                ++tried;
                const QString step = secondsText(lever.estimate->time.step);
                QVERIFY2(text.contains(QString(step).replace(QChar(0xa0), QLatin1Char(' '))),
                    lever.id.c_str());
            }
        QVERIFY(tried > 0);
        QVERIFY(text.contains(QString::number(QDate::currentDate().year())));
        QVERIFY(text.contains(QStringLiteral("1 sequence\n")));
        QVERIFY2(text.count(QStringLiteral("(80 %")) >= 9, qPrintable(text)); // every figure
        // On paper all of that stands on the first page.
        QBuffer paper;
        paper.open(QIODevice::WriteOnly);
        QPdfWriter writer { &paper };
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins({});
        drawPages(document, writer, {});
        const QTextBlock last = document.find(QStringLiteral("Memory and time")).block().previous();
        QVERIFY(last.isValid());
        QVERIFY(document.documentLayout()->blockBoundingRect(last).bottom()
            < document.pageSize().height());
        openBroken();
        QTextDocument none;
        writeReport(controller(), {}, none);
        QVERIFY(none.isEmpty());
    }

private:
    /// Walks the menus by their letters.
    void chooseByLetters(const char *letters)
    {
        m_window->activateWindow();
        TRY_ACTIVE(m_window.get());
        QTest::keyClick(m_window.get(), *letters, Qt::AltModifier);
        while (*++letters) {
            QTRY_VERIFY(QApplication::activePopupWidget());
            QTest::keyClick(QApplication::activePopupWidget(), *letters);
        }
    }
};

QTEST_MAIN(WindowReportTest)
#include "tst_window_report.moc"
