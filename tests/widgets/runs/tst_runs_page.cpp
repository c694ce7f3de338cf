#include "window_fixture.h"

#include "model/plan/plan_file.h"

#include "widgets/look/theme.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/run_table_model.h"
#include "widgets/runs/runs_page.h"
#include "widgets/runs/step_chart.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTranslator>
#include <QUrl>

using namespace headroom;

namespace {

constexpr int patience = 60000; ///< ms; a sanitizer or a busy machine needs it

QString sample(const char *name)
{
    return QStringLiteral(HEADROOM_TEST_DATA "/runs/") + QString::fromLatin1(name);
}

} // namespace

class RunsPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->makeWindow();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_plan = m_fixture->folder.filePath(QStringLiteral("mine.headroom.yaml"));
        QVERIFY(savePlan(m_window->controller().plan(), m_plan.toStdString()).empty());
        QVERIFY(m_window->files().open(m_plan.toStdString()));
        m_window->controller().flush();
        m_window->showPage(QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
    }
    void cleanup() { m_window.reset(); }

    void aPlanWithoutRunsSaysWhatToDo()
    {
        QVERIFY(!table().isVisible());
        QVERIFY(child<QLabel>("runStatus")->text().contains(QStringLiteral("mine.runs.csv")));
        QVERIFY(child<QPushButton>("addRuns")->isVisible());
    }

    void aLogIsAddedByItsButtonAndOnlyOnce()
    {
        add("slow.log");
        QCOMPARE(table().model()->rowCount(), 1);
        QVERIFY(QFile::exists(project()));
        const QByteArray before = contentOf(project());
        add("slow.log");
        QCOMPARE(table().model()->rowCount(), 1);
        QCOMPARE(contentOf(project()), before);
        QVERIFY(child<QLabel>("runStatus")->text().contains(QStringLiteral("already")));
    }

    void aSlowRunNamesItsCauses()
    {
        add("slow.log");
        const auto cell
            = [this](int column) { return table().model()->index(0, column).data().toString(); };
        QCOMPARE(cell(RunTableModel::Run), QStringLiteral("slow"));
        QVERIFY(cell(RunTableModel::Verdict).contains(QStringLiteral("slower")));
        QVERIFY(!cell(RunTableModel::Mfu).isEmpty() && !cell(RunTableModel::Memory).isEmpty());
        QVERIFY(child<QLabel>("runVerdict")->text().contains(QLatin1Char('%')));
        for (const char *name : { "cause_regular-stalls", "cause_network-slow" }) {
            auto *card = page().findChild<QWidget *>(QLatin1String(name));
            QVERIFY2(card && card->isVisible(), name);
            QVERIFY(!card->accessibleName().isEmpty());
        }
    }

    void stepsThatDoNotCountAreMarked()
    {
        add("maxtext-2026-07.log");
        const ChartTable steps = page().findChild<StepChart *>()->table();
        QVERIFY(!steps.rows.isEmpty());
        QStringList uses;
        for (const QVariantList &row : steps.rows)
            uses.append(row.at(2).toString());
        for (const StepUse use : { StepUse::Counts, StepUse::WarmUp, StepUse::Evaluation,
                 StepUse::Profiled, StepUse::Outlier })
            QVERIFY(uses.contains(StepChart::useText(use)));
        QCOMPARE(page().findChild<PredictionChart *>()->table().rows.size(), 1);
    }

    void keysWalkTheRuns()
    {
        add("slow.log");
        add("nemo2.log");
        QCOMPARE(table().model()->rowCount(), 2);
        const QAbstractItemModelTester tester(table().model());
        QCOMPARE(table().currentIndex().row(), 1); // the newest
        const ChartTable newest = page().findChild<StepChart *>()->table();
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Up);
        QCOMPARE(table().currentIndex().row(), 0);
        QVERIFY(!(page().findChild<StepChart *>()->table() == newest));
        QVERIFY(page().findChild<QWidget *>(QStringLiteral("cause_regular-stalls")));
        QTest::keyClick(&table(), Qt::Key_Down);
        QVERIFY(page().findChild<StepChart *>()->table() == newest);
    }

    void filesAreDroppedOnTheWindow()
    {
        m_window->showPage(QStringLiteral("model"));
        drop({ sample("slow.log"), sample("nemo2.log") });
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 2, patience);
        // A plan is opened instead.
        const QString other = m_fixture->folder.filePath(QStringLiteral("other.headroom.yaml"));
        QVERIFY(QFile::copy(m_plan, other));
        drop({ other });
        QTRY_COMPARE(QString::fromStdString(m_window->controller().file().string()), other);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QTRY_COMPARE(table().model()->rowCount(), 0);
    }

    void whatIsNotUnderstoodIsNamed()
    {
        add("nothing.log");
        QVERIFY(child<QLabel>("runProblems")->isVisible());
        QVERIFY(child<QLabel>("runProblems")->text().contains(QStringLiteral("nothing.log")));
        QVERIFY(!QFile::exists(project()));
        add("measure.json");
        QVERIFY(child<QLabel>("runStatus")->text().contains(QLatin1Char('8')));
    }

    void aBrokenProjectFileSaysSo()
    {
        QFile file(project());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no,columns\n1,2\n") > 0);
        file.close();
        emit m_window->controller().fileChanged();
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QLabel>("runStatus")->text().contains(QStringLiteral("'id'")), patience);
    }

    void aPlanWithoutAFileAsksWhereToKeepRuns()
    {
        m_window->files().openExample(QString::fromStdString(m_fixture->library.planIds().front()));
        m_window->showPage(QStringLiteral("runs"));
        m_fixture->dialogs.file.clear();
        page().addFiles({ sample("slow.log") });
        QVERIFY(page().isIdle());
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("kept.runs.csv"));
        page().addFiles({ sample("slow.log") });
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        QVERIFY(QFile::exists(m_fixture->dialogs.file));
    }

    /// Nothing is cut off where windows are small, and pictures for the eye.
    void everythingFits_data()
    {
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("english") << false;
        QTest::newRow("chinese") << true;
    }
    void everythingFits()
    {
        QFETCH(bool, isChinese);
        QTranslator translator;
        if (isChinese) {
            QVERIFY(translator.load(QLocale(QLocale::Chinese, QLocale::China),
                QStringLiteral("headroom"), QStringLiteral("_"),
                QStringLiteral(":/headroom/translations")));
            cleanup();
            QCoreApplication::installTranslator(&translator);
            init();
        }
        add("bimodal.log");
        add("slow.log");
        const QString pictures = qEnvironmentVariable("HEADROOM_PICTURES");
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            applyAppearance(appearance);
            QApplication::processEvents();
            QVERIFY(table().horizontalScrollBar()->maximum() == 0);
            for (const QLabel *label : page().findChildren<QLabel *>())
                if (label->isVisible() && label->wordWrap())
                    QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                        qPrintable(label->text()));
            if (pictures.isEmpty())
                continue;
            const QString name = QStringLiteral("runs-%1-%2")
                                     .arg(QLatin1String(QTest::currentDataTag()),
                                         appearance == Appearance::Dark ? QStringLiteral("dark")
                                                                        : QStringLiteral("light"));
            const auto save = [&](const QString &ending) {
                QVERIFY(m_window->grab().save(QDir(pictures).filePath(name + ending)));
            };
            save(QStringLiteral(".png"));
            page().reveal(page().findChild<PredictionChart *>());
            QTest::qWait(300); // the charts are drawn behind the page
            save(QStringLiteral("-charts.png"));
            page().reveal(&table());
        }
        applyAppearance(Appearance::System);
        m_window.reset(); // before its language goes
    }

private:
    RunsPage &page()
    {
        return *qobject_cast<RunsPage *>(m_window->pageWidget(QStringLiteral("runs")));
    }
    QTableView &table() { return *child<QTableView>("runTable"); }
    template <class Widget> Widget *child(const char *name)
    {
        return page().findChild<Widget *>(QLatin1String(name));
    }
    QString project() { return m_fixture->folder.filePath(QStringLiteral("mine.runs.csv")); }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void add(const char *name)
    {
        m_fixture->dialogs.file = sample(name);
        auto *button = child<QPushButton>("addRuns");
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QApplication::processEvents();
    }
    void drop(const QStringList &files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        const QPoint middle = m_window->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        QVERIFY(event.isAccepted());
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
    QString m_plan;
};

QTEST_MAIN(RunsPageTest)
#include "tst_runs_page.moc"
