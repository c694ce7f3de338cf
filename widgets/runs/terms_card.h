#pragma once

#include "model/runs/facts/compared_term.h"
#include "widgets/runs/comparison_card.h"

#include <vector>

namespace headroom {

/// The step of a profiled run in its parts, measured beside predicted. Hidden without a profile.
class TermsCard : public ComparisonCard
{
    Q_OBJECT
public:
    explicit TermsCard(QWidget *parent);

    void setTerms(const std::vector<ComparedTerm> &terms);
};

} // namespace headroom
