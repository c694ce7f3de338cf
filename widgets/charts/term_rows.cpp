#include "widgets/charts/term_rows.h"

#include "widgets/text/quantity_text.h"

#include <algorithm>

namespace headroom {

TermRows::TermRows(Kind kind, QWidget *parent)
    : RowChart(kind == Kind::Memory ? tr("Memory per device") : tr("Step time"), parent)
    , m_kind(kind)
{ }

void TermRows::setEstimate(const Estimate &estimate)
{
    const TermTotal total = termTotal(m_kind, estimate);
    Data content { tr("Term"), m_kind == Kind::Memory ? tr("Bytes") : tr("Seconds"), total.sentence,
        {} };
    for (const TermBar::Segment &term : termSegments(m_kind, estimate, palette()))
        if (term.value > 0)
            content.rows.push_back({ term.label,
                //: A term's value and its share of the whole.
                tr("%1, %2").arg(term.valueText, shareText(term.value / total.value)), term.value,
                Tone::Plain, false, -1, term.id, term.hatched });
    std::ranges::stable_sort(content.rows, std::greater {}, &Row::value);
    //: The sum of the rows with its interval of 80 % probability.
    content.total = Total { tr("Total, 80 %"), total.range, total.value, total.low, total.high };
    const MemoryEstimate &memory = estimate.memory;
    if (m_kind == Kind::Memory)
        content.limits = { { tr("budget %1").arg(gibText(memory.budget)), memory.budget.value() },
            { {}, memory.capacity.value(), Qt::DashLine } };
    setData(std::move(content));
}

} // namespace headroom
