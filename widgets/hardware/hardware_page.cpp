#include "widgets/hardware/hardware_page.h"

#include "model/estimate/interruptions.h"
#include "model/plan/node_network.h"
#include "widgets/fields/field_editor.h"
#include "widgets/fields/field_form.h"
#include "widgets/frame/window_context.h"
#include "widgets/hardware/network_row.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"

#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

/// As sites state it: "8 × 400 Gb/s".
QString nodeNetworkText(const Accelerator &chip, int devicesPerNode)
{
    const NodeNetwork network
        = nodeNetwork(chip.nicRate.value() / bytesPerGb, std::max(1, devicesPerNode));
    return QStringLiteral("%1 × %2 Gb/s")
        .arg(network.links)
        .arg(numberText(network.gigabitsPerLink));
}

} // namespace

HardwarePage::HardwarePage(WindowContext &windowContext, QWidget *parent)
    : FieldPage(windowContext, tr("Hardware"),
        tr("The chips of the cluster and the network between them."), parent)
    , m_facts(new FactGrid(3, this))
{
    setObjectName(QStringLiteral("page_hardware"));
    addGroup(tr("Cluster"),
        { QStringLiteral("hardware.accelerator"), QStringLiteral("hardware.machine"),
            QStringLiteral("hardware.nodes"), QStringLiteral("hardware.devices_per_node"),
            QStringLiteral("hardware.topology") });
    m_site = addGroup(tr("Your site: leave empty to use the profile's values"), {});
    m_site->addRow(tr("Network of a node"), new NetworkRow(context().controller, m_site));
    m_site->addFields({ QStringLiteral("hardware.nic_gbytes_per_s_per_device"),
        QStringLiteral("hardware.host_memory_gib_per_node"), QStringLiteral("hardware.power_cap_w"),
        QStringLiteral("hardware.price_per_device_hour") });
    FieldForm *reliability = addFoldedGroup(tr("Failures and checkpoints"),
        { QStringLiteral("reliability.device_mtbf_hours"),
            QStringLiteral("reliability.storage_gbytes_per_s_per_node"),
            QStringLiteral("reliability.restart_minutes") });
    const auto usual = [reliability](const char *path, const DefaultValue &value) {
        reliability
            ->editor(QLatin1String(path))
            //: In an empty field: the usual value that it stands for.
            ->setPlaceholder(tr("default: %1").arg(numberText(value.value)));
    };
    usual("reliability.device_mtbf_hours", defaultDeviceMtbfHours);
    usual("reliability.storage_gbytes_per_s_per_node", defaultStorageGbytesPerSecondPerNode);
    usual("reliability.restart_minutes", defaultRestartMinutes);
    addFacts(tr("One device"))->body()->addWidget(m_facts);
    body()->addStretch(1);
    connect(&context().controller, &PlanController::estimateChanged, this, &HardwarePage::refresh);
    refresh();
    foldIdle();
}

/// GPUs have no slices.
bool HardwarePage::isIdle(const QString &path) const
{
    if (path != QLatin1String("hardware.topology") || isSet(path))
        return false;
    const PlanController &controller = context().controller;
    const auto chip = controller.library().accelerator(controller.plan().hardware.accelerator);
    return chip && (*chip)->kind != AcceleratorKind::Tpu;
}

/// A plan that breaks a rule has a chip all the same: its values are shown, not those of the last
/// plan that had a result.
void HardwarePage::showProfileOf(const HardwareChoice &chosen)
{
    const PlanController &controller = context().controller;
    const bool isNamed = !controller.isRefused(QStringLiteral("hardware.accelerator"));
    const auto chip = controller.library().accelerator(chosen.accelerator);
    // A machine changes what its chip's profile says.
    showProfile(isNamed && chip && chosen.machine.empty() ? chip->get() : nullptr);
}

/// What an empty field of the site uses: the value of the profile, where it is known.
void HardwarePage::showProfile(const Accelerator *chip)
{
    const auto show = [this, chip](const char *path, auto text) {
        m_site
            ->editor(QLatin1String(path))
            //: In an empty field: the value of the profile that is used.
            ->setPlaceholder(chip ? tr("profile: %1").arg(text(*chip)) : tr("profile value"));
    };
    show("hardware.nic_gbytes_per_s_per_device",
        [](const Accelerator &of) { return bandwidthText(of.nicRate); });
    show("hardware.host_memory_gib_per_node", [](const Accelerator &of) {
        return QStringLiteral("%1 GiB").arg(countText(of.hostMemoryGibPerNode));
    });
    show("hardware.power_cap_w",
        [](const Accelerator &of) { return QStringLiteral("%1 W").arg(countText(of.tdpW)); });
    show("hardware.price_per_device_hour",
        [](const Accelerator &of) { return moneyText(of.pricePerDeviceHour); });
}

void HardwarePage::refresh()
{
    const PlanController &controller = context().controller;
    const ResolvedPlan *resolved = controller.resolved();
    // How many there are changes nothing about one of them.
    HardwareChoice chosen = controller.plan().hardware;
    if (resolved) {
        chosen.nodes = resolved->plan.hardware.nodes;
        chosen.devicesPerNode = resolved->plan.hardware.devicesPerNode;
    }
    if (!resolved || chosen != resolved->plan.hardware
        || controller.isRefused(QStringLiteral("hardware.accelerator"))) {
        m_facts->forgetValues();
        showProfileOf(chosen);
        return;
    }
    const bool isCounted = controller.plan().hardware == resolved->plan.hardware;
    const Accelerator &chip = resolved->accelerator;
    const auto rate = [](const std::optional<FlopPerSecond> &peak) {
        return peak ? flopRateText(*peak) : tr("none");
    };
    showProfile(&chip);
    const auto with = [](const QString &text, const QString &more) {
        return more.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, more);
    };
    const bool isOwnPrice = resolved->plan.hardware.pricePerDeviceHour.has_value();
    m_facts->setFacts({
        { tr("Chip"), QString::fromStdString(chip.name) },
        { tr("Total devices"),
            isCounted ? countText(static_cast<double>(resolved->deviceCount()))
                      : QStringLiteral("\u2014") },
        { tr("Usable memory"), gibText(chip.usableMemory) },
        { tr("Memory bandwidth"), bandwidthText(chip.memoryBandwidth) },
        { tr("Peak bf16 (dense)"), rate(chip.peak.bf16) },
        { tr("Peak fp8 (dense)"), rate(chip.peak.fp8) },
        { tr("Scale-up link, per direction"),
            with(bandwidthText(chip.linkRate), QString::fromStdString(chip.linkType)) },
        { tr("Network per device"), bandwidthText(chip.nicRate) },
        { tr("Network of a node"), nodeNetworkText(chip, chosen.devicesPerNode) },
        { tr("Host link"),
            with(bandwidthText(chip.hostRate), QString::fromStdString(chip.hostLink)) },
        { tr("Board power"), QStringLiteral("%1 W").arg(countText(chip.tdpW)) },
        { tr("Host memory per node"),
            QStringLiteral("%1 GiB").arg(countText(chip.hostMemoryGibPerNode)) },
        { tr("Price per device-hour"),
            isOwnPrice ? moneyText(chip.pricePerDeviceHour)
                       : with(moneyText(chip.pricePerDeviceHour),
                           QString::fromStdString(chip.priceDate)) },
    });
}

} // namespace headroom
