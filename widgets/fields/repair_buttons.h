#pragma once

#include "model/advice/repair.h"

#include <QWidget>

namespace headroom {

class PlanController;

/// Text of a set of field changes: "FSDP → 16".
QString changesText(const std::vector<FieldChange> &changes);

/// One button for each remedy of a broken rule.
class RepairButtons : public QWidget
{
    Q_OBJECT
public:
    RepairButtons(PlanController &controller, const std::vector<Repair> &repairs, QWidget *parent);
};

} // namespace headroom
