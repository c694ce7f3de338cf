#pragma once

#include "widgets/charts/chart_table.h"

#include <QWidget>

#include <cmath>

class QCustomPlot;
class QStackedWidget;
class QToolButton;

class QCPPainter;

namespace headroom {

class TextLabel;

/// A plot with its heading, a table twin, export, a sentence that states the result, and colours
/// that follow the palette. Subclasses draw; nothing else in the window touches the plot.
class Chart : public QWidget
{
    Q_OBJECT
public:
    enum class Format { Png, Svg, Pdf, Csv };

    QString title() const { return m_title; }
    const ChartTable &table() const { return m_table; }
    /// Writes the chart; false when the file cannot be written.
    bool exportTo(const QString &file, Format format);
    /// The chart as an image for reports.
    QImage image(const QSize &size, double scale);
    void setDimmed(bool dimmed);

signals:
    /// The user asks for a file; the page asks where.
    void exportRequested(headroom::Chart *chart);
    void itemEntered(const QString &id);
    void itemActivated(const QString &id); ///< by a click

protected:
    Chart(const QString &title, QWidget *parent);

    QCustomPlot &plot() { return *m_plot; }
    static constexpr int maxLegendColumns = 4; ///< of short names
    /// In rows below the plot, with so many columns at most.
    void putLegendBelow(int columns);
    /// Redraws from the data held; called for new data and new colours.
    virtual void draw() = 0;
    /// What is at a point of the plot, for the tooltip; empty: nothing.
    virtual QString textAt(const QPointF &position) const = 0;
    virtual QString idAt(const QPointF &) const { return {}; }

    /// The point nearest to a place of the plot, at most `reach` pixels away, else null; `place`
    /// says where on the axes a point is.
    template <class Points, class Place>
    auto nearest(const Points &points, const QPointF &position, double reach, Place place) const
    {
        const typename Points::value_type *found = nullptr;
        for (const auto &point : points) {
            const QPointF off = pixelOf(place(point)) - position;
            if (std::hypot(off.x(), off.y()) < reach) {
                reach = std::hypot(off.x(), off.y());
                found = &point;
            }
        }
        return found;
    }

    void setTable(const ChartTable &table);
    void setSentence(const QString &sentence);
    /// Applies palette and fonts to all axes and the legend, then draws.
    void restyle();

    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *buildHeading();
    QPointF pixelOf(const QPointF &place) const;
    void paintTitled(QCPPainter &painter, const QSize &size);

    QString m_title;
    QCustomPlot *m_plot;
    QStackedWidget *m_stack;
    QToolButton *m_tableButton = nullptr;
    TextLabel *m_sentence = nullptr;
    ChartTable m_table;
    ChartTableModel *m_model;
    QString m_pointed;
};

} // namespace headroom
