#pragma once

#include "model/plan/fields/plan_fields.h"

#include <QDialog>

class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace headroom {

class ProfileLibrary;
class ProfileTable;

/// Chooses a model or a chip from a table that can be searched and sorted.
class ProfilePicker : public QDialog
{
    Q_OBJECT
public:
    /// `current` is selected at first.
    ProfilePicker(
        const ProfileLibrary &library, IdSource ids, const QString &current, QWidget *parent);

signals:
    void chosen(const QString &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void select(const QString &id);
    void take();

    ProfileTable *m_profiles;
    QSortFilterProxyModel *m_shown;
    QLineEdit *m_search;
    QTableView *m_table;
};

} // namespace headroom
