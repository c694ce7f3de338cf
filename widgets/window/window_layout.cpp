// How the window is divided, which parts are shown, and what it remembers of that.
#include "widgets/frame/explanation_pane.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/result_panel.h"
#include "widgets/window/main_window.h"
#include "widgets/window/step_rail.h"

#include <QApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QVBoxLayout>

namespace headroom {
namespace {

const auto pageKey = QStringLiteral("window/page");
const auto fileKey = QStringLiteral("window/file");
constexpr int roomForPage = 100; ///< characters; with less, the rail shows icons alone
constexpr int roomForExplanation = 125; ///< gaps; in less, it is told in short

QString panelKey(WindowPanel panel)
{
    switch (panel) {
    case WindowPanel::Steps:
        return QStringLiteral("window/showsSteps");
    case WindowPanel::Result:
        return QStringLiteral("window/showsResult");
    case WindowPanel::Explanation:
        break;
    }
    return QStringLiteral("window/showsExplanation");
}

} // namespace

void MainWindow::buildLayout()
{
    m_rail = new StepRail(*m_pages, this);
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->setObjectName(QStringLiteral("columns"));
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(gap(1));
    m_columns->addWidget(buildMiddle());
    m_result = new ResultPanel(*m_context, m_columns);
    m_columns->addWidget(m_result);
    m_columns->setStretchFactor(0, 1);
    m_columns->setStretchFactor(1, 0);
    auto *central = new QWidget(this);
    auto *layout = new QHBoxLayout(central);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addWidget(m_columns, 1);
    setCentralWidget(central);
    central->installEventFilter(this);
    connect(m_rail->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](
            const QModelIndex &index) { showPage(index.data(PageListModel::IdRole).toString()); });
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == centralWidget() && event->type() == QEvent::Resize) {
        m_rail->setCompact(centralWidget()->width()
            < m_rail->fullWidth() + m_result->minimumSizeHint().width() + textWidth(roomForPage));
        makeRoom(centralWidget()->height() < gap(roomForExplanation));
    }
    return QMainWindow::eventFilter(watched, event);
}

/// In a low window the explanation is short, and takes no more than that.
void MainWindow::makeRoom(bool isLow)
{
    if (isLow == m_explanation->isCompact())
        return;
    m_explanation->setCompact(isLow);
    const auto divide = [this] { // when the parts have their place in the window
        const int wanted = m_explanation->sizeHint().height();
        m_rows->setSizes({ m_rows->height() - wanted, wanted });
    };
    QMetaObject::invokeMethod(this, divide, Qt::QueuedConnection);
}

QWidget *MainWindow::buildMiddle()
{
    auto *middle = new QWidget(this);
    auto *layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_rows = new QSplitter(Qt::Vertical, middle);
    m_rows->setObjectName(QStringLiteral("rows"));
    m_rows->setHandleWidth(gap(1));
    m_stack = new QStackedWidget(m_rows);
    m_explanation = new ExplanationPane(*m_context, m_rows);
    m_rows->addWidget(m_stack);
    m_rows->addWidget(m_explanation);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 0);
    m_rows->setCollapsible(0, false);
    layout->addWidget(m_rows, 1);
    layout->addWidget(buildFooter());
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (now && now->window() == this)
            m_explanation->explainWidget(now);
    });
    return middle;
}

QWidget *MainWindow::buildFooter()
{
    auto *footer = new QWidget(this);
    auto *layout = new QHBoxLayout(footer);
    // Its right end is under that of the content, which leaves room for a scroll bar.
    layout->setContentsMargins(gap(6), gap(1),
        gap(6) + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this), gap(2));
    m_footer = layout;
    m_back = new QPushButton(themeIcon(QStringLiteral("back")), tr("&Back"), footer);
    m_next = new QPushButton(themeIcon(QStringLiteral("next")), tr("Ne&xt"), footer);
    m_back->setObjectName(QStringLiteral("back"));
    m_next->setObjectName(QStringLiteral("next"));
    m_next->setLayoutDirection(Qt::RightToLeft);
    m_message = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, footer);
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setMinimumWidth(1); // what it tells for a while does not widen the window
    layout->addWidget(m_back);
    layout->addWidget(m_message, 1, Qt::AlignCenter);
    layout->addWidget(m_next);
    connect(m_back, &QPushButton::clicked, this, &MainWindow::goBack);
    connect(m_next, &QPushButton::clicked, this, &MainWindow::goNext);
    return footer;
}

/// What a page is for stands in the row of Back and Next: one row, always in sight.
void MainWindow::takeActions(const Page &page)
{
    if (!page.mainAction())
        return;
    m_footer->insertWidget(m_footer->indexOf(m_message), page.otherActions());
    m_footer->insertWidget(m_footer->indexOf(m_next), page.mainAction());
}

void MainWindow::showActions()
{
    for (QWidget *widget : std::as_const(m_pageWidgets))
        if (const auto *page = qobject_cast<Page *>(widget); page && page->mainAction())
            for (QWidget *part : { page->otherActions(), page->mainAction() })
                part->setVisible(widget == m_stack->currentWidget());
}

bool MainWindow::isPanelWanted(WindowPanel panel) const
{
    return m_settings.value(panelKey(panel), true).toBool();
}

void MainWindow::setPanelWanted(WindowPanel panel, bool wanted)
{
    m_settings.setValue(panelKey(panel), wanted);
    showPanels();
}

/// A panel is there where the page and the user want it.
void MainWindow::showPanels()
{
    const auto *page = qobject_cast<Page *>(m_stack->currentWidget());
    m_rail->setVisible(isPanelWanted(WindowPanel::Steps));
    m_result->setVisible(isPanelWanted(WindowPanel::Result) && (!page || page->wantsResultPanel()));
    m_result->setFolded(page && page->showsFigures());
    m_explanation->setVisible(
        isPanelWanted(WindowPanel::Explanation) && (!page || page->wantsExplanation()));
}

void MainWindow::restoreState()
{
    // Comfortable where there is room, within the screen where there is not.
    resize(QSize(textWidth(225), gap(215)).boundedTo(screen()->availableSize() - QSize(0, gap(8))));
    restoreGeometry(m_settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (!QGuiApplication::screenAt(geometry().topLeft())) { // that screen is gone
        const QRect there = screen()->availableGeometry();
        const QSize size = geometry().size().boundedTo(there.size());
        setGeometry({ there.center() - QRect({}, size).center(), size });
    }
    m_columns->restoreState(m_settings.value(QStringLiteral("window/columns")).toByteArray());
    m_rows->restoreState(m_settings.value(QStringLiteral("window/rows")).toByteArray());
}

void MainWindow::saveState()
{
    m_settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("window/columns"), m_columns->saveState());
    if (!m_explanation->isCompact())
        m_settings.setValue(QStringLiteral("window/rows"), m_rows->saveState());
    m_settings.setValue(pageKey, currentPage());
    m_settings.setValue(fileKey, QString::fromStdString(m_controller->file().string()));
}

QString MainWindow::lastPage() const
{
    const QString page = m_settings.value(pageKey).toString();
    return pageIds().contains(page) ? page : QString();
}

QString MainWindow::lastFile() const
{
    const QString file = m_settings.value(fileKey).toString();
    return QFileInfo(file).isFile() ? file : QString();
}

} // namespace headroom
