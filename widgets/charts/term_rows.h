#pragma once

#include "widgets/charts/row_chart.h"
#include "widgets/charts/term_segments.h"

namespace headroom {

/// Where the memory or the step time of one plan goes: a row for each term, the largest first, with
/// value and share beside its bar, and a last row with the total and its interval.
class TermRows : public RowChart
{
    Q_OBJECT
public:
    using Kind = TermKind;

    TermRows(Kind kind, QWidget *parent);

    void setEstimate(const Estimate &estimate);

private:
    Kind m_kind;
};

} // namespace headroom
