// The pictures of the levers page, drawn from the first table of their tab.
#include "widgets/charts/curve_chart.h"
#include "widgets/charts/row_chart.h"
#include "widgets/frame/window_context.h"
#include "widgets/levers/levers_page.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t maxBars = 8; ///< of the strongest settings
constexpr std::size_t fewBars = 5; ///< with fewer that help, the cheapest that do not come next
constexpr double minBar = 5e-3; ///< of the largest gain: less is no bar, and the table has it
constexpr double minGain = 5e-4; ///< share of the step: less reads as 0.0 %

/// Columns of the tables that pictures are drawn from.
namespace tuning {
constexpr int setting = 0, time = 2, fits = 3;
}
namespace memory {
constexpr int policy = 0, device = 1, time = 3, fits = 5;
}
namespace network {
constexpr int rate = 0, time = 1, exposed = 2;
}

} // namespace

void LeversPage::draw(const Tab &tab)
{
    Rows rows;
    const ChangeTable &model = *tab.sheets.front().model;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.push_back(model.row(row));
    if (&tab == &m_content[0])
        drawTuning(rows);
    else if (&tab == &m_content[1])
        drawMemory(rows);
    else if (&tab == &m_content[2])
        drawNetwork(rows);
}

void LeversPage::drawTuning(const Rows &rows)
{
    RowChart::Data content { tr("Change"), tr("Change of the step time, as a share"), {}, {} };
    const ChangeTable::Row *best = nullptr;
    double gain = 0; // the picture is of what helps most; where nothing does, of everything
    for (const ChangeTable::Row &row : rows)
        gain = std::max(gain, -row.cells.at(tuning::time).number.toDouble());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ChangeTable::Row &row = rows[i];
        const ChangeTable::Cell &time = row.cells.at(tuning::time);
        const double change = time.number.toDouble();
        const bool fits = row.cells.at(tuning::fits).direction >= 0;
        if (fits && change < -minGain && !best)
            best = &row;
        const bool helps = gain < minGain || -change >= minBar * gain;
        const bool hasBar = helps || change >= minBar * gain;
        if (hasBar && content.rows.size() < (helps ? maxBars : fewBars))
            content.rows.push_back({ row.cells.at(tuning::setting).text,
                //: A change of the step time.
                fits ? time.text : tr("%1, does not fit").arg(time.text), change,
                fits && change < 0 ? RowChart::Tone::Good : RowChart::Tone::Bad, false,
                static_cast<int>(i) });
    }
    //: %1 is a change of a field, %2 the change of the step time: "−1.2 s  (−3 %)".
    content.sentence = best ? tr("The change that helps most: %1, %2.")
                                  .arg(best->cells.at(tuning::setting).text,
                                      best->cells.at(tuning::time).text.simplified())
                            : tr("No single change that fits makes it notably faster.");
    m_tuning->setData(std::move(content));
}

void LeversPage::drawMemory(const Rows &rows)
{
    RowChart::Data content { tr("Policy"), tr("Bytes on the device"),
        tr("What each policy keeps on the device, and its step time; red does not fit."), {} };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ChangeTable::Row &row = rows[i];
        const bool fits = row.cells.at(memory::fits).direction >= 0;
        content.rows.push_back({ row.cells.at(memory::policy).text,
            inOneSentence({ row.cells.at(memory::device).text, row.cells.at(memory::time).text }),
            row.cells.at(memory::device).number.toDouble(),
            fits ? RowChart::Tone::Plain : RowChart::Tone::Bad, row.isPlan, static_cast<int>(i) });
    }
    m_memory->setData(std::move(content));
}

void LeversPage::drawNetwork(const Rows &rows)
{
    CurveChart::Data content;
    content.xLabel = tr("network, one way for each device");
    content.leftLabel = tr("step time, seconds");
    CurveChart::Curve time { tr("Step time, s"), {}, false, {} };
    CurveChart::Curve exposed { tr("Exposed, s"), {}, false, {} };
    for (const ChangeTable::Row &row : rows) {
        if (row.isPlan)
            content.current = static_cast<int>(content.positions.size());
        content.positions.append(row.cells.at(network::rate).text);
        time.values.push_back(row.cells.at(network::time).number.toDouble());
        exposed.values.push_back(row.cells.at(network::exposed).number.toDouble());
    }
    content.curves = { std::move(time), std::move(exposed) };
    content.sentence = rows.empty() ? tr("This plan uses no network between nodes.")
                                    : tr("What a faster or slower network would change.");
    m_network->setData(std::move(content));
}

} // namespace headroom
