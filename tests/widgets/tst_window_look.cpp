// How the window looks and scrolls: palette, widths, letters after Alt, the wheel.
#include "window_test.h"

#include "widgets/charts/chart.h"
#include "widgets/charts/term_bar.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"
#include "widgets/search/suggest_page.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextEdit>

using namespace headroom;

namespace {

constexpr double sameSize = 0.01; ///< points
constexpr int narrow = 819; ///< pixels: two windows beside each other on a usual screen

} // namespace

class WindowLookTest : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WindowFixture fixture;
        m_ids = fixture.makeWindow()->pageIds();
    }

    void init() { openWindow(); }

    void cleanup()
    {
        closeWindow();
        applyAppearance(Appearance::Light);
    }

    void theWheelScrollsThePageAndNothingElse()
    {
        m_window->showPage(QStringLiteral("workload"));
        auto *next = m_window->findChild<QPushButton *>(QStringLiteral("next"));
        QTest::mouseClick(next, Qt::LeftButton); // focus goes to the first field
        QWidget *page = m_window->pageWidget(QStringLiteral("parallelism"));
        const Plan before = controller().plan();
        for (QWidget *input : page->findChildren<QWidget *>()) {
            if (!qobject_cast<NumberBox *>(input) && !qobject_cast<ChoiceBox *>(input))
                continue;
            input->setFocus();
            if (!input->visibleRegion().isEmpty())
                turn(input, -120);
        }
        QVERIFY(controller().plan() == before);
        m_window->showPage(QStringLiteral("result"));
        QWidget *result = m_window->pageWidget(QStringLiteral("result"));
        QTRY_VERIFY(result->findChild<::QScrollArea *>()->verticalScrollBar()->maximum() > 0);
        QScrollBar *bar = result->findChild<::QScrollArea *>()->verticalScrollBar();
        auto *chart = result->findChild<Chart *>(QStringLiteral("memoryChart"));
        bar->setValue(0);
        turn(chart, -120);
        QVERIFY(bar->value() > 0);
    }

    void barsFollowThePalette()
    {
        auto *bar = m_window->findChild<TermBar *>(QStringLiteral("memoryBar"));
        m_window->activateWindow();
        TRY_ACTIVE(m_window.get());
        QTest::keyClick(m_window.get(), Qt::Key_V, Qt::AltModifier);
        for (const Qt::Key letter : { Qt::Key_A, Qt::Key_D }) { // Appearance, Dark
            QTRY_VERIFY(QApplication::activePopupWidget());
            QTest::keyClick(QApplication::activePopupWidget(), letter);
        }
        QTRY_VERIFY(qApp->palette().color(QPalette::Window).lightness() < 128);
        const QImage switched = bar->grab().toImage();
        QMetaObject::invokeMethod(panel(), "refresh");
        QCOMPARE(switched, bar->grab().toImage());
    }

    /// Live: labels that are hidden, or whose parent hears of it later, are readable, too.
    void mutedLabelsFollowThePalette()
    {
        QWidget shelf;
        QList<TextLabel *> labels;
        for (int i = 0; i < 60; ++i) {
            auto *card = new Card(&shelf);
            labels.append(new TextLabel(QStringLiteral("Recommended"), TextRole::Caption,
                i % 2 ? TextLabel::Ink::Muted : TextLabel::Ink::Good, card));
            card->setVisible(i % 3 == 0);
        }
        for (const Appearance to : { Appearance::Dark, Appearance::Light, Appearance::Dark }) {
            applyAppearance(to);
            QApplication::processEvents();
            const ThemeColours colours = themeColours(qApp->palette());
            for (int i = 0; i < labels.size(); ++i)
                QCOMPARE(labels.at(i)->palette().color(QPalette::WindowText),
                    i % 2 ? colours.muted : colours.good);
        }
    }

    void noLetterIsGivenTwice_data()
    {
        QTest::addColumn<QString>("pageId");
        for (const QString &id : m_ids)
            QTest::newRow(qPrintable(id)) << id;
    }

    void noLetterIsGivenTwice()
    {
        QFETCH(QString, pageId);
        m_window->showPage(pageId);
        QApplication::processEvents();
        QHash<QString, QStringList> owners;
        const auto add = [&owners](const QString &text) {
            const QKeySequence keys = QKeySequence::mnemonic(text);
            if (!keys.isEmpty())
                owners[keys.toString()].append(text);
        };
        for (const QAction *menu : m_window->menuBar()->actions())
            add(menu->text());
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            if (!widget->isVisible())
                continue;
            if (const auto *label = qobject_cast<const QLabel *>(widget); label && label->buddy())
                add(label->text());
            else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                add(button->text());
            else if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
                for (int i = 0; i < tabs->count(); ++i)
                    add(tabs->tabText(i));
        }
        for (const QStringList &texts : owners)
            QVERIFY2(texts.size() == 1, qPrintable(texts.join(QStringLiteral(" | "))));
    }

    /// What a page is for is one row with Back and Next, and belongs to that page alone.
    void actionsAreInOneRowWithBack()
    {
        auto *back = child<QPushButton>("back");
        const auto middle = [this](const QWidget *widget) {
            return widget->mapTo(m_window.get(), widget->rect().center()).y();
        };
        m_window->showPage(QStringLiteral("export"));
        QTRY_VERIFY(child<QPushButton>("exportSave")->isVisible());
        QApplication::processEvents();
        const auto *save = child<QPushButton>("exportSave");
        QVERIFY(std::abs(middle(save) - middle(back)) <= 1);
        QVERIFY(save->mapTo(m_window.get(), QPoint()).x() > back->geometry().right());
        m_window->showPage(QStringLiteral("result"));
        QVERIFY(!save->isVisible());
        m_window->showPage(QStringLiteral("export"));
        QVERIFY(save->isVisible());
    }

    /// Names of flags begin alike: in a narrow window their ends are there, too.
    void namesOfFlagsStayReadable()
    {
        m_window->resize(narrow, 720);
        m_window->showPage(QStringLiteral("flags"));
        auto *table = child<QTableView>("flagTable");
        QCOMPARE(table->textElideMode(), Qt::ElideMiddle);
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        QTRY_VERIFY2(table->columnWidth(0) > table->viewport()->width() / 2,
            "names have less than half of the table");
    }

    void textsHaveFourSizes_data() { noLetterIsGivenTwice_data(); }

    /// Title, heading, text, caption: whatever is written on a page has one of them.
    void textsHaveFourSizes()
    {
        QFETCH(QString, pageId);
        m_window->showPage(pageId);
        QApplication::processEvents();
        QStringList others;
        const auto look = [&](const QFont &font, const QString &where) {
            for (const TextRole role :
                { TextRole::Title, TextRole::Heading, TextRole::Body, TextRole::Caption })
                if (std::abs(font.pointSizeF() - textFont(role).pointSizeF()) < sameSize)
                    return;
            others.append(QStringLiteral("%1: %2").arg(where).arg(font.pointSizeF()));
        };
        for (const QWidget *widget : m_window->findChildren<QWidget *>())
            look(widget->font(), QLatin1String(widget->metaObject()->className()));
        for (const QTextEdit *text : m_window->findChildren<QTextEdit *>())
            for (auto block = text->document()->begin(); block.isValid(); block = block.next())
                for (auto run = block.begin(); !run.atEnd(); ++run) {
                    const QTextCharFormat format = run.fragment().charFormat();
                    if (format.hasProperty(QTextFormat::FontSizeAdjustment))
                        others.append(QStringLiteral("adjusted: ") + run.fragment().text());
                    look(format.font(), run.fragment().text());
                }
        for (const QCustomPlot *plot : m_window->findChildren<QCustomPlot *>()) {
            for (const QCPAxis *axis : { plot->xAxis, plot->yAxis, plot->xAxis2, plot->yAxis2 })
                if (axis->visible()) {
                    look(axis->tickLabelFont(), QStringLiteral("ticks"));
                    look(axis->labelFont(), axis->label());
                }
            if (plot->legend->visible())
                look(plot->legend->font(), QStringLiteral("legend"));
            for (int i = 0; i < plot->itemCount(); ++i)
                if (const auto *text = qobject_cast<const QCPItemText *>(plot->item(i)))
                    look(text->font(), text->text());
        }
        others.removeDuplicates();
        QVERIFY2(others.isEmpty(), qPrintable(others.join(QStringLiteral(" | "))));
    }

    void noPageWidensTheWindow()
    {
        m_window->resize(narrow, 720);
        QStringList wide;
        for (const QString &id : m_window->pageIds()) {
            m_window->showPage(id);
            QApplication::processEvents();
            if (m_window->minimumSizeHint().width() > narrow)
                wide.append(QStringLiteral("%1: %2").arg(id).arg(
                    m_window->pageWidget(id)->minimumSizeHint().width()));
            const auto areas = m_window->pageWidget(id)->findChildren<::QScrollArea *>();
            const auto fits = [&] { // as soon as what flows has found its place
                return std::ranges::all_of(areas, [](const ::QScrollArea *area) {
                    return !area->isVisible() || area->horizontalScrollBar()->maximum() == 0;
                });
            };
            if (!QTest::qWaitFor(fits, 5000))
                wide.append(id + QStringLiteral(" scrolls sideways"));
        }
        QVERIFY2(wide.isEmpty(), qPrintable(wide.join(QStringLiteral(", "))));
    }

private:
    QWidget *panel() { return m_window->findChild<QWidget *>(QStringLiteral("resultPanel")); }

    /// As the mouse does it: what a widget does not take goes on to what it stands in.
    void turn(QWidget *widget, int angle)
    {
        const QPoint global = widget->mapToGlobal(widget->rect().center());
        QWidget *at = m_window->childAt(m_window->mapFromGlobal(global));
        for (; at;
             at = at->testAttribute(Qt::WA_NoMousePropagation) ? nullptr : at->parentWidget()) {
            QWheelEvent wheel(at->mapFromGlobal(QPointF(global)), global, {}, QPoint(0, angle),
                Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            wheel.ignore();
            QApplication::sendEvent(at, &wheel);
            if (wheel.isAccepted())
                return;
        }
    }

    QStringList m_ids;
};

QTEST_MAIN(WindowLookTest)
#include "tst_window_look.moc"
