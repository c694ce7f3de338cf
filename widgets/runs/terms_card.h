#pragma once

#include "model/runs/compared_term.h"
#include "widgets/look/panels.h"

#include <vector>

class QTableView;

namespace headroom {

class ChangeTable;
class TextLabel;

/// The step of a profiled run in its parts, measured beside predicted. Hidden without a profile.
class TermsCard : public Card
{
    Q_OBJECT
public:
    explicit TermsCard(QWidget *parent);

    void setTerms(const std::vector<ComparedTerm> &terms);

private:
    TextLabel *m_note;
    ChangeTable *m_model;
    QTableView *m_table;
};

} // namespace headroom
