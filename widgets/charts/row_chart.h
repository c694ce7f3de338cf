#pragma once

#include "widgets/charts/chart.h"

#include <optional>
#include <vector>

class QCPItemText;

namespace headroom {

/// A bar for each of a few named amounts, extending right of zero, or left for negative values,
/// with its text beside it, or above it where there is little room.
class RowChart : public Chart
{
    Q_OBJECT
public:
    enum class Tone { Plain, Good, Bad };
    struct Row
    {
        QString label, text;
        double value = 0;
        Tone tone = Tone::Plain;
        bool isStrong = false; ///< the plan's own
        int source = -1; ///< its number where it comes from
        QString id {}; ///< of a term, which has its colour then
        bool isHatched = false;
    };
    /// A row of its own below the bars, so that no bar hides the interval.
    struct Total
    {
        QString label, text;
        double value = 0, low = 0, high = 0;
    };
    /// A line across all rows.
    struct Limit
    {
        QString label; ///< above the rows; may be empty
        double value = 0;
        Qt::PenStyle style = Qt::SolidLine;
    };
    struct Data
    {
        QString rowsAre, valuesAre; ///< headings of the table
        QString sentence;
        std::vector<Row> rows; ///< from above
        std::optional<Total> total {};
        std::vector<Limit> limits {};
    };

    RowChart(const QString &title, QWidget *parent);

    void setData(Data content);

signals:
    void rowActivated(int source); ///< a row was clicked

protected:
    void draw() override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    QString textAt(const QPointF &position) const override;
    QString idAt(const QPointF &position) const override;

private:
    void drawRow(int key, const Row &row);
    void drawTotal(int key);
    void drawZero();
    void drawLimits();
    QColor colourOf(const Row &row) const;
    void placeBeside(QCPItemText &text, int key, const Row &row);
    void placeAbove(QCPItemText &text, int key, const Row &row);
    /// The texts beside the bars, names and values: how wide the widest are.
    struct Widths
    {
        int names = 0, left = 0, right = 0;
    };
    Widths textWidths() const;
    bool hasRoomBeside() const;
    void fitRange();
    double furthestMark() const;
    const Row *rowUnder(const QPointF &position) const;

    Data m_data;
    bool m_isStacked = false; ///< name and value stand above the bar
};

} // namespace headroom
