#pragma once

#include "widgets/frame/page.h"
#include "widgets/results/lever_models.h"

class QLabel;
class QPushButton;
class QTableView;
class QTabWidget;

namespace headroom {

class WindowContext;

/// What can be turned and what each turn brings: the tune-up methods, the knobs that matter most,
/// the remat ladder, tensor by tensor.
class LeversPage : public Page
{
    Q_OBJECT
public:
    LeversPage(WindowContext &context, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using RowSource = std::vector<ChangeTable::Row> (*)(const PlanController &);
    struct Tab
    {
        ChangeTable *model;
        QTableView *table;
        RowSource rows;
        QPushButton *take;
        QLabel *nothing;
        bool fresh = false;
    };
    void addAnswerTabs();
    void addTab(
        const QString &title, const QString &note, const QStringList &headers, RowSource rows);
    void refresh();
    void apply(const Tab &tab, const QModelIndex &index);
    void offerToTake(const Tab &tab);

    WindowContext &m_context;
    QTabWidget *m_tabs;
    std::vector<Tab> m_content;
};

} // namespace headroom
