#include "widgets/incidents/incident_answer_box.h"

#include "widgets/incidents/incident_game.h"
#include "widgets/incidents/labelled_box.h"
#include "widgets/look/flow_layout.h"
#include "widgets/text/wording.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr const char *nothing = "none"; ///< of what is wrong
constexpr int causeCharacters = 24; ///< of a name that is in sight at least

} // namespace

IncidentAnswerBox::IncidentAnswerBox(IncidentGame &game, QWidget *parent)
    : Card(parent)
    , m_game(game)
{
    setObjectName(QStringLiteral("incidentAnswer"));
    setAccessibleName(tr("Your answer"));
    auto *choices = new QWidget(this);
    auto *flow = new FlowLayout(choices, gap(2));
    m_causes[0] = addLabelled<QComboBox>("incidentCause", tr("What is wrong:"), choices, flow);
    m_causes[1] = addLabelled<QComboBox>("incidentSecondCause", tr("and:"), choices, flow);
    for (QComboBox *cause : m_causes) {
        cause->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        cause->setMinimumContentsLength(causeCharacters);
        connect(cause, &QComboBox::currentIndexChanged, this, &IncidentAnswerBox::showPlace);
    }
    m_place = addLabelled<QComboBox>("incidentPlace", tr("Where:"), choices, flow);
    m_place->addItem(tr("the whole run"));
    m_place->addItem(tr("a node"));
    m_place->addItem(tr("a device or its adapter"));
    connect(m_place, &QComboBox::currentIndexChanged, this, &IncidentAnswerBox::showPlace);
    m_node = addLabelled<QSpinBox>("incidentNode", tr("Node"), choices, flow);
    m_device = addLabelled<QSpinBox>("incidentDevice", tr("Device"), choices, flow);
    m_answer = new QPushButton(themeIcon(QStringLiteral("check")), tr("Answer"), choices);
    m_answer->setObjectName(QStringLiteral("incidentAnswerNow"));
    flow->addWidget(m_answer);
    body()->addWidget(choices);
    connect(m_answer, &QPushButton::clicked, this, [this] { m_game.answer(guess()); });
}

void IncidentAnswerBox::restart()
{
    const IncidentRound *round = m_game.round();
    if (!round)
        return;
    const Plan &plan = round->incident().plan;
    for (QComboBox *cause : m_causes) {
        const QSignalBlocker quiet { cause };
        const bool isFirst = cause == m_causes[0];
        cause->clear();
        cause->addItem(isFirst ? tr("choose\u2026") : tr("nothing else"), QString());
        if (isFirst)
            cause->addItem(tr("Nothing is wrong"), QLatin1String(nothing));
        for (const FaultKind *kind : nameableFaults(plan))
            cause->addItem(localMessage(Fault { kind }.title()), QString::fromLatin1(kind->id));
        cause->setCurrentIndex(0);
    }
    // Two faults at once come on the hardest level alone.
    m_causes[1]->parentWidget()->setVisible(round->incident().level == maxIncidentLevel);
    m_place->setCurrentIndex(0);
    m_node->setRange(0, plan.hardware.nodes - 1);
    m_device->setRange(0, plan.hardware.devicesPerNode - 1);
    showPlace();
}

void IncidentAnswerBox::showPlace()
{
    m_node->parentWidget()->setVisible(m_place->currentIndex() > 0);
    m_device->parentWidget()->setVisible(m_place->currentIndex() > 1);
    m_answer->setEnabled(!m_causes[0]->currentData().toString().isEmpty());
}

IncidentGuess IncidentAnswerBox::guess() const
{
    static constexpr std::array places { FaultPlace::Cluster, FaultPlace::Node,
        FaultPlace::Device };
    IncidentGuess guess;
    guess.place = places[static_cast<std::size_t>(std::max(m_place->currentIndex(), 0))];
    guess.node = m_node->value();
    guess.device = m_device->value();
    for (const QComboBox *cause : m_causes) {
        const std::string id = cause->currentData().toString().toStdString();
        const bool isUsed = !cause->parentWidget()->isHidden();
        if (isUsed && !id.empty() && id != nothing
            && std::ranges::find(guess.causes, id) == guess.causes.end())
            guess.causes.push_back(id);
    }
    return guess;
}

} // namespace headroom
