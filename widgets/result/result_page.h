#pragma once

#include "widgets/frame/page.h"

class QBoxLayout;
class QComboBox;

namespace headroom {

class CurveChart;
class FigureGrid;
class RooflineChart;
class TermRows;
class WindowContext;

/// The dashboard: charts of memory, time, throughput and the roofline, and what follows for the
/// run.
class ResultPage : public Page
{
    Q_OBJECT
public:
    ResultPage(WindowContext &context, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void refreshAnswer();
    void refreshFacts();
    void refreshCurves();
    void refreshVisible();
    void refreshChart(class Chart *chart);
    QWidget *buildBatchCard();
    void connectChart(class Chart *chart);

    WindowContext &m_context;
    FigureGrid *m_answer; ///< the figures that were asked for, in one row
    TermRows *m_time;
    TermRows *m_memory;
    QBoxLayout *m_terms = nullptr; ///< time and memory beside or below each other
    CurveChart *m_batch = nullptr;
    RooflineChart *m_roofline = nullptr;
    QComboBox *m_batchField = nullptr;
    FigureGrid *m_figures = nullptr;
    QList<class Chart *> m_pending; ///< charts that show an older estimate
    bool m_fresh = false; ///< what is drawn belongs to the present estimate
};

} // namespace headroom
