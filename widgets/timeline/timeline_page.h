#pragma once

#include "widgets/frame/page.h"
#include "widgets/timeline/timeline_chart.h"

class QComboBox;
class QLabel;
class QTableView;
class QThread;
class QPushButton;

namespace headroom {

class TimelineLegend;
class TimelineOverview;
class TimelineSwitches;
class WindowContext;

/// The step timeline: the chart, the flags that move its blocks, and events against formulas.
class TimelinePage : public Page
{
    Q_OBJECT
public:
    TimelinePage(WindowContext &context, QWidget *parent);
    ~TimelinePage() override;

    TimelineChart *chart() const { return m_chart; }

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildToolbar();
    QWidget *buildChartCard();
    QWidget *buildComparison();
    QPushButton *addPreset(const QString &label, TimelineChart::Preset preset, QWidget *parent);
    void refresh();
    void refreshStages();
    /// Looks for a profile of this plan among the runs beside it; a worker reads them.
    void findProfile();
    void showProfile(ProfiledRun profile);
    void refreshComparison();
    void fitComparison();
    void syncOverview();
    void saveEvents();

    WindowContext &m_context;
    TimelineChart *m_chart = nullptr;
    TimelineLegend *m_legend = nullptr;
    TimelineSwitches *m_switches = nullptr;
    QComboBox *m_stage = nullptr;
    TimelineOverview *m_overview = nullptr;
    TextLabel *m_facts = nullptr;
    TextLabel *m_change = nullptr;
    TextLabel *m_profile = nullptr;
    QThread *m_reader = nullptr;
    bool m_isAskedAgain = false; ///< while a worker reads
    ChartTableModel *m_comparison = nullptr;
    QTableView *m_comparisonView = nullptr;
    QList<QPushButton *> m_presets;
    double m_lastStep = 0, m_lastExposed = 0;
    bool m_fresh = false;
};

} // namespace headroom
