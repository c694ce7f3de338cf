#include "widgets/runs/terms_card.h"

#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <algorithm>

namespace headroom {
namespace {

ChangeTable::Cell secondsCell(const std::optional<Seconds> &time)
{
    if (!time)
        return ChangeTable::notTold();
    return { secondsText(*time), time->value(), 0 };
}

ChangeTable::Row rowOf(const ComparedTerm &term)
{
    ChangeTable::Row row = TermsCard::row(localMessage(term.label()), secondsCell(term.measured),
        secondsCell(term.predicted), term.ratio());
    row.isTotal = term.place == ComparedTerm::Place::Step;
    return row;
}

} // namespace

TermsCard::TermsCard(QWidget *parent)
    : ComparisonCard(tr("Terms side by side"), "profiledTerms",
        tr("Parts of the step, measured and predicted"),
        { tr("Part of the step"), tr("Measured"), tr("Predicted"), tr("Measured over predicted") },
        parent)
{ }

void TermsCard::setTerms(const std::vector<ComparedTerm> &terms)
{
    const bool hasTimes = std::ranges::any_of(
        terms, [](const ComparedTerm &term) { return term.place == ComparedTerm::Place::Step; });
    std::vector<ChangeTable::Row> rows;
    for (const ComparedTerm &term : terms)
        rows.push_back(rowOf(term));
    showRows(hasTimes
            ? tr("From the profile that was added with the run. Time in which computation and a "
                 "transfer run at once counts as computation, and what is hidden so stands below "
                 "the step.")
            : tr("From a profile that sums kernels and does not tell when they ran: transfers "
                 "count whole, with waiting and with what computation hides."),
        std::move(rows));
}

} // namespace headroom
