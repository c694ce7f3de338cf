#include "widgets/text/plan_text.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

struct PlanTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::PlanText)
};

struct AxisName
{
    std::string_view axis;
    int Degrees::*degree;
    const char *name;
};
constexpr std::array axisNames {
    //: A parallel axis with its degree, as in "FSDP 8".
    AxisName { "data", &Degrees::data, QT_TRANSLATE_NOOP("headroom::PlanText", "data %1") },
    AxisName { "fsdp", &Degrees::fsdp, QT_TRANSLATE_NOOP("headroom::PlanText", "FSDP %1") },
    AxisName { "tensor", &Degrees::tensor, QT_TRANSLATE_NOOP("headroom::PlanText", "tensor %1") },
    AxisName {
        "context", &Degrees::context, QT_TRANSLATE_NOOP("headroom::PlanText", "context %1") },
    AxisName {
        "pipeline", &Degrees::pipeline, QT_TRANSLATE_NOOP("headroom::PlanText", "pipeline %1") },
    AxisName { "expert", &Degrees::expert, QT_TRANSLATE_NOOP("headroom::PlanText", "expert %1") },
};

} // namespace

QString axisText(std::string_view axis, int degree)
{
    const auto known = std::ranges::find(axisNames, axis, &AxisName::axis);
    return known == axisNames.end() ? QString() : PlanTexts::tr(known->name).arg(degree);
}

QString configurationText(const Plan &plan)
{
    QStringList parts;
    for (const AxisName &axis : axisNames)
        if (const int degree = plan.parallelism.*axis.degree; degree > 1)
            parts.append(axisText(axis.axis, degree));
    if (parts.isEmpty())
        parts.append(PlanTexts::tr("one device"));
    parts.append(
        PlanTexts::tr("micro-batch %1")
            .arg(QString::fromStdString(planFieldText(plan, "parallelism.micro_batch_sequences"))));
    //: What is recomputed: the id of a policy.
    parts.append(PlanTexts::tr("recomputation %1").arg(QString::fromStdString(plan.remat.policy)));
    return inOneSentence(parts);
}

} // namespace headroom
