#include "window_test.h"

#include "widgets/fields/field_editor.h"
#include "widgets/fields/number_box.h"
#include "widgets/fields/profile_picker.h"
#include "widgets/fields/profile_table.h"
#include "widgets/planning/recovery.h"
#include "widgets/results/figure_button.h"
#include "widgets/window/command_palette.h"
#include "widgets/window/step_rail.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

class MainWindowTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }

    void cleanup() { closeWindow(); }

    void theRailIsAProperModel()
    {
        const QAbstractItemModelTester tester(m_window->findChild<StepRail *>()->model(),
            QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void typingInAFieldChangesTheResult()
    {
        m_window->showField(QStringLiteral("parallelism.micro_batch_sequences"));
        auto *box
            = m_window->findChild<NumberBox *>(QStringLiteral("parallelism.micro_batch_sequences"));
        QVERIFY(box);
        TRY_FOCUS(box);
        const Bytes before = m_window->controller().estimate()->memory.peak;
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("4"));
        QTRY_VERIFY(m_window->controller().estimate()->memory.peak > before);
        auto *verdict = m_window->findChild<QLabel *>(QStringLiteral("verdict"));
        QVERIFY(!verdict->text().isEmpty());
    }

    void undoByKeyRestoresAnEqualPlan_data()
    {
        QTest::addColumn<QString>("pageId");
        for (const QString &id : { QStringLiteral("model"), QStringLiteral("hardware"),
                 QStringLiteral("workload"), QStringLiteral("parallelism") })
            QTest::newRow(qPrintable(id)) << id;
    }
    void undoByKeyRestoresAnEqualPlan()
    {
        QFETCH(QString, pageId);
        m_window->showPage(pageId);
        QWidget *page = m_window->pageWidget(pageId);
        const auto editors = page->findChildren<FieldEditor *>();
        QVERIFY(!editors.isEmpty());
        for (FieldEditor *editor : editors) {
            const Plan before = m_window->controller().plan();
            editor->input()->setFocus();
            QTRY_VERIFY2(editor->input()->hasFocus(), qPrintable(editor->path()));
            if (qobject_cast<QCheckBox *>(editor->input())) {
                QTest::keyClick(editor->input(), Qt::Key_Space);
            } else if (auto *combo = qobject_cast<QComboBox *>(editor->input());
                       combo && !combo->isEditable()) {
                QTest::keyClick(combo, combo->currentIndex() > 0 ? Qt::Key_Up : Qt::Key_Down);
            } else if (auto *names = qobject_cast<QComboBox *>(editor->input())) {
                QTest::keyClick(names, Qt::Key_A, Qt::ControlModifier);
                // A list may be empty: only TPUs have topologies.
                const QString other = names->itemText(names->currentIndex() == 0 ? 1 : 0);
                QTest::keyClicks(names, other.isEmpty() ? QStringLiteral("2") : other);
                QTest::keyClick(names, Qt::Key_Return);
            } else {
                QTest::keyClick(editor->input(), Qt::Key_A, Qt::ControlModifier);
                const bool showsTwo
                    = m_window->controller().text(editor->path()) == QLatin1String("2");
                const bool isShare
                    = editor->path() == QLatin1String("workload.packing.share_padding");
                QTest::keyClicks(editor->input(),
                    isShare        ? QStringLiteral("0.5")
                        : showsTwo ? QStringLiteral("1")
                                   : QStringLiteral("2"));
            }
            QVERIFY2(m_window->controller().plan() != before, qPrintable(editor->path()));
            QTest::keyClick(editor->input(), Qt::Key_Z, Qt::ControlModifier);
            QVERIFY2(m_window->controller().plan() == before, qPrintable(editor->path()));
        }
    }

    void brokenRuleIsExplainedBesideTheFieldAndCured()
    {
        m_window->showField(QStringLiteral("parallelism.fsdp"));
        auto *box = m_window->findChild<NumberBox *>(QStringLiteral("parallelism.fsdp"));
        TRY_FOCUS(box);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("16"));
        auto *problem = m_window->findChild<QLabel *>(QStringLiteral("problem_parallelism.fsdp"));
        QTRY_VERIFY(problem->isVisible());
        QVERIFY(problem->text().contains(QStringLiteral("16")));
        auto *repair = problem->parentWidget()->findChild<QPushButton *>();
        QVERIFY(repair);
        QTest::keyClick(repair, Qt::Key_Space);
        QTRY_VERIFY(!problem->isVisible());
        QVERIFY(!m_window->controller().isStale());
    }

    void aPlanThatIsTooLargeIsMadeToFitByOneClick()
    {
        m_window->controller().edit(
            QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("4"));
        QTRY_VERIFY(!m_window->controller().estimate()->memory.fits);
        auto *panel = m_window->findChild<QWidget *>(QStringLiteral("resultPanel"));
        QPushButton *offer = nullptr;
        const auto find = [&] {
            for (auto *button : panel->findChildren<QPushButton *>())
                if (button->isVisible()
                    && button->accessibleName().startsWith(QStringLiteral("Repair: Micro-batch")))
                    offer = button;
            return offer != nullptr;
        };
        QTRY_VERIFY(find());
        offer->setFocus();
        QTest::keyClick(offer, Qt::Key_Space);
        QTRY_VERIFY(m_window->controller().estimate()->memory.fits);
        m_window->controller().history()->undo();
        QTRY_VERIFY(!m_window->controller().estimate()->memory.fits);
    }

    void aPinnedPlanLeavesTheWidthsAlone()
    {
        auto *panel = m_window->findChild<QWidget *>(QStringLiteral("resultPanel"));
        const int before = panel->minimumSizeHint().width();
        m_window->controller().edit(QStringLiteral("name"), QString(200, QLatin1Char('w')));
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        m_window->controller().edit(
            QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("4"));
        QTRY_VERIFY(!m_window->controller().estimate()->memory.fits);
        // Neither a long name nor a change beside each figure moves the page.
        QCOMPARE(panel->minimumSizeHint().width(), before);
    }

    void aNarrowWindowShowsTheRailAsIcons()
    {
        auto *rail = m_window->findChild<StepRail *>();
        QVERIFY(!rail->isCompact());
        const int wide = rail->sizeHint().width();
        m_window->resize(900, 720);
        QTRY_VERIFY(rail->isCompact());
        QVERIFY(rail->sizeHint().width() < wide / 2 + 10);
        QVERIFY(!rail->model()->index(1, 0).data(Qt::ToolTipRole).toString().isEmpty());
    }

    void modelAndChipOfTheUserAreChosenByKeyboard()
    {
        const QString user = m_fixture->folder.filePath(QStringLiteral("user"));
        const QString shipped = QStringLiteral(HEADROOM_PROFILES);
        for (const auto &[kind, from, to] : { std::tuple { "models", "llama2-7b", "dropped-7b" },
                 std::tuple { "hardware", "h100-sxm", "dropped-chip" } }) {
            QVERIFY(QDir().mkpath(QStringLiteral("%1/%2").arg(user, kind)));
            QFile origin(QStringLiteral("%1/%2/%3.yaml").arg(shipped, kind, from));
            QVERIFY2(origin.open(QIODevice::ReadOnly), qPrintable(origin.fileName()));
            QString text = QString::fromUtf8(origin.readAll());
            text.replace(QRegularExpression(QStringLiteral("(?m)^id: .*$")),
                QStringLiteral("id: %1").arg(QLatin1String(to)));
            text.remove(QRegularExpression(QStringLiteral("(?m)^aliases:.*$")));
            QFile copy(QStringLiteral("%1/%2/%3.yaml").arg(user, kind, to));
            QVERIFY(copy.open(QIODevice::WriteOnly));
            copy.write(text.toUtf8());
        }
        m_window.reset(); // the next start sees them
        auto fresh = std::make_unique<WindowFixture>(user.toStdString());
        m_window = fresh->makeWindow();
        m_window->show();
        TRY_EXPOSED(m_window.get());
        for (const auto &[field, id] : { std::pair { "model", "dropped-7b" },
                 std::pair { "hardware.accelerator", "dropped-chip" } }) {
            m_window->showField(QLatin1String(field));
            auto *box = m_window->findChild<QComboBox *>(QLatin1String(field));
            QVERIFY(box);
            TRY_FOCUS(box);
            QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(box, QLatin1String(id));
            QTest::keyClick(box, Qt::Key_Return);
            QVERIFY(box->findText(QLatin1String(id)) >= 0);
        }
        m_window->controller().flush();
        QVERIFY2(m_window->controller().problems().empty(), "the dropped files make a plan");
        QCOMPARE(m_window->controller().plan().hardware.accelerator, std::string("dropped-chip"));
        QCOMPARE(m_window->controller().plan().model.id, std::string("dropped-7b"));
        m_window.reset();
    }

    void theWheelNeedsTheFocus()
    {
        m_window->showPage(QStringLiteral("parallelism"));
        const Plan before = m_window->controller().plan();
        m_window->findChild<StepRail *>()->setFocus();
        for (auto *editor :
            m_window->pageWidget(QStringLiteral("parallelism"))->findChildren<FieldEditor *>()) {
            QWheelEvent wheel(QPointF(5, 5), editor->input()->mapToGlobal(QPointF(5, 5)), {},
                QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(editor->input(), &wheel);
        }
        QVERIFY(m_window->controller().plan() == before);
    }

    void backAndNextWalkTheSteps()
    {
        m_window->showPage(QStringLiteral("start"));
        QStringList walked { m_window->currentPage() };
        auto *next = m_window->findChild<QPushButton *>(QStringLiteral("next"));
        while (next->isVisible() && walked.size() <= m_window->pageIds().size()) {
            QTest::mouseClick(next, Qt::LeftButton);
            walked.append(m_window->currentPage());
        }
        const QStringList steps { QStringLiteral("start"), QStringLiteral("model"),
            QStringLiteral("hardware"), QStringLiteral("workload"), QStringLiteral("parallelism"),
            QStringLiteral("flags"), QStringLiteral("result"), QStringLiteral("export") };
        QCOMPARE(walked, steps);
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_window->currentPage(), QStringLiteral("result"));
    }

    void searchFindsASettingByKeyboard()
    {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto *palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette);
        auto *input = palette->findChild<QLineEdit *>();
        QTest::keyClicks(input, QStringLiteral("sequence length"));
        QTest::keyClick(input, Qt::Key_Return);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("workload"));
    }

    /// What is called so stands above what only mentions it.
    void searchNamesTheNamesakeFirst()
    {
        const QList<std::pair<QString, QString>> cases { { QStringLiteral("save as"),
                                                             QStringLiteral("Save as") },
            { QStringLiteral("mfu"), QStringLiteral("MFU") },
            { QStringLiteral("nvls"), QStringLiteral("NVLS") },
            { QStringLiteral("h200"), QStringLiteral("h200") } };
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto *palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette);
        auto *input = palette->findChild<QLineEdit *>();
        for (const auto &[typed, first] : cases) {
            QTest::keyClick(input, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(input, typed);
            QCOMPARE(palette->findChild<QListView *>()->currentIndex().data().toString(), first);
        }
    }

    /// Models are found by their kind, too, and chips by their maker.
    void tablesOfProfilesAreSearched_data()
    {
        QTest::addColumn<bool>("isModel");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("found");
        QTest::newRow("experts") << true << QStringLiteral("moe") << QStringLiteral("mixtral-8x7b");
        QTest::newRow("maker") << false << QStringLiteral("amd") << QStringLiteral("mi300x");
        QTest::newRow("name") << false << QStringLiteral("h100-s") << QStringLiteral("h100-sxm");
    }
    void tablesOfProfilesAreSearched()
    {
        QFETCH(bool, isModel);
        QFETCH(QString, typed);
        QFETCH(QString, found);
        ProfilePicker picker(m_window->controller().library(),
            isModel ? IdSource::Models : IdSource::Accelerators, {}, nullptr);
        picker.setAttribute(Qt::WA_DeleteOnClose, false);
        QTest::keyClicks(picker.findChild<QLineEdit *>(QStringLiteral("pickerSearch")), typed);
        const QAbstractItemModel &rows = *picker.findChild<QTableView *>()->model();
        QVERIFY(rows.rowCount() < picker.findChild<ProfileTable *>()->rowCount());
        QVERIFY(!rows.match(rows.index(0, 0), ProfileTable::IdRole, found).isEmpty());
    }

    void everyFigureShowsHowItCameAbout()
    {
        m_window->showPage(QStringLiteral("result"));
        const auto figures = m_window->findChildren<FigureButton *>();
        QVERIFY(figures.size() >= 16);
        for (const FigureButton *figure : figures) {
            const Derivation *tree = m_window->controller().derivation(figure->derivationId());
            QVERIFY2(tree, qPrintable(figure->derivationId()));
            QVERIFY2(!tree->operands.empty() && !tree->formula.empty(),
                qPrintable(figure->derivationId()));
        }
    }

    void aFigureIsCopiedWithAllItsDigits()
    {
        auto *peak = m_window->findChild<FigureButton *>(QStringLiteral("figure_peak_bytes"));
        QVERIFY(peak);
        QHelpEvent hover(QEvent::ToolTip, {}, peak->mapToGlobal(QPoint()));
        QApplication::sendEvent(peak, &hover);
        peak->actions().first()->trigger();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(peak->toolTip().startsWith(copied), qPrintable(peak->toolTip()));
        QVERIFY2(copied.endsWith(QStringLiteral("\u00a0B")), qPrintable(copied));
        QCOMPARE(QLocale().toDouble(copied.chopped(2)),
            m_window->controller().estimate()->memory.peak.value());
    }

    void everyFocusableWidgetHasAnAccessibleName()
    {
        for (const QString &id : m_window->pageIds())
            m_window->pageWidget(id);
        QTRY_VERIFY(true);
        QStringList nameless;
        for (QWidget *widget : m_window->findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()
                || widget->objectName().startsWith(QLatin1String("qt_")) || !widget->isEnabled())
                continue;
            // Inner parts of a named control speak with its name.
            QString name = widget->accessibleName();
            if (auto *button = qobject_cast<QAbstractButton *>(widget); button && name.isEmpty())
                name = button->text();
            for (QWidget *owner = widget->parentWidget(); name.isEmpty() && owner;
                 owner = owner->parentWidget()) {
                if (qobject_cast<QAbstractSpinBox *>(owner) || qobject_cast<QComboBox *>(owner)
                    || owner->inherits("QAbstractItemView"))
                    name = owner->accessibleName();
            }
            if (name.isEmpty())
                nameless.append(
                    QStringLiteral("%1 (%2) in %3")
                        .arg(widget->objectName(),
                            QString::fromLatin1(widget->metaObject()->className()),
                            widget->parentWidget() ? widget->parentWidget()->objectName()
                                                   : QString()));
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    void noLabelIsClipped()
    {
        for (const QString &id : m_window->pageIds()) {
            m_window->showPage(id);
            QTRY_VERIFY2(clippedLabels(*m_window).isEmpty(),
                qPrintable(id + QLatin1String(": ") + clippedLabels(*m_window).join(u'\n')));
        }
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
