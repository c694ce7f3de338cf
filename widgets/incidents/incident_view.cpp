#include "widgets/incidents/incident_view.h"

#include "widgets/incidents/incident_chooser.h"
#include "widgets/incidents/incident_desk.h"
#include "widgets/incidents/incident_game.h"
#include "widgets/incidents/incident_result.h"
#include "widgets/look/scroll_pane.h"
#include "widgets/timeline/timeline_chart.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace headroom {

IncidentView::IncidentView(IncidentGame &game, QWidget *parent)
    : QWidget(parent)
    , m_game(game)
{
    setObjectName(QStringLiteral("incidentView"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_stages = new QStackedWidget(this);
    layout->addWidget(m_stages);
    // A stage that has no room scrolls by itself: none makes the page wider or higher.
    m_chooser = new IncidentChooser(game, addStage());
    m_desk = new IncidentDesk(game, addStage());
    setStage(m_chooser);
    setStage(m_desk);
    connect(m_chooser, &IncidentChooser::progressAsked, this, &IncidentView::progressAsked);
    connect(&game, &IncidentGame::stageChanged, this, &IncidentView::showStage);
}

QWidget *IncidentView::addStage()
{
    auto *pane = new ScrollPane(m_stages);
    pane->viewport()->setAutoFillBackground(false);
    m_stages->addWidget(pane);
    return pane;
}

/// Puts the stage into the pane that it was made for.
void IncidentView::setStage(QWidget *stage)
{
    static_cast<ScrollPane *>(stage->parentWidget())->setWidget(stage);
    stage->setAutoFillBackground(false);
}

void IncidentView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_isFresh)
        showStage();
}

/// The focus follows where it was in the tab, so that keys alone get through.
void IncidentView::showStage()
{
    m_isFresh = isVisible();
    QWidget *first = nullptr;
    switch (m_game.stage()) {
    case IncidentGame::Stage::Choosing:
        m_chooser->refresh();
        m_stages->setCurrentIndex(0);
        first = m_chooser->first();
        break;
    case IncidentGame::Stage::Playing:
        m_desk->restart();
        m_stages->setCurrentIndex(1);
        first = m_desk->first();
        break;
    case IncidentGame::Stage::Answered:
        if (!m_result) {
            m_result = new IncidentResult(m_game, addStage());
            setStage(m_result);
            for (TimelineChart *chart : m_result->findChildren<TimelineChart *>())
                connect(chart, &Chart::exportRequested, this, &IncidentView::chartAsked);
        }
        m_result->refresh();
        m_stages->setCurrentIndex(2);
        first = m_result->first();
        break;
    }
    if (isVisible() && first)
        first->setFocus(Qt::OtherFocusReason);
}

} // namespace headroom
