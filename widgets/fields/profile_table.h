#pragma once

#include "model/plan/fields/plan_fields.h"
#include "widgets/look/flat_table.h"

namespace headroom {

class ProfileLibrary;

/// The models or chips of the library, one line each, with the figures by which one chooses.
class ProfileTable : public FlatTable
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole, SortRole, SearchRole };

    /// `ids` is Models or Accelerators.
    ProfileTable(const ProfileLibrary &library, IdSource ids, QObject *parent);

    QVariant data(const QModelIndex &index, int role) const override;
    int rowOf(const QString &id) const; ///< −1: not there

private:
    struct Cell
    {
        QString text;
        QVariant order; ///< what a column is sorted by
    };
    struct Row
    {
        QString id, search;
        QList<Cell> cells;
    };
    std::size_t size() const override { return static_cast<std::size_t>(m_rows.size()); }
    void addModels(const ProfileLibrary &library);
    void addChips(const ProfileLibrary &library);

    QList<Row> m_rows;
};

} // namespace headroom
