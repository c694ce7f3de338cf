#include "widgets/planning/plan_steps.h"

#include "model/plan/fields/plan_fields.h"

#include <algorithm>

namespace headroom {

const std::vector<PlanStep> &planSteps()
{
    const auto step = [](const char *page, std::initializer_list<const char *> fields) {
        PlanStep made { QLatin1String(page), {} };
        for (const char *field : fields)
            made.fields.append(QLatin1String(field));
        return made;
    };
    static const std::vector<PlanStep> steps {
        step("model", { "model", "model.", "name" }),
        step("hardware", { "hardware.", "reliability." }),
        step("workload",
            { "framework", "software.", "attention", "workload.", "tuning.", "precision.",
                "optimizer", "calibration", "compiled" }),
        step("parallelism", { "parallelism.", "remat." }),
        step("flags", { "options.", "flags." }),
        step("export", { "job." }),
    };
    return steps;
}

int stepOf(const QString &path)
{
    const auto asks = [&path](const PlanStep &step) {
        return std::ranges::any_of(step.fields, [&path](const QString &field) {
            return path == field || (field.endsWith(QLatin1Char('.')) && path.startsWith(field));
        });
    };
    const auto found = std::ranges::find_if(planSteps(), asks);
    return found == planSteps().end() ? -1 : static_cast<int>(found - planSteps().begin());
}

QStringList pathsUnder(const QString &section)
{
    QStringList paths;
    for (const PlanField &field : planFields())
        if (const QString path = QString::fromStdString(field.path); path.startsWith(section))
            paths.append(path);
    return paths;
}

int latestStep(const QStringList &paths)
{
    int latest = -1;
    for (const QString &path : paths)
        latest = std::max(latest, stepOf(path));
    return latest;
}

QStringList fieldsOfPage(const QString &page)
{
    const auto found = std::ranges::find(planSteps(), page, &PlanStep::page);
    return found == planSteps().end() ? QStringList() : found->fields;
}

} // namespace headroom
