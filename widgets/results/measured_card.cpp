#include "widgets/results/measured_card.h"

#include "model/estimate/measured_throughput.h"
#include "widgets/charts/chart_table.h"
#include "widgets/fields/number_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/typed_number.h"
#include "widgets/text/wording.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

MeasuredCard::MeasuredCard(WindowContext &context, QWidget *parent)
    : Card(tr("Measured step time"), parent)
    , m_context(context)
    , m_seconds(new NumberBox(this))
    , m_answer(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_model(new ChartTableModel(this))
    , m_table(new QTableView(this))
{
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("Se&conds per step, as measured"), this);
    m_seconds->setObjectName(QStringLiteral("measuredSeconds"));
    m_seconds->setAccessibleName(tr("Measured seconds per step"));
    m_seconds->setAccessibleDescription(
        tr("Measured time of one step; leave empty if you have none."));
    label->setBuddy(m_seconds);
    row->addWidget(label);
    row->addWidget(m_seconds);
    row->addStretch(1);
    body()->addLayout(row);
    m_answer->setWordWrap(true);
    body()->addWidget(m_answer);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Rates by convention"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    body()->addWidget(m_table);
    connect(m_seconds, &NumberBox::textEdited, this, &MeasuredCard::refresh);
    connect(&context.controller, &PlanController::estimateChanged, this, &MeasuredCard::refresh);
    refresh();
}

void MeasuredCard::refresh()
{
    const PlanController &controller = m_context.controller;
    const QString text = m_seconds->findChild<QLineEdit *>()->text().trimmed();
    m_table->hide();
    if (text.isEmpty() || !controller.resolved() || !controller.services().measured) {
        m_answer->setInk(TextLabel::Ink::Muted);
        m_answer->setText(tr("Enter a measured step time to get rates, utilisation and the "
                             "difference from the prediction."));
        return;
    }
    const double seconds = typedValue(text).value_or(0);
    if (seconds < shortestMeasuredStep || seconds > longestMeasuredStep) {
        m_answer->setInk(TextLabel::Ink::Bad);
        m_answer->setText(
            tr("Enter seconds, from %1 to %2.")
                .arg(numberText(shortestMeasuredStep), numberText(longestMeasuredStep)));
        return;
    }
    const MeasuredThroughput measured
        = controller.services().measured(*controller.resolved(), seconds);
    m_answer->setInk(TextLabel::Ink::Normal);
    QStringList sentences { tr(
        "%1 MFU, %2 HFU, %3 tokens/s per device; the step took %4 of the prediction.")
                                .arg(shareText(measured.mfu), shareText(measured.hfu),
                                    countText(std::round(measured.tokensPerSecondPerDevice)),
                                    shareText(measured.measuredOverPredicted)) };
    if (measured.isHalfOfPeak)
        sentences.append(tr("The hardware reaches at least half of its peak."));
    m_answer->setText(inOneParagraph(sentences));
    ChartTable table;
    table.headers
        = { tr("Convention"), tr("TFLOP/s per device"), tr("Share of peak"), tr("Formula") };
    for (const MeasuredRate &rate : measured.rates)
        table.rows.append(
            { QString::fromStdString(rate.convention), inTflopPerSecond(rate.perDevice),
                shareText(rate.shareOfPeak), modelText("model/conventions", rate.formula) });
    m_model->setTable(table);
    m_table->resizeColumnsToContents();
    m_table->setFixedHeight(m_table->horizontalHeader()->height()
        + static_cast<int>(table.rows.size()) * gap(7) + gap(2));
    m_table->show();
}

} // namespace headroom
