#include "widgets/your_file/hunk_card.h"

#include "model/estimate/figure_intervals.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/your_file/file_view.h"

#include <QCheckBox>
#include <QEvent>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace headroom {
namespace {

/// With the name of the term that falls in the user's language.
QString reasonText(Message reason)
{
    if (!reason.operands.empty())
        if (const auto *id = std::get_if<std::string>(&reason.operands.front()))
            reason.operands.front() = termText(QString::fromStdString(*id)).toStdString();
    return localMessage(reason);
}

QString effectText(const TuneHunk &hunk)
{
    const Change &step = hunk.change.step, &peak = hunk.change.peak;
    //: Change of the step time with its interval; of memory; probability.
    return HunkCard::tr("%1 per step (%2), %3, fits with %4")
        .arg(secondsChangeText(Seconds { step.middle }),
            rangeText(
                secondsChangeText(Seconds { step.p10 }), secondsChangeText(Seconds { step.p90 })),
            bytesChangeText(Bytes { peak.middle }),
            localAmount(probabilityAmount(hunk.fitProbability)));
}

} // namespace

HunkCard::HunkCard(int number, QWidget *parent)
    : Card(parent)
    , m_tick(new QCheckBox(this))
    , m_title(new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this))
    , m_place(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_effect(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_reason(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_problem(new TextLabel({}, TextRole::Body, TextLabel::Ink::Warning, this))
    , m_lines(new FileView(FileView::Room::Lines, this))
{
    setObjectName(QStringLiteral("hunk_%1").arg(number));
    m_tick->setObjectName(QStringLiteral("hunkTick_%1").arg(number));
    m_lines->setObjectName(QStringLiteral("hunkLines_%1").arg(number));
    m_effect->setObjectName(QStringLiteral("hunkEffect_%1").arg(number));
    for (TextLabel *label : { m_title, m_effect, m_reason, m_problem })
        label->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(gap(2));
    row->addWidget(m_tick, 0, Qt::AlignTop);
    row->addWidget(m_title, 1);
    row->addWidget(m_place, 0, Qt::AlignTop);
    body()->setSpacing(gap(1));
    body()->addLayout(row);
    body()->addWidget(m_effect);
    body()->addWidget(m_reason);
    body()->addWidget(m_problem);
    body()->addWidget(m_lines);
    m_tick->installEventFilter(this);
    m_title->installEventFilter(this);
    connect(m_tick, &QCheckBox::toggled, this, &HunkCard::taken);
}

void HunkCard::show(const ChosenHunk &chosen, bool isWanted)
{
    const QString moves = changesText(chosen.hunk.set);
    const QString name = QFileInfo(QString::fromStdString(chosen.hunk.file)).fileName();
    {
        const QSignalBlocker quiet(m_tick);
        m_tick->setChecked(isWanted);
    }
    m_title->setText(moves);
    m_tick->setAccessibleName(moves);
    m_tick->setToolTip(tr("Take this change"));
    m_place->setText(
        name.isEmpty() ? QString() : tr("%1, line %2").arg(name).arg(chosen.hunk.line));
    const bool hasEffect = !chosen.hunk.file.empty();
    m_effect->setText(hasEffect ? effectText(chosen.hunk) : QString());
    m_effect->setVisible(hasEffect);
    QStringList reasons;
    if (!chosen.hunk.reason.id.empty())
        reasons.append(reasonText(chosen.hunk.reason));
    if (chosen.hunk.reshards)
        reasons.append(localMessage({ "tune-reshards", {} }));
    if (chosen.isJoined)
        reasons.append(tr("goes together with the next change"));
    m_reason->setText(reasons.join(QStringLiteral("; ")));
    m_reason->setVisible(!reasons.isEmpty());
    const bool isLeft = !chosen.problem.id.empty();
    m_problem->setText(
        isLeft ? tr("Not in the files: %1").arg(errorMessageText(chosen.problem)) : QString());
    m_problem->setVisible(isLeft);
    m_tick->setAccessibleDescription(
        inOneParagraph({ m_effect->text(), m_reason->text(), m_problem->text() }));
    m_lines->setVisible(!chosen.lines.empty());
    if (!chosen.lines.empty()) {
        m_lines->showLines(name, chosen.lines);
        m_lines->setAccessibleName(tr("Lines of: %1").arg(moves));
    }
    setTone(isLeft ? Tone::Warning : Tone::Plain);
}

bool HunkCard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_title && event->type() == QEvent::MouseButtonRelease)
        m_tick->toggle();
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::Enter)
        emit entered();
    return Card::eventFilter(watched, event);
}

} // namespace headroom
