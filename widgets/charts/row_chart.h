#pragma once

#include "widgets/charts/chart.h"

#include <vector>

class QCPItemText;

namespace headroom {

/// A bar for each of a few named amounts, to the right of nothing or to the left of it, with its
/// text beside it, or above it where there is little room.
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
    };
    struct Data
    {
        QString rowsAre, valuesAre; ///< headings of the table
        QString sentence;
        std::vector<Row> rows; ///< from above
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

private:
    void drawRow(int key, const Row &row);
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
    int rowAt(const QPointF &position) const;

    Data m_data;
    bool m_isStacked = false; ///< name and value stand above the bar
};

} // namespace headroom
