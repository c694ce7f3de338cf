#pragma once

#include "model/advice/repair.h"

#include <QWidget>

class QPushButton;

namespace headroom {

class PlanController;

/// Text of a set of field changes: "FSDP → 16".
QString changesText(const std::vector<FieldChange> &changes);

/// Lets the name of a button be cut in its middle where there is no room; `tip` has it whole.
void letBeCut(QPushButton &button, const QString &tip);

/// A remedy, and what it costs beside the change itself: "+0.41 s"; empty where that is unknown.
struct PricedRepair
{
    std::vector<FieldChange> changes;
    QString price;
};

/// Remedies of a plan that has no result, so that nothing can be compared.
std::vector<PricedRepair> priceless(const std::vector<Repair> &repairs);

/// One button for each remedy.
class RepairButtons : public QWidget
{
    Q_OBJECT
public:
    RepairButtons(
        PlanController &controller, const std::vector<PricedRepair> &repairs, QWidget *parent);
};

} // namespace headroom
