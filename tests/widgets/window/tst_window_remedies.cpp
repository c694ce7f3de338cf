// Buttons that mend a plan: what they offer, and that they keep their promise.
#include "window_test.h"

#include "model/advice/repair.h"

#include <QComboBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace headroom;

class WindowRemediesTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void noRemedyLeadsToTheNextError_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::newRow("tensor") << "parallelism.tensor"
                                << "3";
        QTest::newRow("fsdp") << "parallelism.fsdp"
                              << "5";
        QTest::newRow("nodes") << "hardware.nodes"
                               << "4";
        QTest::newRow("pipeline") << "parallelism.pipeline"
                                  << "3";
    }

    void noRemedyLeadsToTheNextError()
    {
        QFETCH(QString, path);
        QFETCH(QString, value);
        type(path, value);
        QVERIFY(controller().isStale());
        int remedies = 0;
        for (const PlanProblem &problem : controller().problems())
            for (std::size_t i = 0; i < problem.repairs.size(); ++i) {
                const auto plan = controller().planWith(problem.repairs[i].changes);
                QVERIFY(plan);
                QVERIFY(controller().estimateOf(*plan));
                const bool takesMachines
                    = problem.repairs[i].changes.front().path.starts_with("hardware.");
                QVERIFY(i > 0 || !takesMachines);
                ++remedies;
            }
        QVERIFY(remedies > 0);
    }

    void whatDoesNotFitOffersTheCheapestFirst()
    {
        type(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("4"));
        QTRY_VERIFY(!controller().estimate()->memory.fits);
        QWidget *box = panel();
        auto *find = box->findChild<QPushButton *>(QStringLiteral("findFitting"));
        QVERIFY(find && find->isVisible());
        QStringList offers;
        const auto read = [&] {
            offers.clear();
            for (auto *button : box->findChildren<QPushButton *>())
                if (button->isVisible()
                    && button->accessibleName().startsWith(QStringLiteral("Repair: ")))
                    offers.append(button->accessibleName());
            return !offers.isEmpty();
        };
        QTRY_VERIFY(read());
        for (const QString &offer : offers) // each with its price in time
            QVERIFY2(offer.contains(QRegularExpression(QStringLiteral(": [+\u2212±][0-9.]+.*$"))),
                qPrintable(offer));
        QVERIFY2(!offers.first().contains(QStringLiteral("Nodes")), qPrintable(offers.first()));
        press("findFitting");
        QCOMPARE(m_window->currentPage(), QStringLiteral("suggest"));
    }

    /// The button that lifts a refusal goes with it, while it is being pressed.
    void theRemedyOfARefusalBringsTheFiles()
    {
        choose("framework", "megatron");
        type(QStringLiteral("precision.recipe"), QStringLiteral("fp8_current"));
        QCOMPARE(controller().plan().precision.recipe, std::string("fp8_current"));
        m_window->showPage(QStringLiteral("export"));
        QWidget *page = m_window->pageWidget(QStringLiteral("export"));
        auto *target = page->findChild<QComboBox *>(QStringLiteral("exportTarget"));
        target->setFocus();
        QTest::keyClicks(target, QStringLiteral("deeps"));
        QCOMPARE(target->currentText(), QStringLiteral("deepspeed"));
        auto *save = child<QPushButton>("exportSave");
        QVERIFY(!save->isVisible());
        const auto remedies
            = [page] { return page->findChildren<QWidget *>(QStringLiteral("exportRemedies")); };
        QTRY_COMPARE(remedies().size(), 1);
        auto *remedy = remedies().front()->findChild<QPushButton *>();
        remedy->setFocus();
        QTest::keyClick(remedy, Qt::Key_Space);
        QTRY_VERIFY(controller().plan().precision.recipe != "fp8_current");
        controller().flush();
        QTRY_VERIFY(save->isVisible());
        QTRY_VERIFY(remedies().empty());
    }

private:
    /// From a list without typing of its own, by the first letters.
    void choose(const char *path, const char *letters)
    {
        m_window->showField(QLatin1String(path));
        auto *box = m_window->findChild<QComboBox *>(QLatin1String(path));
        TRY_FOCUS(box);
        QTest::keyClicks(box, QLatin1String(letters));
        controller().flush();
        QCOMPARE(controller().text(QLatin1String(path)), QLatin1String(letters));
    }

    QWidget *panel() { return m_window->findChild<QWidget *>(QStringLiteral("resultPanel")); }
};

QTEST_MAIN(WindowRemediesTest)
#include "tst_window_remedies.moc"
