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
    : ComparisonCard(tr("Measured and predicted parts"), "profiledTerms",
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
    showRows(hasTimes ? tr("From the run's profile. Time when computation and a transfer overlap "
                           "counts as computation; hidden transfers are listed below the step.")
                      : tr("From a profile that only sums kernels: transfers count in full, "
                           "including waiting and hidden time."),
        std::move(rows));
}

} // namespace headroom
