#include "widgets/runs/terms_card.h"

#include "widgets/look/spacing.h"
#include "widgets/look/table_look.h"
#include "widgets/results/lever_models.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

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
    const std::optional<double> ratio = term.ratio();
    ChangeTable::Row row;
    row.cells = { { localMessage(term.label()), {}, 0 }, secondsCell(term.measured),
        secondsCell(term.predicted),
        ratio ? ChangeTable::Cell { numberText(*ratio, 3), *ratio, 0 } : ChangeTable::notTold() };
    row.toolTip = row.cells.front().text;
    row.isTotal = term.place == ComparedTerm::Place::Step;
    return row;
}

} // namespace

TermsCard::TermsCard(QWidget *parent)
    : Card(tr("Terms side by side"), parent)
    , m_note(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_model(new ChangeTable({ tr("Part of the step"), tr("Measured"), tr("Predicted"),
                                  tr("Measured over predicted") },
          this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("profiledTerms"));
    m_table->setObjectName(QStringLiteral("profiledTermsTable"));
    m_table->setAccessibleName(tr("Parts of the step, measured and predicted"));
    m_table->setModel(m_model);
    TableLook::apply(m_table, TableLook::Room::ToColumn, 0);
    m_table->setSortingEnabled(false);
    m_note->setWordWrap(true);
    body()->addWidget(m_note);
    body()->addWidget(m_table);
    setVisible(false);
}

void TermsCard::setTerms(const std::vector<ComparedTerm> &terms)
{
    setVisible(!terms.empty());
    const bool hasTimes = std::ranges::any_of(
        terms, [](const ComparedTerm &term) { return term.place == ComparedTerm::Place::Step; });
    m_note->setText(hasTimes
            ? tr("From the profile that was added with the run. Time in which computation and a "
                 "transfer run at once counts as computation, and what is hidden so stands below "
                 "the step.")
            : tr("From a profile that sums kernels and does not tell when they ran: transfers "
                 "count whole, with waiting and with what computation hides."));
    std::vector<ChangeTable::Row> rows;
    for (const ComparedTerm &term : terms)
        rows.push_back(rowOf(term));
    m_model->setRows(std::move(rows));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize() + gap(2));
}

} // namespace headroom
