// A small screen: nothing scrolls sideways and no label is cut at 1280×720, nor in what 150 %
// and 125 % leave of it; at 100 % the answer of every page is in sight.
#include "chinese_texts.h"
#include "window_test.h"

#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "widgets/export/code_view.h"
#include "widgets/frame/page.h"
#include "widgets/look/theme.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

using namespace headroom;

namespace {

constexpr QSize small { 1280, 720 };
constexpr QSize smallAt125 { 1024, 576 }; ///< device-independent pixels of it at 125 %
constexpr QSize smallAt150 { 853, 480 }; ///< and at 150 %
constexpr int patience = 60000; ///< ms; a sanitizer or a busy machine needs it

} // namespace

class SmallWindowTest : public WindowTest
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        closeWindow();
        QCoreApplication::removeTranslator(&m_translator);
        QLocale::setDefault(QLocale::c());
        applyAppearance(Appearance::Light);
    }

    void noPageScrollsSideways_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isChinese");
        QTest::addColumn<bool>("isDark");
        for (const bool isChinese : { false, true })
            for (const bool isDark : { false, true }) {
                const std::string look = std::string(isChinese ? "Chinese" : "English")
                    + (isDark ? ", dark" : ", light");
                QTest::newRow((look + ", 100 %").c_str()) << small << isChinese << isDark;
                if (isDark && !wantsPictures()) // nothing is larger in the dark
                    continue;
                QTest::newRow((look + ", 125 %").c_str()) << smallAt125 << isChinese << isDark;
                QTest::newRow((look + ", 150 %").c_str()) << smallAt150 << isChinese << isDark;
            }
    }

    void noPageScrollsSideways()
    {
        QFETCH(QSize, size);
        QFETCH(bool, isChinese);
        QFETCH(bool, isDark);
        if (isChinese)
            speakChinese();
        applyAppearance(isDark ? Appearance::Dark : Appearance::Light);
        openWindow();
        m_window->resize(size);
        QStringList wrong;
        for (const char *plan :
            { "llama3-70b-h100-32-nodes", "mixtral-8x7b-h100-8-nodes", "llama2-70b-v5p-64" })
            for (const QString &id : m_window->pageIds()) {
                open(plan, qPrintable(id));
                QTRY_COMPARE(m_window->size(), size);
                (void)QTest::qWaitFor(
                    [&] { return (complaints(id) + clippedLabels(*m_window)).isEmpty(); }, 5000);
                keepPicture(
                    QStringLiteral("%1-%2-%3")
                        .arg(QLatin1String(QTest::currentDataTag()), id, QLatin1String(plan)));
                for (const QString &complaint : complaints(id) + clippedLabels(*m_window))
                    wrong.append(
                        QStringLiteral("%1, %2: %3").arg(id, QLatin1String(plan), complaint));
            }
        for (const QString &place : std::as_const(wrong)) // a lone message would be cut
            qInfo("%s", qPrintable(place));
        QVERIFY(wrong.isEmpty());
    }

    /// At 150 % of a small screen the explanation leaves the fields that it explains in sight.
    void aLowWindowShowsItsFields_data()
    {
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("English") << false;
        QTest::newRow("Chinese") << true;
    }
    void aLowWindowShowsItsFields()
    {
        QFETCH(bool, isChinese);
        if (isChinese)
            speakChinese();
        openWindow();
        m_window->resize(smallAt150);
        for (const auto &[page, fields, least] : { std::tuple { "parallelism", "parallelism.", 5 },
                 std::tuple { "hardware", "hardware.", 3 },
                 std::tuple { "workload", "workload.", 3 } }) {
            open("llama3.1-8b-h100-node", page);
            auto *initial = qobject_cast<Page *>(m_window->pageWidget(QLatin1String(page)));
            initial->initialFocus()->setFocus();
            QApplication::processEvents();
            QVERIFY(child<QWidget>("explanationPane")->isVisible());
            QStringList names;
            for (const PlanField &field : planFields())
                if (field.path.starts_with(fields))
                    names.append(QString::fromStdString(field.path));
            const auto seen = names.size() - notInSight(names).size();
            keepPicture(QStringLiteral("low-") + QLatin1String(page));
            QVERIFY2(seen >= least, page);
        }
        m_window->showField(QStringLiteral("parallelism.data"));
        expectInSight({ "parallelism.data", "stepUp" }); // what it is explained with
    }

    /// What a page is opened to do needs no scrolling at 150 % of a small screen.
    void aLowWindowShowsWhatToDo()
    {
        const QHash<QString, QString> actions {
            { QStringLiteral("start"), QStringLiteral("findPlan") },
            { QStringLiteral("model"), QStringLiteral("model") },
            { QStringLiteral("hardware"), QStringLiteral("hardware.accelerator") },
            { QStringLiteral("workload"), QStringLiteral("workload.global_batch_sequences") },
            { QStringLiteral("parallelism"), QStringLiteral("suggest") },
            { QStringLiteral("suggest"), QStringLiteral("searchStart") },
            { QStringLiteral("flags"), QStringLiteral("flagSearch") },
            { QStringLiteral("result"), QStringLiteral("resultFigures") },
            { QStringLiteral("export"), QStringLiteral("exportSave") },
            { QStringLiteral("cluster"), QStringLiteral("findMachines") },
            { QStringLiteral("timeline"), QStringLiteral("timelineStage") },
            { QStringLiteral("levers"), QStringLiteral("leverTabs") },
            { QStringLiteral("your_file"), QStringLiteral("yourFileOpen") },
            { QStringLiteral("compare"), QStringLiteral("pinPlan") },
            { QStringLiteral("runs"), QStringLiteral("addRuns") },
            { QStringLiteral("validation"), QStringLiteral("expectedErrors") },
            { QStringLiteral("learn"), QStringLiteral("startLesson") },
        };
        openWindow();
        m_window->resize(smallAt150);
        for (const QString &id : m_window->pageIds()) {
            QVERIFY2(actions.contains(id), qPrintable(id));
            open("llama3-70b-h100-32-nodes", qPrintable(id));
            expectInSight({ actions.value(id) });
        }
        open("llama3.1-8b-h100-node", "export");
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("launch"));
        press("exportSave");
        expectInSight({ "exportFinishText", "exportSave" });
        m_window->showPage(QStringLiteral("suggest"));
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("searchCard")->isVisible(), patience);
        expectInSight({ "searchConfiguration", "searchApply" });
    }

    /// Bars are seen at every size, and no value stands on a name.
    void theBarsOfLeversHaveRoom_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("100 %") << small;
        QTest::newRow("125 %") << smallAt125;
        QTest::newRow("150 %") << smallAt150;
    }
    void theBarsOfLeversHaveRoom()
    {
        QFETCH(QSize, size);
        openWindow();
        m_window->resize(size);
        open("llama3-70b-h100-32-nodes", "levers");
        auto *plot = child<QWidget>("tuningChart")->findChild<QCustomPlot *>();
        const auto texts = [&] {
            QList<QCPItemText *> found;
            for (int i = 0; i < plot->itemCount(); ++i)
                if (auto *text = qobject_cast<QCPItemText *>(plot->item(i)))
                    found.append(text);
            return found;
        };
        const auto longestBar = [&] {
            double most = 0;
            for (int i = 0; i < plot->plottableCount(); ++i) {
                const auto *bars = qobject_cast<QCPBars *>(plot->plottable(i));
                if (!bars || bars->data()->isEmpty())
                    continue;
                const double value = bars->data()->constBegin()->value;
                most = std::max(most,
                    std::abs(plot->xAxis->coordToPixel(value) - plot->xAxis->coordToPixel(0)));
            }
            return most;
        };
        const auto isApart = [&](const QCPItemText *text) {
            return text->left->pixelPosition().x() >= plot->axisRect()->left() - 1
                && text->right->pixelPosition().x() <= plot->width() + 1;
        };
        QTRY_VERIFY(!texts().isEmpty());
        QTRY_VERIFY(longestBar() >= 0.1 * plot->width());
        for (const QCPItemText *text : texts())
            QVERIFY2(isApart(text), qPrintable(text->text()));
    }

    /// At 100 %: verdict and figures beside every page, and on the page what it is opened for.
    void everyAnswerIsInSight()
    {
        openWindow();
        const QHash<QString, QStringList> answers {
            { QStringLiteral("start"),
                { QStringLiteral("findPlan"), QStringLiteral("askDevices"),
                    QStringLiteral("askSlow") } },
            { QStringLiteral("model"), { QStringLiteral("model"), QStringLiteral("name") } },
            { QStringLiteral("hardware"),
                { QStringLiteral("hardware.accelerator"), QStringLiteral("hardware.nodes"),
                    QStringLiteral("networkRate") } },
            { QStringLiteral("workload"),
                { QStringLiteral("workload.training_tokens"), QStringLiteral("framework") } },
            { QStringLiteral("parallelism"),
                { QStringLiteral("suggest"), QStringLiteral("degreeProduct") } },
            { QStringLiteral("flags"), { QStringLiteral("flagTable") } },
            { QStringLiteral("result"),
                { QStringLiteral("resultFigures"), QStringLiteral("timeChart"),
                    QStringLiteral("memoryChart") } },
            { QStringLiteral("export"),
                { QStringLiteral("exportPreview"), QStringLiteral("exportSave") } },
            { QStringLiteral("timeline"), { QStringLiteral("timelineChart") } },
            { QStringLiteral("levers"), { QStringLiteral("tuningChart") } },
        };
        QStringList hidden;
        for (const QString &id : m_window->pageIds()) {
            open("llama3-70b-h100-32-nodes", qPrintable(id));
            QApplication::processEvents();
            QStringList names = answers.value(id);
            // The result shows the figures itself; the panel beside it keeps to the verdict.
            if (child<QWidget>("resultPanel")->isVisible() && id != QStringLiteral("result"))
                names += panelFigures();
            for (const QString &name : notInSight(names))
                hidden.append(id + QStringLiteral(": ") + name);
        }
        for (const QString &name : std::as_const(hidden))
            qInfo("%s", qPrintable(name));
        QVERIFY(hidden.isEmpty());
    }

    /// Pages that have an answer only when they were asked.
    void everyAnswerThatWasAskedForIsInSight()
    {
        openWindow();
        open("llama3.1-8b-h100-node", "suggest");
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("searchCard")->isVisible(), patience);
        expectInSight({ "searchConfiguration", "searchApply", "searchChart", "searchTable" });

        for (const std::string &chip : m_fixture->library.acceleratorIds())
            if (chip != "h100-sxm")
                m_fixture->settings.setValue(
                    QStringLiteral("chipsLeftOut/") + QString::fromStdString(chip), true);
        m_window->showPage(QStringLiteral("cluster"));
        press("findMachines");
        QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("clusterTable")->isVisible(), patience);
        expectInSight({ "clusterChart", "clusterTable" });

        m_window->showPage(QStringLiteral("compare"));
        press("pinPlan");
        expectInSight({ "compareTable" });

        m_window->showPage(QStringLiteral("learn"));
        expectInSight({ "lessonList", "startLesson" });
        m_window->showPage(QStringLiteral("validation"));
        QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("validationHardware")->isVisible(), patience);
        expectInSight({ "expectedErrors" });

        const QString plan = m_fixture->folder.filePath(QStringLiteral("mine.headroom.yaml"));
        QVERIFY(savePlan(controller().plan(), plan.toStdString()).empty());
        QVERIFY(m_window->files().open(plan.toStdString()));
        m_window->showPage(QStringLiteral("runs"));
        m_fixture->dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/runs/slow.log");
        press("addRuns");
        QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("runTable")->isVisible(), patience);
        QApplication::processEvents();
        expectInSight({ "runTable", "runVerdict" });
    }

private:
    static QStringList panelFigures()
    {
        return { QStringLiteral("verdict"), QStringLiteral("figure_peak_bytes"),
            QStringLiteral("figure_step_seconds"), QStringLiteral("figure_mfu"),
            QStringLiteral("figure_tokens_per_second_per_device") };
    }

    /// Those of which not the whole is to be seen without scrolling.
    QStringList notInSight(const QStringList &names)
    {
        QStringList hidden;
        for (const QString &name : names) {
            const auto *widget = m_window->findChild<QWidget *>(name);
            bool isWhole = widget && widget->isVisible();
            for (const QWidget *around = widget; isWhole && around->parentWidget();) {
                around = around->parentWidget();
                isWhole = around->rect().contains(
                    QRect(widget->mapTo(around, QPoint()), widget->size()));
            }
            if (!isWhole)
                hidden.append(name);
        }
        return hidden;
    }

    void expectInSight(const QStringList &names)
    {
        (void)QTest::qWaitFor([&] { return notInSight(names).isEmpty(); }, 5000);
        keepPicture(QStringLiteral("asked-") + m_window->currentPage());
        const QStringList hidden = notInSight(names);
        QVERIFY2(hidden.isEmpty(),
            qPrintable(
                m_window->currentPage() + QStringLiteral(": ") + hidden.join(QLatin1Char(' '))));
    }

    void speakChinese()
    {
        QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
        QVERIFY(installChinese(m_translator));
    }

    /// What scrolls sideways on a page, and what is too wide in it. Code keeps its lines.
    QStringList complaints(const QString &pageId)
    {
        QStringList found;
        QWidget *page = m_window->pageWidget(pageId);
        for (const auto *area : page->findChildren<QAbstractScrollArea *>()) {
            const int beyond = area->horizontalScrollBar()->maximum();
            if (!area->isVisible() || beyond <= 0 || qobject_cast<const CodeView *>(area))
                continue;
            found.append(
                QStringLiteral("%1 %2 scrolls by %3")
                    .arg(QLatin1String(area->metaObject()->className()), area->objectName())
                    .arg(beyond));
            for (const auto *child : area->findChildren<QWidget *>())
                if (child->isVisible() && child->findChildren<QWidget *>().isEmpty()
                    && child->mapTo(area, QPoint(child->minimumSizeHint().width(), 0)).x()
                        > area->width())
                    found.append(QStringLiteral("too wide: %1 %2")
                                     .arg(QLatin1String(child->metaObject()->className()),
                                         child->objectName()));
        }
        return found;
    }

    static bool wantsPictures() { return qEnvironmentVariableIsSet("HEADROOM_SCREENSHOTS"); }

    /// With HEADROOM_SCREENSHOTS=FOLDER a picture of every page is left there.
    void keepPicture(const QString &name)
    {
        if (const QString folder = qEnvironmentVariable("HEADROOM_SCREENSHOTS");
            !folder.isEmpty()) {
            QTest::qWait(300); // charts and panels that follow a moment later
            QVERIFY(m_window->grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
        }
    }

    QTranslator m_translator;
};

QTEST_MAIN(SmallWindowTest)
#include "tst_small_window.moc"
