// What the charts draw for data that plans seldom have, in several widths, and what they answer.
#include "fixed_look.h"
#include "paint_recorder.h"
#include "window_walk.h"

#include "widgets/charts/curve_chart.h"
#include "widgets/charts/row_chart.h"
#include "widgets/charts/scatter_chart.h"
#include "widgets/charts/term_bar.h"

#include <qcustomplot.h>

#include <QHelpEvent>
#include <QToolTip>

#include <functional>
#include <limits>

using namespace headroom;

namespace {

constexpr int widths[] = { 260, 420, 900, 1500 };
constexpr int chartHeight = 360;
constexpr int columns = 40, rows = 16; ///< of places that are pointed at
const double none = std::numeric_limits<double>::quiet_NaN();

RowChart::Data plainRows()
{
    return { QStringLiteral("Row"), QStringLiteral("Seconds"), QStringLiteral("A sentence."),
        { { QStringLiteral("short"), QStringLiteral("1.00 s"), 1.0 },
            { QStringLiteral("strong"), QStringLiteral("2.50 s"), 2.5, RowChart::Tone::Plain, true,
                1 },
            { QStringLiteral("good"), QStringLiteral("0.20 s"), 0.2, RowChart::Tone::Good, false,
                2 },
            { QStringLiteral("bad with a name that is longer than what a row has room for, by far"),
                QStringLiteral("3.00 s, text"), 3.0, RowChart::Tone::Bad, false, 3 },
            { QStringLiteral("nothing"), QStringLiteral("0 s"), 0.0 },
            { QStringLiteral("weights"), QStringLiteral("1.5"), 1.5, RowChart::Tone::Plain, false,
                4, QStringLiteral("weights"), true } } };
}

RowChart::Data twoSidedRows()
{
    return { QStringLiteral("Change"), QStringLiteral("Gain"), QStringLiteral("Two sides."),
        { { QStringLiteral("up"), QStringLiteral("+12 %"), 12, RowChart::Tone::Good, false, 7 },
            { QStringLiteral("down"), QStringLiteral("−30 %"), -30, RowChart::Tone::Bad, true, 8 },
            { QStringLiteral("far down"), QStringLiteral("−45.25 %"), -45.25 } } };
}

RowChart::Data totalled(double value, double low, double high, std::vector<double> limits)
{
    RowChart::Data data = plainRows();
    data.total = { QStringLiteral("Total"), QStringLiteral("8.2 s (7 to 9)"), value, low, high };
    Qt::PenStyle style = Qt::SolidLine;
    for (const double limit : limits) {
        data.limits.push_back(
            { limit > 5 ? QStringLiteral("limit %1").arg(limit) : QString(), limit, style });
        style = Qt::DashLine;
    }
    return data;
}

CurveChart::Data curves(bool hasRight, int current, std::vector<bool> fits)
{
    return { QStringLiteral("Micro-batch"), QStringLiteral("GiB"),
        hasRight ? QStringLiteral("tokens/s") : QString(), { "1", "2", "4", "8" }, std::move(fits),
        { { QStringLiteral("memory"), { 10, 14.5, none, 40 }, false, {} },
            { QStringLiteral("rate"), { 900, 1200, 1500, none }, hasRight, QColor(200, 30, 90) },
            { QStringLiteral("unseen"), { 1, 2, 3, 4 }, false, {}, false },
            { QStringLiteral("more"), { 3, 3, 3, 3 }, false, {} } },
        current, QStringLiteral("Curves.") };
}

std::vector<ScatterChart::Point> points()
{
    return { { QStringLiteral("a"), 1.0, 1.1 }, { QStringLiteral("b"), 0.4, 0.25 },
        { QStringLiteral("c"), 12, 30 }, { QStringLiteral("d"), 12.5, 30.5 } };
}

std::vector<TermBar::Segment> segments()
{
    return { { QStringLiteral("one"), QStringLiteral("One"), QStringLiteral("10 GiB"), 10,
                 QColor(10, 120, 200) },
        { QStringLiteral("none"), QStringLiteral("None"), QStringLiteral("0"), 0,
            QColor(200, 0, 0) },
        { QStringLiteral("two"), QStringLiteral("Two"), QStringLiteral("30 GiB"), 30,
            QColor(90, 160, 30), true },
        { QStringLiteral("last"), QStringLiteral("Last"), QStringLiteral("1 GiB"), 1,
            QColor(160, 90, 30) } };
}

} // namespace

class DrawnChartsTest : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreDrawn()
    {
        RowChart chart(QStringLiteral("Rows"), nullptr);
        connect(&chart, &RowChart::rowActivated, this,
            [this](int source) { m_signals << QStringLiteral("row %1").arg(source); });
        const std::pair<const char *, RowChart::Data> all[] { { "nothing", {} },
            { "plain", plainRows() }, { "two sides", twoSidedRows() },
            { "total", totalled(8.2, 7, 9, { 10, 3 }) },
            { "total near", totalled(2, 1, 24, { 6, 30 }) },
            { "total alone", totalled(0.1, 0, 0.2, {}) } };
        QStringList lines;
        for (const auto &[name, data] : all) {
            chart.setData(data);
            addChart(chart, QLatin1String(name), lines);
        }
        compare(lines, "drawn-rows");
    }

    void curvesAreDrawn()
    {
        CurveChart chart(QStringLiteral("Curves"), nullptr);
        CurveChart::Data flat = curves(false, 0, {});
        flat.curves = { { QStringLiteral("nothing"), { none, none, none, none }, false, {} } };
        const std::pair<const char *, CurveChart::Data> all[] { { "nothing", {} },
            { "one axis", curves(false, -1, {}) },
            { "two axes", curves(true, 2, { true, true, false, false }) },
            { "at the end", curves(true, 3, { false, true, true, true }) },
            { "without a number", flat } };
        QStringList lines;
        for (const auto &[name, data] : all) {
            chart.setData(data);
            addChart(chart, QLatin1String(name), lines);
        }
        compare(lines, "drawn-curves");
    }

    void pointsAreDrawn()
    {
        ScatterChart chart(QStringLiteral("Points"), QStringLiteral("s"), nullptr);
        QStringList lines;
        addChart(chart, QStringLiteral("nothing"), lines);
        chart.setOwn(ScatterChart::Own { 2, 1.5, 3 });
        addChart(chart, QStringLiteral("nothing with a plan"), lines);
        chart.setOwn({});
        chart.setPoints(points(), QStringLiteral("Four points."));
        addChart(chart, QStringLiteral("points"), lines);
        chart.setOwn(ScatterChart::Own { 0.05, 0.02, 90 });
        addChart(chart, QStringLiteral("points with a plan"), lines);
        chart.setDimmed(true);
        addChart(chart, QStringLiteral("dimmed"), lines);
        chart.setDimmed(true);
        chart.setDimmed(false);
        addChart(chart, QStringLiteral("not dimmed"), lines);
        compare(lines, "drawn-points");
    }

    void barsAreDrawn()
    {
        TermBar bar;
        connect(&bar, &TermBar::segmentEntered, this,
            [this](const QString &id) { m_signals << QStringLiteral("enters ") + id; });
        connect(&bar, &TermBar::segmentActivated, this,
            [this](const QString &id) { m_signals << QStringLiteral("takes ") + id; });
        QStringList lines;
        addBar(bar, QStringLiteral("empty"), lines);
        bar.setSegments(segments());
        addBar(bar, QStringLiteral("segments"), lines);
        bar.setInterval(35, 60);
        addBar(bar, QStringLiteral("interval"), lines);
        bar.setLimits({ { QStringLiteral("capacity of it"), 80, true },
            { QStringLiteral("budget of it"), 76 }, { QStringLiteral("first"), 2 },
            { QStringLiteral("second"), 3 } });
        addBar(bar, QStringLiteral("limits"), lines);
        bar.setHighlighted({ QStringLiteral("two"), QStringLiteral("last") });
        addBar(bar, QStringLiteral("highlighted"), lines);
        bar.setDimmed(true);
        addBar(bar, QStringLiteral("dimmed"), lines);
        bar.setDimmed(false);
        bar.setHighlighted({});
        bar.setScale(200);
        bar.setBarHeight(34);
        addBar(bar, QStringLiteral("scaled"), lines);
        lines << QStringLiteral("> keys");
        for (const Qt::Key key : { Qt::Key_Return, Qt::Key_Right, Qt::Key_Right, Qt::Key_Space,
                 Qt::Key_Right, Qt::Key_Right, Qt::Key_Return, Qt::Key_Left, Qt::Key_Left,
                 Qt::Key_Left, Qt::Key_Left, Qt::Key_Up, Qt::Key_Right }) {
            QKeyEvent press(QEvent::KeyPress, key, {});
            press.setAccepted(true);
            QApplication::sendEvent(&bar, &press);
            lines << QStringLiteral("key %1%2: %3")
                         .arg(QKeySequence(key).toString(),
                             press.isAccepted() ? QString() : QStringLiteral(" is left"),
                             std::exchange(m_signals, {}).join(QStringLiteral(", ")));
            addPainted(paintedBy(bar), lines);
        }
        QFocusEvent out(QEvent::FocusOut);
        QApplication::sendEvent(&bar, &out);
        lines << QStringLiteral("focus out: ") + std::exchange(m_signals, {}).join(' ');
        bar.setSegments({ segments().front() });
        addBar(bar, QStringLiteral("one segment"), lines);
        compare(lines, "drawn-bars");
    }

private:
    static void compare(QStringList lines, const char *name)
    {
        lines << QStringLiteral("the end"); // spaces before it count
        compareWithRecorded(
            lines, QStringLiteral("../blueprint/%1.txt").arg(QLatin1String(name)), isSameLine);
    }

    static void addPainted(const QStringList &painted, QStringList &lines)
    {
        for (const QString &line : painted)
            lines << QStringLiteral("~ ") + line;
    }

    /// Each different answer of a widget with its first place, and what it tells then.
    void addPointed(QWidget &widget, QStringList &lines)
    {
        QStringList known;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const QPoint place((2 * column + 1) * widget.width() / (2 * columns),
                    (2 * row + 1) * widget.height() / (2 * rows));
                QToolTip::hideText();
                send(widget, QEvent::MouseMove, place, Qt::NoButton);
                if (!qobject_cast<QCustomPlot *>(&widget)) {
                    QHelpEvent help(QEvent::ToolTip, place, widget.mapToGlobal(place));
                    QApplication::sendEvent(&widget, &help);
                }
                const QString tip = QToolTip::text().simplified();
                QString told = std::exchange(m_signals, {}).join(' ');
                if (known.contains(tip))
                    continue;
                known << tip;
                for (const Qt::MouseButton button : { Qt::RightButton, Qt::LeftButton }) {
                    send(widget, QEvent::MouseButtonPress, place, button);
                    send(widget, QEvent::MouseButtonRelease, place, button);
                    told += QStringLiteral(" / ") + std::exchange(m_signals, {}).join(' ');
                }
                lines << QStringLiteral("at %1,%2: %3 => %4")
                             .arg(place.x())
                             .arg(place.y())
                             .arg(tip, told);
            }
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&widget, &leave);
        lines << QStringLiteral("leaves: ") + std::exchange(m_signals, {}).join(' ');
    }

    static void send(QWidget &widget, QEvent::Type type, QPoint place, Qt::MouseButton button)
    {
        QMouseEvent event(type, place, widget.mapToGlobal(place), button,
            type == QEvent::MouseButtonPress ? button : Qt::NoButton, {});
        QApplication::sendEvent(&widget, &event);
    }

    void addChart(Chart &chart, const QString &name, QStringList &lines)
    {
        auto *plot = chart.findChild<QCustomPlot *>();
        if (name == QLatin1String("nothing")) {
            connect(&chart, &Chart::itemEntered, this,
                [this](const QString &id) { m_signals << QStringLiteral("enters ") + id; });
            connect(&chart, &Chart::itemActivated, this,
                [this](const QString &id) { m_signals << QStringLiteral("takes ") + id; });
        }
        for (const int width : widths) {
            chart.resize(width, chartHeight);
            chart.show();
            QApplication::processEvents();
            lines << QStringLiteral("=== %1, %2 wide: plot %3x%4, at least %5")
                         .arg(name)
                         .arg(width)
                         .arg(plot->width())
                         .arg(plot->height())
                         .arg(plot->minimumHeight());
            addPainted(paintedBy(*plot), lines);
        }
        addPointed(*plot, lines);
        lines << QStringLiteral("says ") + plot->accessibleDescription()
              << chart.table().csv().split('\n');
    }

    void addBar(TermBar &bar, const QString &name, QStringList &lines)
    {
        for (const int width : widths) {
            bar.resize(width, bar.sizeHint().height());
            bar.show();
            QApplication::processEvents();
            lines << QStringLiteral("=== %1, %2 wide: wants %3x%4, at least %5x%6")
                         .arg(name)
                         .arg(width)
                         .arg(bar.sizeHint().width())
                         .arg(bar.sizeHint().height())
                         .arg(bar.minimumSizeHint().width())
                         .arg(bar.minimumSizeHint().height());
            addPainted(paintedBy(bar), lines);
        }
        addPointed(bar, lines);
    }

    QStringList m_signals;
};

int main(int count, char **words)
{
    return runWithFixedLook<DrawnChartsTest>(count, words);
}
#include "tst_drawn_charts.moc"
