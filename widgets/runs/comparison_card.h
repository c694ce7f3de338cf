#pragma once

#include "widgets/look/panels.h"
#include "widgets/results/lever_models.h"

#include <optional>

class QTableView;

namespace headroom {

class TextLabel;

/// A table of what was seen beside what was predicted, under a note that says what it holds. Hidden
/// while it has no rows.
class ComparisonCard : public Card
{
    Q_OBJECT
public:
    /// @param name of the card for styles and tests; its table is called "nameTable"
    ComparisonCard(const QString &title, const char *name, const QString &accessibleName,
        const QStringList &headers, QWidget *parent);

    /// Label, two values and their ratio.
    static ChangeTable::Row row(const QString &label, ChangeTable::Cell seen,
        ChangeTable::Cell predicted, std::optional<double> ratio);

protected:
    void showRows(const QString &note, std::vector<ChangeTable::Row> rows);

private:
    TextLabel *m_note;
    ChangeTable *m_model;
    QTableView *m_table;
};

} // namespace headroom
