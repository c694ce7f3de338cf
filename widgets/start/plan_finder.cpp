#include "widgets/start/plan_finder.h"

#include "model/launch/targets/tuning_plan.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/node_network.h"
#include "model/search/cluster.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/labelled_fields.h"
#include "widgets/fields/number_box.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/style_drawing.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/recommendation_card.h"
#include "widgets/start/job_fields.h"
#include "widgets/start/task_choice.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/typed_number.h"
#include "widgets/text/wording.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

/// Of a fine-tuning. ASSUMED: fifty thousand examples of two thousand tokens.
constexpr double tuningTokens = 1e8;

QStringList texts(const std::vector<std::string> &ids)
{
    QStringList list;
    for (const std::string &id : ids)
        list.append(QString::fromStdString(id));
    return list;
}

/// What may be named: machine types behind the chips.
QStringList chipsAndMachines(const ProfileLibrary &library)
{
    return texts(library.acceleratorIds()) + texts(library.machineIds());
}

/// The hardware that a name means, chip or machine type; nothing where it is neither.
std::optional<HardwareChoice> hardwareNamed(const QString &name, const ProfileLibrary &library)
{
    HardwareChoice hardware;
    hardware.accelerator = name.toStdString();
    if (const auto chip = library.accelerator(hardware.accelerator)) {
        hardware.accelerator = (*chip)->id;
        return hardware;
    }
    const auto machine = library.machine(hardware.accelerator);
    if (!machine)
        return std::nullopt;
    hardware.machine = (*machine)->id;
    hardware.accelerator = (*machine)->accelerator;
    hardware.devicesPerNode = (*machine)->devices;
    return hardware;
}

/// Out of a node, per device, in GB/s: of the machine, else of the chip.
std::optional<double> networkOf(const HardwareChoice &hardware, const ProfileLibrary &library)
{
    const auto machine = library.machine(hardware.machine);
    if (machine && (*machine)->nicRate)
        return (*machine)->nicRate->value() / bytesPerGb;
    const auto chip = library.accelerator(hardware.accelerator);
    return chip ? std::optional { (*chip)->nicRate.value() / bytesPerGb } : std::nullopt;
}

/// The whole number above 0 that a box holds.
std::optional<int> countIn(const NumberBox &box)
{
    const auto value = typedValue(box.text());
    if (!value || !(*value >= 1 && *value <= static_cast<double>(maxDevices))
        || *value != std::floor(*value))
        return std::nullopt;
    return static_cast<int>(*value);
}

} // namespace

PlanFinder::PlanFinder(WindowContext &context, PlanFiles &files, QWidget *parent)
    : Card(tr("What do you want to do?"), parent)
    , m_context(context)
    , m_files(files)
    , m_task(new TaskChoice(this))
{
    m_form = buildForm();
    m_run = buildRun();
    setObjectName(QStringLiteral("planFinder"));
    for (QWidget *part : { static_cast<QWidget *>(m_task), m_form, m_run })
        body()->addWidget(part);
    const Plan plan = files.defaultPlan();
    m_model->setChoiceText(QString::fromStdString(plan.model.id));
    m_chip->setChoiceText(QString::fromStdString(plan.hardware.accelerator));
    m_nodes->setValueText(QString::number(plan.hardware.nodes));
    m_devices->setValueText(QString::number(plan.hardware.devicesPerNode));
    takeChip();
    connect(m_task, &TaskChoice::chosen, this, &PlanFinder::showTask);
    connect(m_model, &ChoiceBox::textEdited, this, &PlanFinder::edit);
    connect(m_chip, &ChoiceBox::textEdited, this, &PlanFinder::takeChip);
    connect(m_job, &JobFields::edited, this, &PlanFinder::edit);
    connect(m_job, &JobFields::answered, m_find, &QPushButton::click);
    for (ChoiceBox *box : { m_model, m_chip })
        connect(box, &ChoiceBox::answered, m_find, &QPushButton::click);
    for (NumberBox *box : { m_nodes, m_devices, m_links, m_gigabits })
        connect(box, &NumberBox::textEdited, this, &PlanFinder::edit);
    for (NumberBox *box : m_form->findChildren<NumberBox *>())
        connect(
            LabelledFields::lineOf(box), &QLineEdit::returnPressed, m_find, &QPushButton::click);
    showTask();
}

QWidget *PlanFinder::buildForm()
{
    auto *form = new QWidget(this);
    auto *layout = new QVBoxLayout(form);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(2));
    auto *row = new LabelledFields(form);
    const ProfileLibrary &library = m_context.controller.library();
    m_model = row->addNames(tr("&Model"), "finderModel", texts(library.modelIds()), 22);
    m_model->setMeaning([&library](const QString &text) {
        const auto model = library.model(text.trimmed().toLower().toStdString());
        return model ? QString::fromStdString((*model)->id) : QString();
    });
    m_chip = row->addNames(tr("&Chip or machine"), "finderChip", chipsAndMachines(library), 20);
    m_chip->setMeaning([&library](const QString &text) {
        const auto chip = library.accelerator(text.trimmed().toLower().toStdString());
        return chip ? QString::fromStdString((*chip)->id) : QString();
    });
    m_nodes = row->addNumber(tr("No&des"), "finderNodes", 7);
    m_devices = row->addNumber(tr("Device&s each"), "finderDevices", 7);
    m_links = row->addNumber(tr("&Links of a node"), "finderLinks", 7);
    m_gigabits = row->addNumber(tr("Gb/s each"), "finderGigabits", 8);
    layout->addWidget(row);
    m_rate = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, form);
    m_rate->setWordWrap(true);
    layout->addWidget(m_rate);
    m_job = new JobFields(library, form);
    layout->addWidget(m_job);
    layout->addWidget(buildActions());
    m_problem = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Bad, form);
    m_problem->setObjectName(QStringLiteral("finderProblem"));
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
    m_near = new QWidget(form);
    new FlowLayout(m_near, gap(2));
    m_near->hide();
    layout->addWidget(m_near);
    m_card = new RecommendationCard(QStringLiteral("finder"),
        tr("Opens this plan in place of the one that is open"), m_context.controller, form);
    m_card->hide();
    layout->addWidget(m_card);
    connect(m_card, &RecommendationCard::applyWanted, this, [this] {
        if (m_found && m_files.takeAnswer(m_found->plan))
            emit m_context.showPage(QStringLiteral("result"));
    });
    connect(m_card, &RecommendationCard::exportWanted, this, [this] {
        if (m_found && (m_card->isPlan() || m_files.takeAnswer(m_found->plan)))
            emit m_context.showPage(QStringLiteral("export"));
    });
    connect(m_card, &RecommendationCard::compareWanted, this, [this] {
        if (!m_found)
            return;
        m_context.pins.add({ m_found->plan, m_found->estimate });
        emit m_context.showPage(QStringLiteral("compare"));
    });
    return form;
}

QWidget *PlanFinder::buildActions()
{
    auto *buttons = new QWidget(m_form);
    auto *actions = new FlowLayout(buttons, gap(2));
    m_find = new QPushButton(
        themeIcon(QStringLiteral("search"), IconTint::OnAccent), tr("F&ind a plan"), this);
    m_find->setObjectName(QStringLiteral("findPlan"));
    m_find->setProperty(primaryProperty, true);
    connect(m_find, &QPushButton::clicked, this, &PlanFinder::find);
    auto *fewest = new QPushButton(
        themeIcon(QStringLiteral("hardware")), tr("Find the fe&west devices…"), this);
    fewest->setObjectName(QStringLiteral("askDevices"));
    fewest->setToolTip(tr("Tries other numbers of nodes, too"));
    connect(fewest, &QPushButton::clicked, this, &PlanFinder::findDevices);
    auto *compare
        = new QPushButton(themeIcon(QStringLiteral("compare")), tr("Cost on every chi&p…"), this);
    compare->setObjectName(QStringLiteral("askCluster"));
    compare->setToolTip(tr("Days and cost on every chip and number of devices"));
    connect(compare, &QPushButton::clicked, this, &PlanFinder::compareMachines);
    for (QPushButton *button : { m_find, fewest, compare })
        actions->addWidget(button);
    return buttons;
}

/// A run's files, or their text.
QWidget *PlanFinder::buildRun()
{
    auto *answer = new QWidget(this);
    auto *layout = new QVBoxLayout(answer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(2));
    auto *text = new TextLabel(
        tr("Give a log, launch script or configuration of MaxText, Megatron, torchtitan, DeepSpeed "
           "and others: choose it, drop it on the window, or paste its text with Ctrl+V. Headroom "
           "says where the time goes and what would shorten the step."),
        TextRole::Body, TextLabel::Ink::Muted, answer);
    text->setWordWrap(true);
    layout->addWidget(text);
    auto *buttons = new QWidget(answer);
    auto *row = new FlowLayout(buttons, gap(2));
    auto *run = new QPushButton(themeIcon(QStringLiteral("open"), IconTint::OnAccent),
        tr("Choose a log or s&cript…"), answer);
    run->setObjectName(QStringLiteral("askRun"));
    run->setProperty(primaryProperty, true);
    connect(run, &QPushButton::clicked, &m_context, &WindowContext::askOpenRun);
    auto *paste = new QPushButton(tr("&Paste text"), answer);
    paste->setObjectName(QStringLiteral("askPaste"));
    connect(paste, &QPushButton::clicked, &m_context, &WindowContext::pasteRequested);
    row->addWidget(run);
    row->addWidget(paste);
    layout->addWidget(buttons);
    return answer;
}

QWidget *PlanFinder::firstField() const
{
    return m_model;
}

void PlanFinder::showTask()
{
    m_form->setVisible(!m_task->isSlowRun());
    m_run->setVisible(m_task->isSlowRun());
    edit();
}

/// The network that the chip's nodes usually have, until it is said otherwise.
void PlanFinder::takeChip()
{
    const ProfileLibrary &library = m_context.controller.library();
    const auto hardware = hardwareNamed(m_chip->currentText().trimmed(), library);
    if (hardware && !hardware->machine.empty())
        m_devices->setValueText(QString::number(hardware->devicesPerNode));
    const auto rate = hardware ? networkOf(*hardware, library) : std::nullopt;
    const auto devices = countIn(*m_devices);
    if (rate && devices) {
        const NodeNetwork network = nodeNetwork(*rate, *devices);
        m_links->setValueText(QString::number(network.links));
        m_gigabits->setValueText(numberText(network.gigabitsPerLink));
    }
    edit();
}

/// The model and the chip that the names became.
QStringList PlanFinder::whatIsMeant() const
{
    const ProfileLibrary &library = m_context.controller.library();
    QStringList names;
    if (const auto model = library.model(m_model->currentText().trimmed().toStdString()))
        names.append(QString::fromStdString((*model)->name));
    if (const auto hardware = hardwareNamed(m_chip->currentText().trimmed(), library))
        if (const auto chip = library.accelerator(hardware->accelerator))
            names.append(QString::fromStdString((*chip)->name));
    names.removeAll(QString());
    return names;
}

/// What was found answers another question from now on; what the question takes over follows it.
void PlanFinder::edit()
{
    m_problem->clear();
    qDeleteAll(m_near->findChildren<QPushButton *>());
    m_near->hide();
    for (NumberBox *box : m_form->findChildren<NumberBox *>())
        LabelledFields::setWrong(box, false);
    m_found.reset();
    m_card->hide();
    const auto links = countIn(*m_links), devices = countIn(*m_devices);
    const auto gigabits = typedValue(m_gigabits->text());
    QStringList meant = whatIsMeant();
    if (links && devices && gigabits)
        //: Of the network.
        meant.append(tr("Network: %1 per device.")
                         .arg(bandwidthText(BytesPerSecond {
                             nicGbytesPerDevice({ *links, *gigabits }, *devices) * bytesPerGb })));
    m_rate->setText(meant.join(QStringLiteral("  ·  ")));
    Plan question = m_files.defaultPlan();
    if (fill(question).isEmpty())
        m_job->showQuestion(question);
}

/// Makes the default plan the one in question; gives the fields that hold no number as wanted.
QList<NumberBox *> PlanFinder::fill(Plan &plan) const
{
    const auto nodes = countIn(*m_nodes), devices = countIn(*m_devices), links = countIn(*m_links);
    const auto gigabits = typedValue(m_gigabits->text());
    QList<NumberBox *> wrong;
    for (const auto &[isRight, box] : { std::pair(nodes.has_value(), m_nodes),
             std::pair(devices.has_value(), m_devices), std::pair(links.has_value(), m_links),
             std::pair(gigabits && *gigabits > 0, m_gigabits) })
        if (!isRight)
            wrong.append(box);
    wrong += m_job->apply(plan);
    if (!wrong.isEmpty())
        return wrong;
    const ProfileLibrary &library = m_context.controller.library();
    plan.model = { m_model->currentText().trimmed().toStdString(), {}, {} };
    std::string model = plan.model.id; // as people call it
    if (const auto known = library.model(plan.model.id)) {
        plan.model.id = (*known)->id;
        model = (*known)->name.empty() ? plan.model.id : (*known)->name;
    }
    plan.hardware = {};
    plan.hardware.accelerator = m_chip->currentText().trimmed().toStdString();
    if (const auto named = hardwareNamed(m_chip->currentText().trimmed(), library))
        plan.hardware = *named;
    plan.hardware.nodes = *nodes;
    plan.hardware.devicesPerNode = *devices;
    const double rate = nicGbytesPerDevice({ *links, *gigabits }, *devices);
    const auto usual = networkOf(plan.hardware, library);
    if (usual && rate != *usual)
        plan.hardware.nicGbytesPerSecondPerDevice = rate;
    const auto method = static_cast<TuningMethod>(m_task->method());
    if (method != TuningMethod::Full && !m_job->areTokensWritten())
        plan.workload.trainingTokens = tuningTokens;
    if (!m_job->isBatchWritten()) {
        std::int64_t &batch = plan.workload.globalBatchSequences;
        if (method == TuningMethod::Full)
            batch = typicalBatch(plan.workload.sequenceLength);
        // Every device wants sequences to work on, all of them equally many.
        const std::int64_t count = std::int64_t { *nodes } * *devices;
        batch = (batch + count - 1) / count * count;
    }
    //: Name of a new plan: model, nodes, devices of a node, chip.
    plan.name = tr("%1 on %2 × %3 %4")
                    .arg(QString::fromStdString(model))
                    .arg(*nodes)
                    .arg(*devices)
                    .arg(m_chip->currentText())
                    .toStdString();
    changePlan(plan, changesToTune(plan, method, library));
    return {};
}

} // namespace headroom
