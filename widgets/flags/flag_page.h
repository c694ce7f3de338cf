#pragma once

#include "widgets/flags/flag_model.h"
#include "widgets/window/page.h"

class QComboBox;
class QLineEdit;
class QTableView;

namespace headroom {

class TextLabel;
class WindowContext;

/// Flags and environment of the run: what is advised and why, what the plan sets itself; and the
/// framework with its options, which decide what is advised.
class FlagPage : public Page
{
    Q_OBJECT
public:
    FlagPage(WindowContext &context, QWidget *parent);

    /// Selects a flag, showing everything if need be.
    void showFlag(const QString &name);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildList();
    QWidget *buildFilters(QWidget *parent);
    QWidget *buildDetails(QWidget *parent);
    QWidget *buildOptions();
    void refresh();
    void showDetails(const QModelIndex &index);

    WindowContext &m_context;
    FlagModel *m_model;
    FlagFilter *m_filter;
    QLineEdit *m_search = nullptr;
    QComboBox *m_show = nullptr;
    QTableView *m_table = nullptr;
    TextLabel *m_count = nullptr;
    TextLabel *m_name = nullptr;
    TextLabel *m_details = nullptr;
    class QTabWidget *m_tabs = nullptr;
    bool m_fresh = false;
};

} // namespace headroom
