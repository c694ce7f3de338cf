// What the suggest page does with a candidate, or with a remedy for a search that found none.
#include "widgets/frame/window_context.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/recommendation_card.h"
#include "widgets/search/search_form.h"
#include "widgets/search/setting_choice.h"
#include "widgets/search/suggest_page.h"

#include <QTableView>

#include <algorithm>
#include <iterator>

namespace headroom {

void SuggestPage::apply()
{
    if (const CandidateItem *item = selected(); item && m_outcome)
        applyChanges(std::vector(item->row.settings));
}

/// What the results are to bring with them stands in front, unless a result names the field itself.
std::vector<FieldChange> SuggestPage::withQuestion(std::vector<FieldChange> settings) const
{
    std::vector<FieldChange> own;
    std::ranges::copy_if(
        m_question, std::back_inserter(own), [&settings](const FieldChange &change) {
            return std::ranges::find(settings, change.path, &FieldChange::path) == settings.end();
        });
    settings.insert(settings.begin(), own.begin(), own.end());
    return settings;
}

/// A question that differs from the plan leaves the plan alone, and says so.
void SuggestPage::setStatus(const QString &text)
{
    m_form->setStatus(m_question.empty()
            ? text
            : (text + u' ' + tr("The plan stays as it is until you apply a result.")).trimmed());
}

void SuggestPage::applyChanges(const std::vector<FieldChange> &wanted)
{
    const std::vector<FieldChange> changes = withQuestion(wanted);
    if (m_context.controller.planWith(changes) == m_context.controller.plan()) {
        emit m_context.message(tr("The plan is already set this way."));
        return;
    }
    m_context.controller.apply(changes, tr("Apply a suggestion"));
    emit m_context.message(tr("Applied (undo reverts)."));
}

void SuggestPage::pin()
{
    const CandidateItem *item = selected();
    if (!item || !m_outcome)
        return;
    if (m_context.pins.isFull()) {
        emit m_context.message(
            tr("Four plans are already pinned; remove one on the Compare page."));
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
    emit m_context.message(tr("Pinned; the Compare page shows it next to the plan."));
}

void SuggestPage::exportSelected()
{
    if (!m_card->isPlan())
        apply();
    emit m_context.showPage(QStringLiteral("export"));
}

void SuggestPage::freeAndStart(const std::string &path)
{
    m_form->settings().setFree(path, true);
    start();
}

} // namespace headroom
