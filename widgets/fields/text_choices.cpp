#include "widgets/fields/text_choices.h"

#include "model/library/hardware/slice_shapes.h"
#include "model/library/stacks/stack_library.h"
#include "widgets/planning/plan_controller.h"

namespace headroom {
namespace {

const QLatin1String stackPath { "software.stack" };
const QLatin1String topologyPath { "hardware.topology" };

QStringList stacks(const PlanController &controller)
{
    QStringList ids;
    if (const auto loaded = StackLibrary::load(controller.library().directories()))
        for (const StackProfile &stack : loaded->stacks())
            ids.append(QString::fromStdString(stack.id));
    ids.sort();
    return ids;
}

QStringList topologies(const PlanController &controller)
{
    QStringList shapes;
    const HardwareChoice &hardware = controller.plan().hardware;
    if (const auto chip = controller.library().accelerator(hardware.accelerator))
        for (const std::string &shape : sliceShapes(**chip, hardware.devicesPerNode))
            shapes.append(QString::fromStdString(shape));
    return shapes;
}

} // namespace

bool hasTextChoices(const QString &path)
{
    return path == stackPath || path == topologyPath;
}

QStringList textChoices(const QString &path, const PlanController &controller)
{
    return path == stackPath ? stacks(controller) : topologies(controller);
}

} // namespace headroom
