// Groups that few need are closed, fields without a meaning are away, and what can be listed is.
#include "window_test.h"

#include "widgets/fields/choice_box.h"
#include "widgets/fields/field_editor.h"
#include "widgets/look/fold_button.h"

using namespace headroom;

class FieldPagesTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void groupsThatFewNeedAreClosed_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("fold");
        QTest::addColumn<QString>("field");
        QTest::newRow("failures") << "hardware"
                                  << "fold_reliability"
                                  << "reliability.restart_minutes";
        QTest::newRow("measurements") << "workload"
                                      << "fold_calibration"
                                      << "compiled";
    }
    /// By key they open, and a field that is looked for opens its group.
    void groupsThatFewNeedAreClosed()
    {
        QFETCH(QString, page);
        QFETCH(QString, fold);
        QFETCH(QString, field);
        m_window->showPage(page);
        const QWidget *whole = m_window->pageWidget(page);
        auto *button = whole->findChild<FoldButton *>(fold);
        const auto *input = whole->findChild<QWidget *>(field);
        QVERIFY(button && button->isVisible());
        QVERIFY(input && !input->isVisible());
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(input->isVisible());
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(!input->isVisible());
        m_window->showField(field);
        QVERIFY(input->isVisible());
    }

    /// What a plan has set is in sight.
    void aGroupWithAValueIsOpen()
    {
        m_window->showPage(QStringLiteral("hardware"));
        const auto *input = child<QWidget>("reliability.restart_minutes");
        QVERIFY(!input->isVisible());
        controller().edit(QStringLiteral("reliability.restart_minutes"), QStringLiteral("20"));
        QVERIFY(input->isVisible());
    }

    /// Only slices of TPUs have a topology; its shapes are listed as the slice is.
    void topologiesAreListedForSlices()
    {
        m_window->showPage(QStringLiteral("hardware"));
        QVERIFY(!child<QWidget>("hardware.topology")->isVisible());
        open("llama2-70b-v5p-64", "hardware");
        auto *box = child<ChoiceBox>("hardware.topology");
        QVERIFY(box && box->isVisible());
        QVERIFY(listed(*box).contains(QStringLiteral("4x4x4")));
        controller().edit(QStringLiteral("hardware.devices_per_node"), QStringLiteral("32"));
        QCOMPARE(listed(*box).mid(0, 2),
            QStringList({ QStringLiteral("automatic"), QStringLiteral("2x4x4") }));
        QVERIFY(!listed(*box).contains(QStringLiteral("4x4x4")));
    }

    void softwareStacksAreListed()
    {
        m_window->showPage(QStringLiteral("workload"));
        auto *box = child<ChoiceBox>("software.stack");
        QVERIFY(box && box->isVisible());
        QCOMPARE(box->currentText(), QStringLiteral("automatic"));
        QVERIFY(listed(*box).contains(QStringLiteral("maxtext-gpu")));
        controller().edit(QStringLiteral("software.stack"), QStringLiteral("maxtext-gpu"));
        QCOMPARE(box->currentText(), QStringLiteral("maxtext-gpu"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("automatic"));
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(controller().plan().software.stack.empty());
    }

private:
    static QStringList listed(ChoiceBox &box)
    {
        box.showPopup();
        QStringList texts;
        for (int i = 0; i < box.count(); ++i)
            texts.append(box.itemText(i));
        box.hidePopup();
        return texts;
    }
};

QTEST_MAIN(FieldPagesTest)
#include "tst_field_pages.moc"
