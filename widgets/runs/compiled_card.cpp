#include "widgets/runs/compiled_card.h"

#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QHBoxLayout>
#include <QPushButton>
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
    ChangeTable::Row row = CompiledCard::row(localMessage(figure.label()),
        bytesCell(figure.compiled), bytesCell(figure.predicted), figure.ratio());
    row.cells += { countCell(figure.compiledCount, figure.isSure),
        countCell(figure.predictedCount, true) };
    row.isTotal = figure.id == "total";
    return row;
}

} // namespace

CompiledCard::CompiledCard(QWidget *parent)
    : ComparisonCard(tr("What the compiler planned"), "compiledStep",
        tr("Memory and collectives, compiled and predicted"),
        { tr("Per device"), tr("Compiled"), tr("Predicted"), tr("Ratio"), tr("Count"),
            tr("Count, predicted") },
        parent)
    , m_state(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_use(new QPushButton(this))
{
    m_state->setObjectName(QStringLiteral("compiledState"));
    m_state->setWordWrap(true);
    m_use->setObjectName(QStringLiteral("useCompiled"));
    body()->addWidget(m_state);
    auto *row = new QHBoxLayout;
    row->addWidget(m_use);
    row->addStretch(1);
    body()->addLayout(row);
    setUse(false, {}, {});
    connect(m_use, &QPushButton::clicked, this, [this] { emit useWanted(!m_isUsed); });
}

void CompiledCard::setUse(bool isUsed, const QString &differences, const QString &whyNot)
{
    m_isUsed = isUsed;
    m_use->setText(isUsed ? tr("Use the esti&mate again") : tr("Use this &memory for the plan"));
    m_use->setEnabled(isUsed || whyNot.isEmpty());
    if (!whyNot.isEmpty())
        m_state->setText(whyNot);
    else if (!differences.isEmpty())
        m_state->setText(tr("Compiled for a plan with a different %1: the ratio it showed to the "
                            "estimate can correct this plan's memory.")
                             .arg(differences));
    else
        m_state->setText(isUsed ? tr("This plan uses the compiler's memory figure. When you edit "
                                     "the plan, the estimate is scaled by the same ratio.")
                                : tr("It can replace the estimated memory of this plan."));
}

void CompiledCard::setFigures(const std::vector<ComparedFigure> &figures)
{
    const bool hasMemory = std::ranges::any_of(
        figures, [](const ComparedFigure &figure) { return figure.id == "total"; });
    std::vector<ChangeTable::Row> rows;
    for (const ComparedFigure &figure : figures)
        rows.push_back(rowOf(figure));
    showRows(hasMemory
            ? tr("What the compiler planned for one step, before running it. Collective bytes are "
                 "whole buffers, summed over the step.")
            : tr("Compiled for another back end, or without a memory report: only the collectives "
                 "are comparable. Their bytes are whole buffers, summed over the step."),
        std::move(rows));
}

} // namespace headroom
