#include "chinese_texts.h"
#include "english_words.h"
#include "window_fixture.h"

#include "widgets/frame/window_context.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/planning/pin_board.h"
#include "widgets/results/derivation_dialog.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>
#include <QUndoStack>

using namespace headroom;

namespace {

void addModel(QStringList &texts, const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    for (int column = 0; column < model.columnCount(parent); ++column)
        texts << model.headerData(column, Qt::Horizontal).toString();
    for (int row = 0; row < std::min(model.rowCount(parent), 400); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : { Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole })
                texts << index.data(role).toString();
        }
        addModel(texts, model, model.index(row, 0, parent));
    }
}

/// Everything that a widget says.
QStringList textsOf(const QWidget &widget)
{
    QStringList texts { widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(),
        widget.windowTitle() };
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        texts << label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        texts << button->text();
    if (const auto *box = qobject_cast<const QGroupBox *>(&widget))
        texts << box->title();
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget))
        texts << line->placeholderText();
    if (const auto *menu = qobject_cast<const QMenu *>(&widget)) {
        for (const QAction *action : menu->actions())
            texts << action->text() << action->toolTip();
    }
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            texts << tabs->tabText(i) << tabs->tabToolTip(i);
    }
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
        for (int i = 0; i < combo->count(); ++i)
            texts << combo->itemText(i);
    }
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model())
        addModel(texts, *view->model());
    return texts;
}

/// What the catalogue says of each flag is tested with its files.
bool isOfTheCatalogue(const QWidget *widget)
{
    static const QStringList names { QStringLiteral("flagTable"), QStringLiteral("flagDetails"),
        QStringLiteral("flagBackground") };
    while (widget && !names.contains(widget->objectName()))
        widget = widget->parentWidget();
    return widget;
}

} // namespace

/// The window as an engineer in China sees it: no English left over, nothing clipped. With
/// HEADROOM_SCREENSHOTS=FOLDER it also leaves a picture of every page.
class ChineseWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::China));
        QVERIFY(installChinese(m_translator));
        m_fixture = std::make_unique<WindowFixture>();
        m_fixture->dialogs.unsaved = UnsavedAnswer::Discard;
        m_window = m_fixture->makeWindow();
        for (const std::string &id : m_fixture->library.planIds()) {
            m_window->files().openExample(QString::fromStdString(id));
            m_names << m_window->controller().displayName();
        }
        m_window->resize(1280, 720);
        m_window->show();
        TRY_EXPOSED(m_window.get());
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_fixture.reset();
        QCoreApplication::removeTranslator(&m_translator);
    }

    void pages_data()
    {
        QTest::addColumn<QString>("plan");
        for (const std::string &id : m_fixture->library.planIds())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }

    void pages()
    {
        QFETCH(QString, plan);
        m_window->files().openExample(plan);
        m_window->controller().flush();
        for (const QString &id : m_window->pageIds()) {
            m_window->showPage(id);
            QApplication::processEvents();
            keepPicture(plan + QLatin1Char('-') + id);
            expectChinese(*m_window, id);
            expectWholeLabels(id);
        }
    }

    void brokenPlan()
    {
        m_window->controller().edit(QStringLiteral("parallelism.tensor"), QStringLiteral("7"));
        m_window->controller().flush();
        m_window->showPage(QStringLiteral("parallelism"));
        QApplication::processEvents();
        keepPicture(QStringLiteral("broken"));
        expectChinese(*m_window, QStringLiteral("broken plan"));
        m_window->controller().history()->undo();
        m_window->controller().flush();
    }

    void derivations()
    {
        DerivationDialog *dialog = nullptr;
        for (const QString &id : { QStringLiteral("mfu"), QStringLiteral("peak_bytes"),
                 QStringLiteral("step_seconds"), QStringLiteral("cost") }) {
            emit m_window->context().showDerivation(id);
            QApplication::processEvents();
            dialog = m_window->findChild<DerivationDialog *>();
            QVERIFY(dialog);
            keepPictureOf(*dialog, QStringLiteral("derivation-") + id);
            expectChinese(*dialog, id);
            const QString copied = dialog->copyText(DerivationFormat::Text);
            QVERIFY2(englishIn(copied).isEmpty(), qPrintable(copied));
        }
        if (dialog)
            dialog->hide();
    }

    void comparison()
    {
        PlanController &controller = m_window->controller();
        m_window->pins().add({ controller.plan(), *controller.estimate() });
        controller.edit(QStringLiteral("remat.policy"), QStringLiteral("full"));
        controller.flush();
        m_window->showPage(QStringLiteral("compare"));
        QApplication::processEvents();
        keepPicture(QStringLiteral("comparison"));
        expectChinese(*m_window, QStringLiteral("comparison"));
        expectWholeLabels(QStringLiteral("comparison"));
        m_window->pins().setPins({});
    }

    void lessons_data()
    {
        QTest::addColumn<QString>("lesson");
        for (const QString &id : { QStringLiteral("where-memory-goes"),
                 QStringLiteral("choosing-a-sharding"), QStringLiteral("bloom-176b") })
            QTest::newRow(qPrintable(id)) << id;
    }

    void lessons()
    {
        QFETCH(QString, lesson);
        m_window->showPage(QStringLiteral("learn"));
        auto *session = m_window->findChild<LessonSession *>();
        QVERIFY(session && session->open(lesson));
        for (int place = 0; !session->isAtEnd(); session->goTo(++place)) {
            QApplication::processEvents();
            const QString where = QStringLiteral("%1-%2").arg(lesson).arg(place);
            keepPicture(where);
            expectChinese(*m_window, where);
            const QString text = QString::fromStdString(session->text().markdown);
            QVERIFY2(englishIn(text).isEmpty(), qPrintable(text));
        }
        session->leave();
    }

    void cleanup()
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (widget != m_window.get())
                widget->hide();
        }
    }

private:
    void expectChinese(const QWidget &root, const QString &place)
    {
        QStringList left;
        QList<const QWidget *> widgets { &root };
        for (const QWidget *child : root.findChildren<QWidget *>())
            widgets << child;
        for (const QWidget *widget : widgets) {
            // Qt's own parts speak by Qt's translation.
            if (isOfTheCatalogue(widget) || widget->objectName().startsWith(QLatin1String("qt_")))
                continue;
            for (QString text : textsOf(*widget)) {
                for (const QString &name : m_names)
                    text.remove(name);
                if (!englishIn(text).isEmpty())
                    left << QStringLiteral("%1 (%2): %3")
                                .arg(QString::fromLatin1(widget->metaObject()->className()),
                                    widget->objectName(), text);
            }
        }
        left.removeDuplicates();
        QVERIFY2(left.isEmpty(), qPrintable(place + QLatin1Char('\n') + left.join(u'\n')));
    }

    void expectWholeLabels(const QString &place)
    {
        QVERIFY2(QTest::qWaitFor([this] { return clippedLabels(*m_window).isEmpty(); }, 5000),
            qPrintable(QStringLiteral("%1: %2").arg(place, clippedLabels(*m_window).join(u'\n'))));
    }

    void keepPictureOf(QWidget &widget, const QString &name)
    {
        const QString folder = qEnvironmentVariable("HEADROOM_SCREENSHOTS");
        if (folder.isEmpty())
            return;
        QTest::qWait(300); // charts and panels that follow a moment later
        QVERIFY(widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
    }

    void keepPicture(const QString &name) { keepPictureOf(*m_window, name); }

    QTranslator m_translator;
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_names;
};

QTEST_MAIN(ChineseWindowTest)
#include "tst_chinese_window.moc"
