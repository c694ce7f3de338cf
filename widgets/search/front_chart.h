#pragma once

#include "widgets/charts/chart.h"

#include <optional>
#include <vector>

namespace headroom {

/// Step time against memory of all candidates, with the front that nothing beats in both. A click
/// selects the nearest candidate; the selected one is ringed.
class FrontChart : public Chart
{
    Q_OBJECT
public:
    struct Point
    {
        QString name; ///< rank, or a word
        QString configuration;
        double seconds = 0, gib = 0;
        bool isOnFront = false, isTie = false, isRecommended = false;
    };
    /// What the points are held against.
    struct Reference
    {
        std::optional<Point> plan; ///< as it stands
        double budgetGib = 0;
    };

    explicit FrontChart(QWidget *parent);

    void setPoints(std::vector<Point> points, Reference reference);
    /// −1: none.
    void select(int point);
    int selected() const { return m_selected; }

signals:
    void pointClicked(int point);

protected:
    void draw() override;
    QString textAt(const QPointF &position) const override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    const Point *pointAt(const QPointF &position) const; ///< null: none
    void setRanges();
    void drawFront();
    void drawSeries(const QString &name, const std::vector<const Point *> &points, int shape,
        const QColor &colour, bool isFilled);
    QString sentence() const;

    std::vector<Point> m_points;
    Reference m_reference;
    int m_selected = -1;
};

} // namespace headroom
