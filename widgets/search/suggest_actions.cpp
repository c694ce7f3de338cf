// What the suggest page does with a candidate, or with a remedy for a search that found none.
#include "widgets/frame/window_context.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/recommendation_card.h"
#include "widgets/search/knob_choice.h"
#include "widgets/search/search_form.h"
#include "widgets/search/suggest_page.h"

#include <QSortFilterProxyModel>
#include <QTableView>

namespace headroom {

void SuggestPage::apply()
{
    if (const CandidateItem *item = selected(); item && m_outcome)
        applyChanges(std::vector(item->row.settings));
}

void SuggestPage::applyChanges(const std::vector<FieldChange> &changes)
{
    if (m_context.controller.planWith(changes) == m_context.controller.plan()) {
        emit m_context.message(tr("This is the plan already."));
        return;
    }
    m_context.controller.apply(changes, tr("Apply a suggestion"));
    emit m_context.message(tr("Applied; undo takes it back."));
}

void SuggestPage::pin()
{
    const CandidateItem *item = selected();
    if (!item || !m_outcome)
        return;
    if (m_context.pins.isFull()) {
        emit m_context.message(
            tr("Four plans are pinned already; remove one on the Compare page."));
        return;
    }
    Plan plan = planOf(m_request, item->row);
    //: Name of a pinned suggestion: name of the plan and rank.
    plan.name = tr("%1, suggestion %2")
                    .arg(QString::fromStdString(plan.name),
                        m_model->index(m_sorted->mapToSource(m_table->currentIndex()).row(), 0)
                            .data()
                            .toString())
                    .toStdString();
    m_context.pins.add({ plan, item->row.estimate });
    emit m_context.message(tr("Pinned; the Compare page shows it beside the plan."));
}

void SuggestPage::exportSelected()
{
    if (!m_card->isPlan())
        apply();
    emit m_context.showPage(QStringLiteral("export"));
}

void SuggestPage::freeAndStart(const std::string &path)
{
    m_form->knobs().setFree(path, true);
    start();
}

} // namespace headroom
