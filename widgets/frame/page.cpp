#include "widgets/frame/page.h"

#include "widgets/frame/no_result.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/scroll_pane.h"
#include "widgets/planning/plan_controller.h"

#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int minAction = 8; ///< characters
constexpr int roomForPurpose = 105; ///< gaps; a lower page leaves the room to its content

} // namespace

Page::Page(const QString &title, const QString &purpose, Content content, QWidget *parent)
    : QWidget(parent)
{
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    auto *inner = new QWidget(this);
    m_frame = new QVBoxLayout(inner);
    m_frame->setContentsMargins(gap(6), gap(4), gap(6), gap(4));
    m_frame->setSpacing(gap(3));
    auto *heading = new TextLabel(title, TextRole::Title, TextLabel::Ink::Normal, inner);
    heading->setObjectName(QStringLiteral("pageTitle"));
    m_frame->addWidget(heading);
    m_purpose = new TextLabel(purpose, TextRole::Body, TextLabel::Ink::Muted, inner);
    m_purpose->setWordWrap(true);
    m_frame->addWidget(m_purpose);
    m_frame->addSpacing(gap(1));
    m_content = new QWidget(inner);
    m_body = new QVBoxLayout(m_content);
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(gap(3));
    m_frame->addWidget(m_content, 1);
    setAccessibleName(title);
    setAccessibleDescription(purpose);
    m_wantsExplanation = content != Content::Fills;
    // A page that is wider or higher than the window scrolls: no page widens the window.
    m_scroll = new ScrollPane(this);
    // The bar has its place always: the width of what flows does not change with its height.
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(inner);
    inner->setAutoFillBackground(false);
    outer->addWidget(m_scroll);
}

void Page::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_purpose->setVisible(height() >= gap(roomForPurpose));
}

void Page::addLasting(QWidget *widget)
{
    m_frame->insertWidget(m_frame->indexOf(m_content), widget);
}

void Page::setActions(const QList<QPushButton *> &others, QPushButton *main)
{
    const auto end = [this](const QList<QPushButton *> &buttons) {
        auto *part = new QWidget(this);
        auto *row = new QHBoxLayout(part);
        row->setContentsMargins(0, 0, 0, 0);
        for (QPushButton *button : buttons)
            row->addWidget(button);
        return part;
    };
    for (QPushButton *button : others) // in a narrow window their names are cut in the middle
        button->setMinimumWidth(textWidth(minAction));
    m_otherActions = end(others);
    m_mainAction = end({ main });
    auto *row = new QHBoxLayout;
    row->addWidget(m_otherActions);
    row->addStretch(1);
    row->addWidget(m_mainAction);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
    showActions();
}

void Page::setActionsVisible(bool visible)
{
    m_showsActions = visible;
    showActions();
}

void Page::showActions()
{
    for (QWidget *part : { m_otherActions, m_mainAction })
        if (part)
            for (auto *button : part->findChildren<QPushButton *>())
                button->setVisible(m_hasContent && m_showsActions);
}

void Page::needsResult(WindowContext &context)
{
    m_frame->insertWidget(
        m_frame->indexOf(m_content), new NoResult(context, NoResult::Place::OnPage, this));
    m_frame->addStretch(0); // holds the reason up while the content is away
    const PlanController &controller = context.controller;
    const auto show = [this, &controller] {
        m_hasContent = controller.estimate() && !controller.isStale();
        m_content->setVisible(m_hasContent);
        showActions();
    };
    connect(&controller, &PlanController::estimateChanged, this, show);
    show();
}

void Page::setWantsExplanation(bool wanted)
{
    if (wanted == m_wantsExplanation)
        return;
    m_wantsExplanation = wanted;
    emit explanationWanted(wanted);
}

void Page::setDone(bool isDone)
{
    if (isDone == m_isDone)
        return;
    m_isDone = isDone;
    emit doneChanged();
}

void Page::reveal(QWidget *widget)
{
    if (m_scroll && widget)
        m_scroll->ensureWidgetVisible(widget, gap(4), gap(8));
}

} // namespace headroom
