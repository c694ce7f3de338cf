#include "widgets/cluster/cluster_form.h"

#include "model/search/cluster.h"
#include "widgets/cluster/price_list.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/labelled_fields.h"
#include "widgets/fields/number_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/style_drawing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/typed_number.h"
#include "widgets/text/wording.h"

#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {
namespace {

constexpr double defaultTokens = 1e12;
constexpr int tokenDigits = 15; ///< all that a whole number has

/// What stands in a box that may be empty; false when it is no number above 0.
bool readLimit(const NumberBox &box, std::optional<double> &limit)
{
    if (box.text().trimmed().isEmpty())
        return true;
    limit = typedValue(box.text());
    return limit && *limit > 0;
}

/// The whole number above 0 in a box.
std::optional<std::int64_t> countIn(const NumberBox &box)
{
    constexpr double most = 1e9;
    const auto value = typedValue(box.text());
    if (!value || !(*value >= 1 && *value <= most) || *value != std::floor(*value))
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

} // namespace

ClusterForm::ClusterForm(WindowContext &context, PriceList &prices, Plan start, QWidget *parent)
    : Card(parent)
    , m_context(context)
    , m_prices(prices)
    , m_start(std::move(start))
{
    body()->addWidget(buildFields());
    body()->addLayout(buildActions());
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("clusterProgress"));
    m_progress->setAccessibleName(tr("Progress of the search"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(gap(1));
    m_progress->hide();
    body()->addWidget(m_progress);
    m_problem = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Bad, this);
    m_problem->setObjectName(QStringLiteral("clusterProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    body()->addWidget(m_problem);
    takePlan();
    connect(&context.controller, &PlanController::planChanged, this, &ClusterForm::takePlan);
    connect(m_model, &ChoiceBox::textEdited, this, [this] {
        m_isModelTyped = true;
        showBatch();
    });
    connect(m_sequence, &NumberBox::textEdited, this, [this] {
        m_isSequenceTyped = true;
        showBatch();
    });
    connect(m_batch, &NumberBox::textEdited, this, [this] { m_isBatchTyped = true; });
    connect(m_tokens, &NumberBox::textEdited, this, [this] {
        m_areTokensTyped = true;
        showTokens();
    });
}

QWidget *ClusterForm::firstField() const
{
    return m_model;
}

QWidget *ClusterForm::buildFields()
{
    auto *row = new LabelledFields(this);
    QStringList models;
    for (const std::string &id : m_context.controller.library().modelIds())
        models.append(QString::fromStdString(id));
    m_model = row->addNames(tr("&Model"), "clusterModel", models, 26);
    m_model->lineEdit()->setPlaceholderText(tr("as in the open plan"));
    m_tokens = row->addNumber(tr("&Training tokens"), "clusterTokens", 18);
    m_tokensLabel = LabelledFields::labelOf(m_tokens);
    m_sequence = row->addNumber(tr("&Sequence, tokens"), "clusterSequence", 10);
    m_batch = row->addNumber(tr("Sequences a ste&p"), "clusterBatch", 10);
    m_days = row->addNumber(tr("&Deadline, days"), "clusterDays", 12);
    m_budget = row->addNumber(tr("B&udget, USD"), "clusterBudget", 12);
    for (NumberBox *box : { m_days, m_budget })
        LabelledFields::lineOf(box)->setPlaceholderText(tr("none"));
    connect(m_model, &ChoiceBox::answered, this, &ClusterForm::asked);
    for (NumberBox *box : { m_tokens, m_sequence, m_batch, m_days, m_budget })
        connect(LabelledFields::lineOf(box), &QLineEdit::returnPressed, this, &ClusterForm::asked);
    return row;
}

QLayout *ClusterForm::buildActions()
{
    auto *actions = new QHBoxLayout;
    m_find = new QPushButton(
        themeIcon(QStringLiteral("search"), IconTint::OnAccent), tr("F&ind machines"), this);
    m_find->setObjectName(QStringLiteral("findMachines"));
    m_find->setProperty(primaryProperty, true);
    connect(m_find, &QPushButton::clicked, this, &ClusterForm::asked);
    m_cancel = new QPushButton(themeIcon(QStringLiteral("close")), tr("Ca&ncel"), this);
    m_cancel->setObjectName(QStringLiteral("cancelMachines"));
    m_cancel->hide();
    connect(m_cancel, &QPushButton::clicked, this, &ClusterForm::cancelled);
    auto *prices
        = new QPushButton(themeIcon(QStringLiteral("table")), tr("P&rices and chips…"), this);
    prices->setObjectName(QStringLiteral("clusterPrices"));
    connect(prices, &QPushButton::clicked, this, &ClusterForm::pricesWanted);
    m_workload = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this);
    m_workload->setWordWrap(true);
    actions->addWidget(m_find);
    actions->addWidget(m_cancel);
    actions->addWidget(prices);
    actions->addWidget(m_workload, 1);
    return actions;
}

/// The model and the tokens of the open plan, until something else is typed.
void ClusterForm::takePlan()
{
    m_question.reset();
    showPlan();
}

void ClusterForm::takeQuestion(const Plan &question)
{
    m_question = question;
    m_isModelTyped = m_areTokensTyped = m_isSequenceTyped = m_isBatchTyped = false;
    showPlan();
}

const Plan &ClusterForm::base() const
{
    return m_question ? *m_question : m_context.controller.plan();
}

void ClusterForm::showPlan()
{
    const Plan &plan = base();
    if (!m_isModelTyped)
        m_model->setChoiceText(QString::fromStdString(plan.model.id));
    if (!m_areTokensTyped)
        m_tokens->setValueText(shownNumber(QString::number(
            plan.workload.trainingTokens.value_or(defaultTokens), 'g', tokenDigits)));
    showTokens();
    if (!m_isSequenceTyped)
        m_sequence->setValueText(QString::number(plan.workload.sequenceLength));
    showBatch();
    const QString framework = QString::fromStdString(plan.framework);
    m_workload->setText(m_question
            //: %1: a framework.
            ? tr("Everything else is as asked on Start, on %1; every machine gets the same batch.")
                  .arg(framework)
            //: %1: a framework.
            : tr(
                "Everything else is as in the open plan, on %1; every machine gets the same batch.")
                  .arg(framework));
}

/// The batch of a plan that somebody made for its own model, else a step of typical size, until
/// one is typed.
void ClusterForm::showBatch()
{
    const Plan &plan = base();
    const auto sequence = countIn(*m_sequence);
    if (m_isBatchTyped || !sequence)
        return;
    const bool isNobodys = !m_question && plan.workload == m_start.workload
        && plan.model == m_start.model && plan.hardware == m_start.hardware;
    const bool isOfPlan = !isNobodys && !m_isSequenceTyped
        && m_model->currentText().trimmed().toStdString() == plan.model.id;
    m_batch->setValueText(
        QString::number(isOfPlan ? plan.workload.globalBatchSequences : typicalBatch(*sequence)));
}

/// Over the field how much stands in it, whatever it was typed as.
void ClusterForm::showTokens()
{
    const auto tokens = typedValue(m_tokens->text());
    m_tokensLabel->setText(tokens && *tokens > 0
            //: Label of a field: a number of tokens in short.
            ? tr("&Training tokens: %1").arg(shortCountText(*tokens))
            : tr("&Training tokens"));
}

void ClusterForm::setRunning(bool isRunning)
{
    QPushButton *before = isRunning ? m_find : m_cancel;
    QPushButton *now = isRunning ? m_cancel : m_find;
    const bool hadFocus = before->hasFocus();
    now->show();
    if (hadFocus)
        now->setFocus();
    before->hide();
    m_progress->setRange(0, 0); // nothing is known of it yet
    m_progress->setVisible(isRunning);
}

void ClusterForm::setProgress(std::size_t done, std::size_t machines)
{
    m_progress->setRange(0, static_cast<int>(machines));
    m_progress->setValue(static_cast<int>(done));
}

void ClusterForm::refuse(const QString &reason)
{
    m_problem->setText(reason);
    m_problem->show();
}

std::optional<ClusterRequest> ClusterForm::request()
{
    m_problem->hide();
    const auto wrong = [this](const QString &text) {
        refuse(text);
        return std::nullopt;
    };
    const PlanController &controller = m_context.controller;
    ClusterRequest asked;
    asked.plan = base();
    asked.folder = controller.folder();
    const std::string model = m_model->currentText().trimmed().toStdString();
    const bool isOwnShape = model.empty() && asked.plan.model.id.empty();
    if (!isOwnShape)
        asked.plan.model = { model, {}, {} };
    asked.plan.workload.mode = WorkloadMode::Training;
    asked.plan.workload.trainingTokens = typedValue(m_tokens->text());
    const auto &tokens = asked.plan.workload.trainingTokens;
    const auto sequence = countIn(*m_sequence), batch = countIn(*m_batch);
    NumberBox *const box = !(tokens && *tokens > 0) ? m_tokens
        : !sequence                                 ? m_sequence
        : !batch                                    ? m_batch
        : !readLimit(*m_days, asked.deadlineDays)   ? m_days
        : !readLimit(*m_budget, asked.budget)       ? m_budget
                                                    : nullptr;
    if (box)
        return wrong(LabelledFields::refuse(box));
    asked.plan.workload.sequenceLength = *sequence;
    asked.plan.workload.globalBatchSequences = *batch;
    if (const auto known = controller.library().model(model); !isOwnShape && !known)
        return wrong(errorMessageText(known.errors().front()));
    asked.prices = m_prices.ownPrices();
    asked.chips = m_prices.chips();
    if (asked.chips.empty())
        return wrong(tr("No chip is ticked under \"Prices and chips\"."));
    return asked;
}

} // namespace headroom
