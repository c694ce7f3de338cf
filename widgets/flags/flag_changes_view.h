#pragma once

#include "model/flags/flag_import.h"

#include <QTableView>

class QStandardItemModel;

namespace headroom {

class PlanController;

/// What an import would do to the plan: one row for each setting, with the reason.
class FlagChangesView : public QTableView
{
    Q_OBJECT
public:
    explicit FlagChangesView(QWidget *parent);

    void setChanges(const std::vector<FlagImportChange> &changes);

private:
    QStandardItemModel *m_model;
};

/// Settings translated to the plan at hand; nothing without a result.
std::optional<FlagImport> flagImport(
    const PlanController &controller, std::span<const FlagSetting> settings);
/// Takes the flags of an import as one step of the history.
void applyFlagImport(PlanController &controller, const FlagImport &import, const QString &title);
/// "3 of 12 settings change the plan."
QString flagImportSummary(const FlagImport &import);

} // namespace headroom
