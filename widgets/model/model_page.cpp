#include "widgets/model/model_page.h"

#include "widgets/fields/field_form.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/model/block_picture.h"
#include "widgets/model/own_model_dialog.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

ModelPage::ModelPage(WindowContext &windowContext, QWidget *parent)
    : FieldPage(windowContext, tr("Model"),
        tr("The transformer to train, and the name of this plan."), parent)
    , m_facts(new FactGrid(3, this))
    , m_origin(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
{
    setObjectName(QStringLiteral("page_model"));
    FieldForm *form = addGroup(tr("Choice"), { QStringLiteral("model"), QStringLiteral("name") });
    auto *config = new QPushButton(
        themeIcon(QStringLiteral("open")), tr("Use a Hugging Face config.json…"), form);
    config->setObjectName(QStringLiteral("chooseConfig"));
    config->setProperty("explain", QStringLiteral("field:model"));
    connect(config, &QPushButton::clicked, this, &ModelPage::chooseConfig);
    auto *own = new QPushButton(themeIcon(QStringLiteral("new")), tr("Describe a model…"), form);
    own->setObjectName(QStringLiteral("describeModel"));
    own->setProperty("explain", QStringLiteral("field:model"));
    connect(own, &QPushButton::clicked, this, &ModelPage::describe);
    auto *ways = new QWidget(form);
    auto *row = new FlowLayout(ways, gap(2));
    row->addWidget(config);
    row->addWidget(own);
    form->addRow({}, ways);
    form->addRow({}, m_origin);
    m_origin->setWordWrap(true);
    Card *card = addFacts(tr("Shape"));
    m_block = new BlockPicture(card);
    card->body()->addWidget(m_block);
    card->body()->addWidget(m_facts);
    body()->addStretch(1);
    connect(&context().controller, &PlanController::estimateChanged, this, &ModelPage::refresh);
    refresh();
}

void ModelPage::chooseConfig()
{
    const QString file = context().dialogs.openFile(this, tr("Choose a Hugging Face configuration"),
        tr("Configurations (*.json);;All files (*)"));
    if (!file.isEmpty())
        context().controller.apply(
            { { "model.config_json", file.toStdString() } }, tr("Use a configuration file"));
}

void ModelPage::describe()
{
    PlanController &controller = context().controller;
    const ResolvedPlan *resolved = controller.resolved();
    const auto planOf = [&controller](const Document &shape) {
        Plan plan = controller.plan();
        plan.model = { {}, shape, {} };
        return plan;
    };
    auto *dialog = new OwnModelDialog(
        resolved ? *resolved->model : ModelShape {},
        [&controller, planOf](const Document &shape) {
            const auto answer
                = resolvePlan(planOf(shape), controller.library(), controller.folder());
            return answer ? QString() : errorMessageText(answer.errors().front());
        },
        window());
    connect(dialog, &OwnModelDialog::described, this, [&controller, planOf](const Document &shape) {
        controller.replacePlan(planOf(shape), tr("Describe a model"));
    });
    dialog->open();
}

void ModelPage::refresh()
{
    const PlanController &controller = context().controller;
    const ModelChoice &choice = controller.plan().model;
    const QString origin = !choice.configJson.empty()
        ? tr("The shape comes from %1.").arg(QString::fromStdString(choice.configJson))
        : !choice.shape.isNull() ? tr("The shape is written in the plan file.")
                                 : QString();
    m_origin->setText(origin);
    m_origin->setVisible(!origin.isEmpty());
    const ResolvedPlan *resolved = controller.resolved();
    const Estimate *estimate = controller.estimate();
    const bool isKnown = resolved && estimate && resolved->plan.model == choice
        && !controller.isRefused(QStringLiteral("model"));
    if (!isKnown) {
        m_facts->forgetValues();
        m_block->clear();
        return;
    }
    const ModelShape &model = *resolved->model;
    m_block->setModel(model);
    const auto count = [](auto value) { return countText(static_cast<double>(value)); };
    QList<FactGrid::Fact> facts {
        { tr("Parameters"), shortCountText(estimate->parametersTotal),
            countText(estimate->parametersTotal) },
        { tr("Active per token"), shortCountText(estimate->parametersActive),
            countText(estimate->parametersActive) },
        { tr("Layers"), count(model.layers) },
        { tr("Hidden size"), count(model.hidden) },
        { tr("MLP size"), model.ffn > 0 ? count(model.ffn) : QStringLiteral("–") },
        { tr("Vocabulary"), count(model.vocab) },
        { tr("Query heads"), count(model.heads) },
        { tr("Key-value heads"), count(model.kvHeads) },
        { tr("Head size"), count(model.headDim) },
    };
    if (model.moe) {
        facts.append({ tr("Experts"), count(model.moe->experts) });
        facts.append({ tr("Experts per token"), count(model.moe->topK) });
        facts.append({ tr("Expert MLP size"), count(model.moe->ffn) });
    }
    m_facts->setFacts(facts);
}

} // namespace headroom
