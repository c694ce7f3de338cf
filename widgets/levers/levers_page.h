#pragma once

#include "widgets/frame/page.h"
#include "widgets/results/lever_models.h"

#include <QList>
#include <QTimer>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QTableView;

namespace headroom {

class Chart;
class ChoiceBox;
class CurveChart;
class RowChart;
class WindowContext;

/// What can be turned and what each turn brings, by what is turned: the settings, what memory
/// keeps, the network; and the details beside them. A picture first, the tables below it.
class LeversPage : public Page
{
    Q_OBJECT
public:
    LeversPage(WindowContext &context, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    using RowSource = std::vector<ChangeTable::Row> (*)(const PlanController &);
    struct Sheet ///< a table of a tab
    {
        ChangeTable *model;
        QTableView *table;
        RowSource rows;
        QPushButton *take;
        QLabel *nothing;
        bool fresh = false;
    };
    struct Tab
    {
        ChoiceBox *choice = nullptr; ///< which of the tables is shown
        QStackedWidget *stack = nullptr;
        std::vector<Sheet> sheets; ///< the picture shows the first
        bool isDrawn = false;
    };
    using Rows = std::vector<ChangeTable::Row>;

    void addTuning();
    void addMemory();
    void addNetwork();
    void addDetails();
    Tab &addTab(const QString &title, Chart *chart);
    void addSheet(Tab &tab, const QString &title, const QString &note, const QStringList &headers,
        RowSource rows);
    Tab *tabInSight();
    void showTab();
    void refresh();
    void refreshSheet(Sheet &sheet);
    void drawShown();
    void draw(const Tab &tab);
    void drawTuning(const Rows &rows);
    void drawMemory(const Rows &rows);
    void drawNetwork(const Rows &rows);
    void take(const ChangeTable::Row &row);
    void apply(const Sheet &sheet, const QModelIndex &index);
    void offerToTake(const Sheet &sheet);

    WindowContext &m_context;
    QTabWidget *m_tabs;
    RowChart *m_tuning = nullptr;
    RowChart *m_memory = nullptr;
    CurveChart *m_network = nullptr;
    std::vector<Tab> m_content;
    QTimer m_drawing; ///< until the picture is drawn
};

} // namespace headroom
