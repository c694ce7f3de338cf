#include "widgets/runs/compiled_card.h"

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

ChangeTable::Cell bytesCell(const std::optional<Bytes> &bytes)
{
    if (!bytes)
        return ChangeTable::notTold();
    return { bytesText(*bytes), bytes->value(), 0 };
}

ChangeTable::Cell countCell(const std::optional<double> &count, bool isSure)
{
    if (!count)
        return ChangeTable::notTold();
    const QString text = numberText(*count, 0);
    return { isSure ? text : CompiledCard::tr("at least %1").arg(text), *count, 0 };
}

ChangeTable::Row rowOf(const ComparedFigure &figure)
{
    const std::optional<double> ratio = figure.ratio();
    ChangeTable::Row row;
    row.cells = { { localMessage(figure.label()), {}, 0 }, bytesCell(figure.compiled),
        bytesCell(figure.predicted),
        ratio ? ChangeTable::Cell { numberText(*ratio, 3), *ratio, 0 } : ChangeTable::notTold(),
        countCell(figure.compiledCount, figure.isSure), countCell(figure.predictedCount, true) };
    row.toolTip = row.cells.front().text;
    row.isTotal = figure.id == "total";
    return row;
}

} // namespace

CompiledCard::CompiledCard(QWidget *parent)
    : Card(tr("What the compiler planned"), parent)
    , m_note(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_model(new ChangeTable({ tr("Of one device"), tr("Compiled"), tr("Predicted"), tr("Ratio"),
                                  tr("Times"), tr("Times, predicted") },
          this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("compiledStep"));
    m_table->setObjectName(QStringLiteral("compiledStepTable"));
    m_table->setAccessibleName(tr("Memory and collectives, compiled and predicted"));
    m_table->setModel(m_model);
    TableLook::apply(m_table, TableLook::Room::ToColumn, 0);
    m_table->setSortingEnabled(false);
    m_note->setWordWrap(true);
    body()->addWidget(m_note);
    body()->addWidget(m_table);
    setVisible(false);
}

void CompiledCard::setFigures(const std::vector<ComparedFigure> &figures)
{
    setVisible(!figures.empty());
    const bool hasMemory = std::ranges::any_of(
        figures, [](const ComparedFigure &figure) { return figure.id == "total"; });
    m_note->setText(hasMemory
            ? tr("The compiler's plan of this step, before it runs. Bytes of collectives are whole "
                 "buffers, of all of a step.")
            : tr("Compiled by a back end that stands in for the chip, or without word of memory: "
                 "collectives alone compare. Their bytes are whole buffers, of all of a step."));
    std::vector<ChangeTable::Row> rows;
    for (const ComparedFigure &figure : figures)
        rows.push_back(rowOf(figure));
    m_model->setRows(std::move(rows));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize() + gap(2));
}

} // namespace headroom
