#pragma once

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace headroom {

class TextLabel;
class WindowContext;

/// What advice, the plan and the release itself would have each flag be, side by side.
class FlagComparisonView : public QWidget
{
    Q_OBJECT
public:
    FlagComparisonView(WindowContext &context, QWidget *parent);

    void refresh();

signals:
    void flagRequested(const QString &name);

private:
    void buildTable();
    void filter();

    WindowContext &m_context;
    QLineEdit *m_search;
    QCheckBox *m_onlyDifferent;
    TextLabel *m_count;
    QTableView *m_table;
    QStandardItemModel *m_model;
    QSortFilterProxyModel *m_different; ///< rows that differ
    QSortFilterProxyModel *m_found; ///< of these, what is searched for
};

} // namespace headroom
