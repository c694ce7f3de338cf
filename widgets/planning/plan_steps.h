#pragma once

#include <QStringList>

#include <vector>

namespace headroom {

/// A step of the walk that asks for fields of the plan.
struct PlanStep
{
    QString page; ///< id of its page
    QStringList fields; ///< paths, or how they begin, with the point at the end
};

/// In the order of dependence: each asks only what the steps before it have settled.
const std::vector<PlanStep> &planSteps();
/// Which of them asks for a field; -1: none.
int stepOf(const QString &path);
/// The one that has to answer when several fields do not go together: the last of theirs.
int latestStep(const QStringList &paths);
/// Paths of the fields of a section ("job."), in their order.
QStringList pathsUnder(const QString &section);
/// What the step with this page asks for.
QStringList fieldsOfPage(const QString &page);

} // namespace headroom
