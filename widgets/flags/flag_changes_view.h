#pragma once

#include "model/flags/advice/flag_import.h"
#include "model/flags/catalogue/flag_texts.h"

#include <QTableView>

class QStandardItemModel;

namespace headroom {

class PlanController;

/// What an import would do to the plan: one row for each setting, with the reason.
class FlagChangesView : public QTableView
{
    Q_OBJECT
public:
    /// The reason of what is taken ends with what the flag does, from the catalogue and `texts`.
    FlagChangesView(const PlanController &controller, std::shared_ptr<const FlagTextLibrary> texts,
        QWidget *parent);

    void setChanges(const std::vector<FlagImportChange> &changes);

private:
    QString whyText(const FlagImportChange &change) const;

    const PlanController &m_controller;
    std::shared_ptr<const FlagTextLibrary> m_texts;
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
