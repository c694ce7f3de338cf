#pragma once

#include "model/plan/plan_fields.h"

#include <QAbstractTableModel>

namespace headroom {

class ProfileLibrary;

/// The models or chips of the library, one line each, with the figures by which one chooses.
class ProfileTable : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole, SortRole, SearchRole };

    /// `ids` is Models or Accelerators.
    ProfileTable(const ProfileLibrary &library, IdSource ids, QObject *parent);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
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
    void addModels(const ProfileLibrary &library);
    void addChips(const ProfileLibrary &library);

    QStringList m_headers;
    QList<Row> m_rows;
};

} // namespace headroom
