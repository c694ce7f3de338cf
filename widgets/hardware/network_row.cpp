#include "widgets/hardware/network_row.h"

#include "model/plan/node_network.h"
#include "widgets/fields/number_box.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/typed_number.h"

#include <QHBoxLayout>
#include <QScopedValueRollback>

#include <cmath>

namespace headroom {
namespace {

const QLatin1String ratePath { "hardware.nic_gbytes_per_s_per_device" };
constexpr int rateDigits = 12; ///< more than any link rate has

QString plainText(double value)
{
    return QString::number(value, 'g', rateDigits);
}

} // namespace

NetworkRow::NetworkRow(PlanController &controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
{
    auto *flow = new FlowLayout(this, gap(2));
    auto *links = new QWidget(this);
    auto *row = new QHBoxLayout(links);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap(2));
    m_links = addBox("networkLinks", tr("Network links of a node"), 5);
    row->addWidget(m_links);
    setFocusProxy(m_links);
    row->addWidget(new TextLabel(QStringLiteral("×"), TextRole::Body, TextLabel::Ink::Muted, this));
    m_gigabits = addBox("networkGigabits", tr("Gb/s of each link"), 7);
    row->addWidget(m_gigabits);
    row->addWidget(
        new TextLabel(QStringLiteral("Gb/s"), TextRole::Body, TextLabel::Ink::Muted, this));
    m_rate = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this);
    m_rate->setObjectName(QStringLiteral("networkRate"));
    m_rate->setMinimumHeight(m_links->sizeHint().height()); // in one line with the boxes
    flow->addWidget(links);
    flow->addWidget(m_rate);
    connect(&m_controller, &PlanController::estimateChanged, this, &NetworkRow::readBack);
    readBack();
}

NumberBox *NetworkRow::addBox(const char *name, const QString &title, int width)
{
    auto *box = new NumberBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setFixedWidth(textWidth(width));
    box->setProperty("explain", QStringLiteral("field:") + ratePath);
    connect(box, &NumberBox::textEdited, this, &NetworkRow::take);
    return box;
}

/// The plan's network, unless someone types here.
void NetworkRow::readBack()
{
    const ResolvedPlan *resolved = m_controller.resolved();
    if (!resolved || resolved->plan.hardware.devicesPerNode < 1)
        return;
    const double rate = resolved->accelerator.nicRate.value() / bytesPerGb;
    showRate(rate);
    if (m_isTaking || m_links->hasFocus() || m_gigabits->hasFocus())
        return;
    const NodeNetwork network = nodeNetwork(rate, resolved->plan.hardware.devicesPerNode);
    m_links->setValueText(QString::number(network.links));
    m_gigabits->setValueText(shownNumber(plainText(network.gigabitsPerLink)));
}

void NetworkRow::take()
{
    const auto links = typedValue(m_links->text()), gigabits = typedValue(m_gigabits->text());
    const int devices = m_controller.plan().hardware.devicesPerNode;
    constexpr double maxLinks = 1024;
    if (!links || !gigabits || !(*links >= 1) || *links > maxLinks || *links != std::floor(*links)
        || !(*gigabits > 0) || devices < 1)
        return;
    const double rate = nicGbytesPerDevice({ static_cast<int>(*links), *gigabits }, devices);
    const auto chip = m_controller.library().accelerator(m_controller.plan().hardware.accelerator);
    const bool isProfile = chip && (*chip)->nicRate.value() / bytesPerGb == rate;
    const QScopedValueRollback taking(m_isTaking, true);
    m_controller.edit(ratePath, isProfile ? QString() : plainText(rate));
    showRate(rate);
}

void NetworkRow::showRate(double gbytesPerDevice)
{
    //: What one device gets of the network of its node.
    m_rate->setText(
        tr("= %1 per device").arg(bandwidthText(BytesPerSecond { gbytesPerDevice * bytesPerGb })));
}

} // namespace headroom
