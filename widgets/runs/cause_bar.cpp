#include "widgets/runs/cause_bar.h"

#include "widgets/charts/term_bar.h"
#include "widgets/look/panels.h"
#include "widgets/look/series_colours.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QEvent>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

CauseBar::CauseBar(QWidget *parent)
    : QWidget(parent)
    , m_bar(new TermBar(this))
    , m_legend(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Normal, this))
{
    setObjectName(QStringLiteral("causeBar"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap(1));
    m_bar->setAccessibleName(tr("What the difference consists of"));
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_legend->setObjectName(QStringLiteral("causeLegend"));
    column->addWidget(m_bar);
    column->addWidget(m_legend);
}

void CauseBar::setRun(const RunDiagnosis &run)
{
    m_parts.clear();
    for (const RunCause &cause : run.causes)
        if (const double seconds = std::abs(cause.explained); seconds > 0)
            m_parts.push_back(
                { QString::fromStdString(cause.id), localMessage(cause.title()), seconds });
    if (const double rest = std::abs(run.unexplained); rest > 0)
        m_parts.push_back({ {}, tr("not explained"), rest });
    draw();
}

void CauseBar::draw()
{
    std::vector<TermBar::Segment> segments;
    QStringList legend, spoken;
    int number = 0;
    for (const Part &part : m_parts) {
        const bool isRest = part.id.isEmpty();
        const QColor colour = isRest ? themeColours(palette()).muted
                                     : chipColour(number++ % chipColours, palette());
        const QString duration = secondsText(Seconds { part.seconds });
        segments.push_back({ part.id, part.label, duration, part.seconds, colour, isRest });
        //: A cause of a slow step and the seconds it explains.
        const QString line = tr("%1: %2").arg(part.label, duration);
        spoken.append(line);
        legend.append(QStringLiteral("<span style=\"color:%1\">■</span> %2")
                          .arg(colour.name(), line.toHtmlEscaped()));
    }
    m_bar->setSegments(std::move(segments));
    m_bar->setAccessibleDescription(inOneSentence(spoken));
    m_legend->setText(legend.join(QStringLiteral(" &nbsp; ")));
}

void CauseBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        draw();
}

} // namespace headroom
