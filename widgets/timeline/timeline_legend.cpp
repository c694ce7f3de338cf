#include "widgets/timeline/timeline_legend.h"

#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/look/series_colours.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_painter.h"
#include "widgets/timeline/timeline_text.h"

#include <QHBoxLayout>
#include <QPainter>

#include <functional>

namespace headroom {
namespace {

/// A sample of how a kind of block is drawn; it asks for its colour when it paints, so that it
/// follows the palette.
class Sample : public QWidget
{
public:
    enum class Pattern { Plain, Waiting, Bubble, Replay };

    Sample(std::function<QColor(const QPalette &)> colour, Pattern pattern, QWidget *parent)
        : QWidget(parent)
        , m_colour(std::move(colour))
        , m_pattern(pattern)
    {
        setFixedSize(gap(4), gap(3));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        QColor colour = m_colour(palette());
        if (m_pattern == Pattern::Bubble) {
            colour.setAlpha(60);
            painter.fillRect(rect(), colour);
            colour.setAlpha(170);
            painter.fillRect(rect(), QBrush(colour, Qt::Dense7Pattern));
            return;
        }
        painter.fillRect(rect(), colour);
        if (m_pattern == Pattern::Waiting) {
            QColor stripe = colour.lightness() > 140 ? QColor(0x12, 0x18, 0x20) : QColor(Qt::white);
            stripe.setAlpha(170);
            painter.fillRect(rect(), QBrush(stripe, Qt::BDiagPattern));
        } else if (m_pattern == Pattern::Replay) {
            painter.fillRect(rect(), QBrush(QColor(255, 255, 255, 110), Qt::Dense6Pattern));
        }
    }

private:
    std::function<QColor(const QPalette &)> m_colour;
    Pattern m_pattern;
};

bool replays(const Timeline &timeline)
{
    for (const PassTemplate &shape : timeline.templates)
        for (const TimelineBlock &block : shape.blocks)
            if (block.phase == BlockPhase::Replay)
                return true;
    return false;
}

} // namespace

TimelineLegend::TimelineLegend(QWidget *parent)
    : QWidget(parent)
{
    new FlowLayout(this, gap(3));
}

void TimelineLegend::setTimeline(const Timeline &timeline)
{
    struct Entry
    {
        QString label;
        std::function<QColor(const QPalette &)> colour;
        Sample::Pattern pattern;
    };
    std::vector<Entry> entries;
    for (const BlockPhase phase : { BlockPhase::Forward, BlockPhase::Backward })
        entries.push_back({ modelText("model/timeline", nameOf(phase).label),
            [phase](const QPalette &palette) { return phaseColour(phase, false, palette); },
            Sample::Pattern::Plain });
    const auto colourOf = [](TimeTerm term) {
        return [term](const QPalette &palette) { return seriesColour(term, palette); };
    };
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        if (timeline.reference().terms[term] > Seconds { 0 })
            entries.push_back({ termText(term), colourOf(term),
                term == TimeTerm::Bubble ? Sample::Pattern::Bubble : Sample::Pattern::Plain });
    }
    if (replays(timeline))
        entries.push_back({ modelText("model/timeline", nameOf(BlockPhase::Replay).label),
            colourOf(TimeTerm::Gemm), Sample::Pattern::Replay });
    entries.push_back({ tr("hatched: computation waits"), colourOf(TimeTerm::ExposedFsdp),
        Sample::Pattern::Waiting });

    QStringList labels;
    for (const Entry &entry : entries)
        labels << entry.label;
    if (labels == m_entries)
        return;
    m_entries = labels;
    while (QLayoutItem *item = layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Entry &entry : entries) {
        auto *item = new QWidget(this);
        auto *row = new QHBoxLayout(item);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(gap(1));
        row->addWidget(new Sample(entry.colour, entry.pattern, item));
        row->addWidget(new TextLabel(entry.label, TextRole::Caption, TextLabel::Ink::Muted, item));
        layout()->addWidget(item);
    }
}

} // namespace headroom
