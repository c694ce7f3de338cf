#include "widgets/lessons/lesson_figure_view.h"

#include "widgets/charts/term_segments.h"
#include "widgets/frame/window_context.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/look/panels.h"
#include "widgets/look/spacing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr qsizetype maxNamedChanges = 2; ///< of a plan that is compared with

TermKind kindOf(const LessonFigure &figure)
{
    return figure.of == LessonFigure::Of::Time ? TermKind::Time : TermKind::Memory;
}

} // namespace

struct LessonFigureView::Shown
{
    QString name;
    const Estimate *estimate;
    bool isNow = false;
};

LessonFigureView::LessonFigureView(LessonSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("lessonFigure"));
    setAccessibleName(tr("Figure of the lesson"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

void LessonFigureView::setSlide(const QFont &font, int barHeight)
{
    setFont(font);
    m_barHeight = barHeight;
}

/// What the plan changes of the one that it starts from, "ZeRO stage 1"; else where it comes from.
QString LessonFigureView::nameOf(const std::string &plan) const
{
    const LessonPlan *description = m_session.lesson()->plan(plan);
    if (plan == "start")
        return tr("Plan of the lesson");
    QStringList changes;
    for (; description && description->name != "start";
         description = m_session.lesson()->plan(description->from))
        for (const FieldChange &change : description->changes)
            //: A setting and its value, "ZeRO stage 1".
            changes.append(tr("%1 %2").arg(pathLabel(QString::fromStdString(change.path)),
                QString::fromStdString(change.value)));
    if (changes.isEmpty())
        return QString::fromStdString(plan);
    if (changes.size() > maxNamedChanges)
        changes = changes.first(maxNamedChanges) << QStringLiteral("\u2026");
    return inOneSentence(changes);
}

std::vector<LessonFigureView::Shown> LessonFigureView::shownPlans(const LessonFigure &figure) const
{
    std::vector<Shown> shown;
    const PlanController &controller = m_session.context().controller;
    if (controller.estimate())
        shown.push_back({ tr("Your plan now"), controller.estimate(), true });
    for (const std::string &name : figure.plans)
        if (const AnsweredPlan *plan = m_session.plans()->named(name))
            shown.push_back({ nameOf(name), &plan->estimate });
    return shown;
}

void LessonFigureView::makeRows(std::size_t count)
{
    const bool isSlide = m_barHeight > 0;
    while (m_rows.size() < count) {
        QLabel *caption = isSlide
            ? new QLabel(this)
            : new TextLabel({}, TextRole::Caption, TextLabel::Ink::Normal, this);
        caption->setWordWrap(true);
        auto *bar = new TermBar(this);
        bar->setObjectName(QStringLiteral("lessonBar"));
        if (isSlide)
            bar->setFocusPolicy(Qt::NoFocus);
        m_layout->addWidget(caption);
        m_layout->addWidget(bar);
        m_rows.push_back({ caption, bar });
        if (m_rows.size() == 1)
            connect(bar, &TermBar::segmentActivated, &m_session.context(),
                &WindowContext::showDerivation);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].caption->setVisible(i < count);
        m_rows[i].bar->setVisible(i < count);
    }
}

/// "Your plan now: 144 GiB. Optimizer state: 89.7 GiB".
void LessonFigureView::fill(Row &row, const Shown &shown, const LessonFigure &figure, double scale)
{
    std::vector<TermBar::Segment> segments
        = termSegments(kindOf(figure), *shown.estimate, palette());
    QStringList lit, notes;
    for (const std::string &term : figure.lit)
        lit.append(QString::fromStdString(term));
    for (const TermBar::Segment &segment : segments)
        if (lit.contains(segment.id))
            notes.append(segmentNote(segments, segment.id));
    if (notes.isEmpty())
        notes.append(segmentNote(segments, {}));
    const QString total
        = tr("%1: %2").arg(shown.name, termTotal(kindOf(figure), *shown.estimate).text);
    row.caption->setText(total + QStringLiteral(" \u00b7 ") + inOneSentence(notes));
    row.caption->setFont(m_barHeight > 0 ? font() : textFont(TextRole::Caption));
    row.bar->setAccessibleName(total);
    row.bar->setAccessibleDescription(inOneSentence(notes));
    row.bar->setSegments(std::move(segments));
    row.bar->setHighlighted(lit);
    row.bar->setScale(scale);
    row.bar->setDimmed(shown.isNow && m_session.context().controller.isStale());
    if (m_barHeight > 0)
        row.bar->setBarHeight(m_barHeight);
}

void LessonFigureView::refresh()
{
    const LessonFigure *figure = m_session.figure();
    setVisible(figure != nullptr);
    if (!figure)
        return;
    const std::vector<Shown> shown = shownPlans(*figure);
    makeRows(shown.size());
    double scale = 0;
    for (const Shown &plan : shown)
        scale = std::max(scale, termTotal(kindOf(*figure), *plan.estimate).value);
    for (std::size_t i = 0; i < shown.size(); ++i)
        fill(m_rows[i], shown[i], *figure, scale);
}

} // namespace headroom
