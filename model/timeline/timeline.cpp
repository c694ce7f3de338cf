#include "model/timeline/timeline.h"

namespace headroom {

double StageTimeline::busy() const
{
    return (terms.total() - terms[TimeTerm::Bubble]).value();
}

double Timeline::bubbleFraction(int stage) const
{
    const StageTimeline &own = stages[static_cast<std::size_t>(stage)];
    return makespan > 0 ? own.terms[TimeTerm::Bubble].value() / makespan : 0;
}

std::vector<TermComparison> compareTerms(const Timeline &timeline)
{
    std::vector<TermComparison> rows;
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const TermComparison row { static_cast<TimeTerm>(i),
            timeline.reference().terms.values[i].value(), timeline.closedForm.values[i].value() };
        if (row.events != 0 || row.closedForm != 0)
            rows.push_back(row);
    }
    return rows;
}

} // namespace headroom
