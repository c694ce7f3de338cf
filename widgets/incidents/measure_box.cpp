#include "widgets/incidents/measure_box.h"

#include "widgets/incidents/incident_game.h"
#include "widgets/incidents/labelled_box.h"
#include "widgets/look/flow_layout.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int answerLines = 8; ///< that are in sight at least

QString kindText(MeasurementKind kind)
{
    switch (kind) {
    case MeasurementKind::AllReduce:
        return MeasureBox::tr("All-reduce test between nodes");
    case MeasurementKind::Devices:
        return MeasureBox::tr("nvidia-smi on a node");
    case MeasurementKind::Memory:
        return MeasureBox::tr("Memory of one rank");
    case MeasurementKind::Trace:
        return MeasureBox::tr("Trace of a step");
    case MeasurementKind::Trial:
        break;
    }
    return MeasureBox::tr("Short run with one change");
}

} // namespace

MeasureBox::MeasureBox(IncidentGame &game, QWidget *parent)
    : Card(tr("Measure"), parent)
    , m_game(game)
{
    setObjectName(QStringLiteral("measureBox"));
    body()->addWidget(buildChoice());
    m_answers = new QPlainTextEdit(this);
    m_answers->setObjectName(QStringLiteral("measureAnswers"));
    m_answers->setAccessibleName(tr("What the measurements showed"));
    m_answers->setPlaceholderText(tr("Results of measurements appear here."));
    m_answers->setReadOnly(true);
    m_answers->setTabChangesFocus(true);
    m_answers->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_answers->setFont(textFont(TextRole::Code));
    m_answers->setMinimumHeight(gap(4 * answerLines));
    body()->addWidget(m_answers, 1);
    connect(&game, &IncidentGame::measured, this, &MeasureBox::showAnswers);
}

QWidget *MeasureBox::buildChoice()
{
    auto *choice = new QWidget(this);
    auto *rows = new QVBoxLayout(choice);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gap(2));
    m_kind = new QComboBox(choice);
    m_kind->setObjectName(QStringLiteral("measureKind"));
    m_kind->setAccessibleName(tr("What to measure"));
    for (const MeasurementKind kind : measurementKinds)
        m_kind->addItem(kindText(kind));
    rows->addWidget(m_kind);
    m_trial = new QComboBox(choice);
    m_trial->setObjectName(QStringLiteral("measureTrial"));
    m_trial->setAccessibleName(tr("What to change"));
    rows->addWidget(m_trial);
    auto *where = new QWidget(choice);
    auto *flow = new FlowLayout(where, gap(2));
    m_node = addLabelled<QSpinBox>("measureNode", tr("Node"), where, flow);
    m_other = addLabelled<QSpinBox>("measureOther", tr("and node"), where, flow);
    m_device = addLabelled<QSpinBox>("measureDevice", tr("Device"), where, flow);
    for (QSpinBox *box : { m_node, m_other, m_device })
        connect(box, &QSpinBox::valueChanged, this, &MeasureBox::showChoice);
    rows->addWidget(where);
    auto *row = new QHBoxLayout;
    m_measure = new QPushButton(tr("Measure"), choice);
    m_measure->setObjectName(QStringLiteral("measureNow"));
    m_cost = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, choice);
    m_cost->setObjectName(QStringLiteral("measureCost"));
    m_cost->setWordWrap(true);
    row->addWidget(m_measure);
    row->addWidget(m_cost, 1);
    rows->addLayout(row);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &MeasureBox::showChoice);
    connect(m_trial, &QComboBox::currentIndexChanged, this, &MeasureBox::showChoice);
    connect(m_measure, &QPushButton::clicked, this, &MeasureBox::measure);
    return choice;
}

IncidentMeasurement MeasureBox::chosen() const
{
    const auto kind
        = measurementKinds[static_cast<std::size_t>(std::max(m_kind->currentIndex(), 0))];
    const bool isPair = kind == MeasurementKind::AllReduce;
    return { kind, m_node->value(), isPair ? m_other->value() : m_node->value(),
        kind == MeasurementKind::Memory ? m_device->value() : 0,
        m_trial->currentData().toString().toStdString() };
}

void MeasureBox::restart()
{
    const IncidentRound *round = m_game.round();
    if (!round)
        return;
    const Plan &plan = round->incident().plan;
    const QSignalBlocker quiet { m_trial };
    m_trial->clear();
    for (const IncidentTrial *trial : trialsOf(plan))
        m_trial->addItem(localMessage(trial->title()), QString::fromLatin1(trial->id));
    const int last = plan.hardware.nodes - 1;
    m_node->setRange(0, last);
    m_other->setRange(0, last);
    m_device->setRange(0, plan.hardware.devicesPerNode - 1);
    m_node->setValue(0);
    m_other->setValue(std::min(1, last));
    m_device->setValue(0);
    m_kind->setCurrentIndex(0);
    m_answers->clear();
    showChoice();
}

void MeasureBox::showChoice()
{
    const IncidentRound *round = m_game.round();
    if (!round)
        return;
    const IncidentMeasurement measurement = chosen();
    const auto isKind = [&](auto... kinds) { return ((measurement.kind == kinds) || ...); };
    m_trial->setVisible(isKind(MeasurementKind::Trial));
    m_node->parentWidget()->setVisible(
        isKind(MeasurementKind::AllReduce, MeasurementKind::Devices, MeasurementKind::Memory));
    m_other->parentWidget()->setVisible(isKind(MeasurementKind::AllReduce));
    m_device->parentWidget()->setVisible(isKind(MeasurementKind::Memory));
    const double hours = measurementDeviceHours(round->incident(), measurement);
    m_cost->setText(tr("costs %1 device-hours").arg(numberText(hours, 2)));
    m_cost->setInk(TextLabel::Ink::Muted);
}

void MeasureBox::measure()
{
    QString problem;
    if (m_game.measure(chosen(), problem))
        return;
    m_cost->setText(problem);
    m_cost->setInk(TextLabel::Ink::Warning);
}

void MeasureBox::showAnswers()
{
    const IncidentRound *round = m_game.round();
    if (!round || round->answers().empty())
        return;
    const MeasurementAnswer &answer = round->answers().back();
    QString text = QStringLiteral("— %1 —\n").arg(localMessage(answer.measured.title()));
    for (const Message &fact : answer.facts)
        text += localMessage(fact) + QLatin1Char('\n');
    text += QString::fromStdString(answer.printed);
    if (!m_answers->document()->isEmpty())
        m_answers->appendPlainText({});
    const int before = m_answers->blockCount();
    m_answers->appendPlainText(text.trimmed());
    // The first line of the answer comes to the top.
    m_answers->verticalScrollBar()->setValue(before - 1);
    m_answers->horizontalScrollBar()->setValue(0);
}

} // namespace headroom
