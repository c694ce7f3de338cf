// What the window keeps over a restart: pins, panels, preferences, and where it was closed.
#include "window_test.h"

#include "model/plan/fields/pinned_plans.h"
#include "model/plan/fields/plan_file.h"
#include "widgets/compare/compare_model.h"
#include "widgets/look/theme.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/pin_store.h"
#include "widgets/window/preferences.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <filesystem>

using namespace headroom;

class WindowKeptTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void aPinIsRenamedAndSurvivesARestart()
    {
        savePlanAs("mine.headroom.yaml");
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        rename(QStringLiteral("before the change"));
        restart();
        QVERIFY(m_window->files().open(path("mine.headroom.yaml")));
        controller().flush();
        QCOMPARE(pins().size(), std::size_t(1));
        QCOMPARE(pins().front().name, std::string("before the change"));
        QVERIFY(pins().front().estimate == *controller().estimate());
        // Differences are shown against what was pinned now, not against an earlier session.
        QVERIFY(!m_window->pins().reference());
        m_window->pins().makeReference(0);
        QVERIFY(m_window->pins().reference() == &pins().front());
        m_window->showPage(QStringLiteral("compare"));
        auto *model = m_window->findChild<CompareModel *>();
        QVERIFY(model->headerData(1, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .contains(QStringLiteral("before the change")));
    }

    /// To what is the plan nobody goes back; a change, a broken one too, offers the way.
    void aPinThatIsThePlanIsNotGoneBackTo()
    {
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        const Plan pinned = controller().plan();
        m_window->showPage(QStringLiteral("compare"));
        const auto wayBack = [this]() -> QPushButton * {
            for (auto *button :
                m_window->pageWidget(QStringLiteral("compare"))->findChildren<QPushButton *>())
                if (button->text() == QStringLiteral("The plan now")
                    || button->text() == QStringLiteral("Restore it"))
                    return button;
            return nullptr;
        };
        QTRY_VERIFY(wayBack() && !wayBack()->isEnabled());
        for (const char *value : { "2", "3" }) { // micro-batches: valid, and not
            controller().edit(
                QStringLiteral("parallelism.micro_batch_sequences"), QLatin1String(value));
            controller().flush();
            QTRY_VERIFY(wayBack() && wayBack()->isEnabled());
        }
        wayBack()->setFocus();
        QTest::keyClick(wayBack(), Qt::Key_Space);
        QTRY_VERIFY(controller().plan() == pinned);
        QTRY_VERIFY(!wayBack()->isEnabled());
    }

    void pinsOfAPlanWithoutAFileSurviveToo()
    {
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        rename(QStringLiteral("an example"));
        restart();
        controller().flush();
        QCOMPARE(pins().size(), std::size_t(1));
        QCOMPARE(pins().front().name, std::string("an example"));
    }

    void aPlanBringsItsOwnPins()
    {
        savePlanAs("one.headroom.yaml");
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        // A plan without pins keeps them, to be compared with.
        QVERIFY(savePlan(controller().plan(), path("two.headroom.yaml")).empty());
        QVERIFY(m_window->files().open(path("two.headroom.yaml")));
        controller().flush();
        QCOMPARE(pins().size(), std::size_t(1));
        QVERIFY(!std::filesystem::exists(path("two.pins.yaml")));
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(pins().size(), std::size_t(2));
        QVERIFY(std::filesystem::exists(path("two.pins.yaml")));
        QVERIFY(m_window->files().open(path("one.headroom.yaml")));
        controller().flush();
        QCOMPARE(pins().size(), std::size_t(1));
    }

    /// Opening a plan reads its pins and writes nothing; a new pin joins what others have added.
    void pinsAreReadWithoutBeingWritten()
    {
        savePlanAs("mine.headroom.yaml");
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        QFile file(QString::fromStdString(path("mine.pins.yaml").string()));
        QVERIFY(file.open(QIODevice::Append));
        file.write("# by hand\n");
        file.close();
        QVERIFY(m_window->files().open(path("mine.headroom.yaml")));
        controller().flush();
        QCOMPARE(pins().size(), std::size_t(1));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().endsWith("# by hand\n"));
        file.close();
        const Result<std::vector<PinnedPlan>> there = loadPins(path("mine.pins.yaml"));
        QVERIFY(there && there->size() == 1);
        std::vector<PinnedPlan> more = *there;
        more.push_back({ "by another program", more.front().plan });
        QVERIFY(savePins(more, path("mine.pins.yaml")).empty());
        controller().edit(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("2"));
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(pins().size(), std::size_t(2));
        const Result<std::vector<PinnedPlan>> now = loadPins(path("mine.pins.yaml"));
        QVERIFY(now);
        QCOMPARE(now->size(), std::size_t(3));
        QVERIFY(
            std::ranges::count(*now, std::string("by another program"), &PinnedPlan::name) == 1);
    }

    void brokenPinsAreSaidAndLeftAlone()
    {
        savePlanAs("mine.headroom.yaml");
        const QByteArray broken("schema_version: 1\npins: nothing\n");
        QFile file(QString::fromStdString(path("mine.pins.yaml").string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(broken);
        file.close();
        QVERIFY(m_window->files().open(path("mine.headroom.yaml")));
        controller().flush();
        const QString message = child<QLabel>("message")->text();
        QVERIFY2(message.contains(QStringLiteral("Pins is not a list")), qPrintable(message));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), broken);
    }

    void theWindowOpensWhereItWasClosed()
    {
        QVERIFY(m_window->lastPage().isEmpty() && m_window->lastFile().isEmpty());
        savePlanAs("mine.headroom.yaml");
        m_window->showPage(QStringLiteral("levers"));
        QVERIFY(m_window->close());
        restart();
        QCOMPARE(m_window->lastPage(), QStringLiteral("levers"));
        QCOMPARE(m_window->lastFile(), QString::fromStdString(path("mine.headroom.yaml").string()));
        std::filesystem::remove(path("mine.headroom.yaml"));
        QVERIFY(m_window->lastFile().isEmpty());
    }

    void panelsAreShownAndHiddenByMenu_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("panel");
        QTest::newRow("result") << "Result panel"
                                << "resultPanel";
        QTest::newRow("explanation") << "Explanation"
                                     << "explanationPane";
    }

    void panelsAreShownAndHiddenByMenu()
    {
        QFETCH(QString, entry);
        QFETCH(QString, panel);
        m_window->showPage(QStringLiteral("model"));
        auto *widget = m_window->findChild<QWidget *>(panel);
        QVERIFY(widget && widget->isVisible());
        action(entry)->trigger();
        QVERIFY(!widget->isVisible());
        m_window->showPage(QStringLiteral("hardware"));
        QVERIFY(!widget->isVisible());
        restart();
        m_window->showPage(QStringLiteral("model"));
        widget = m_window->findChild<QWidget *>(panel);
        QVERIFY(!widget->isVisible()); // it is remembered
        action(entry)->trigger();
        QVERIFY(widget->isVisible());
    }

    void preferencesAreKept()
    {
        QTest::keyClick(m_window.get(), Qt::Key_Comma, Qt::ControlModifier);
        auto *dialog = m_window->findChild<PreferencesDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *language = dialog->findChild<QComboBox *>(QStringLiteral("preferredLanguage"));
        QTest::keyClick(language, Qt::Key_End);
        auto *look = dialog->findChild<QComboBox *>(QStringLiteral("preferredAppearance"));
        QTest::keyClick(look, Qt::Key_End);
        auto *folder = dialog->findChild<QLineEdit *>(QStringLiteral("preferredFolder"));
        QVERIFY(!folder->placeholderText().isEmpty());
        QTest::keyClicks(folder, QStringLiteral("/srv/profiles"));
        QTest::keyClick(folder, Qt::Key_Return);
        QTRY_VERIFY(!m_window->findChild<PreferencesDialog *>());
        const Preferences kept = Preferences::read(m_fixture->settings);
        QCOMPARE(kept.language, QStringLiteral("zh"));
        QCOMPARE(kept.appearance, Appearance::Dark);
        QCOMPARE(kept.dataFolder, QStringLiteral("/srv/profiles"));
        QVERIFY(qApp->palette().color(QPalette::Window).lightness() < 128);
        applyAppearance(Appearance::Light);
    }

private:
    const std::vector<Pin> &pins() { return m_window->pins().pins(); }

    std::filesystem::path path(const char *name)
    {
        return m_fixture->folder.filePath(QLatin1String(name)).toStdString();
    }

    void savePlanAs(const char *name)
    {
        m_fixture->dialogs.file = QString::fromStdString(path(name).string());
        QVERIFY(m_window->files().saveAs());
    }

    void restart()
    {
        m_window.reset();
        m_window = m_fixture->makeWindow();
        m_window->resize(1280, 720);
        m_window->show();
        TRY_EXPOSED(m_window.get());
    }

    /// Writes over the name of the first pin.
    void rename(const QString &name)
    {
        QCOMPARE(pins().size(), std::size_t(1));
        m_window->showPage(QStringLiteral("compare"));
        auto *field = child<QLineEdit>("pinNameA");
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, name);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(pins().front().name, name.toStdString());
    }

    QAction *action(const QString &text)
    {
        for (auto *one : m_window->findChildren<QAction *>())
            if (QString(one->text()).remove(QLatin1Char('&')) == text)
                return one;
        return nullptr;
    }
};

QTEST_MAIN(WindowKeptTest)
#include "tst_window_kept.moc"
