#pragma once

#include <QStringList>

namespace headroom {

class PlanController;

/// Whether a text field of the plan has values that can be listed; others may be typed.
bool hasTextChoices(const QString &path);
/// Those values, as the plan is now.
QStringList textChoices(const QString &path, const PlanController &controller);

} // namespace headroom
