#include "widgets/runs/cause_cards.h"

#include "model/diagnosis/diagnosis_report.h"
#include "widgets/look/panels.h"
#include "widgets/runs/cause_bar.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QVBoxLayout>

namespace headroom {

CauseCards::CauseCards(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("causes"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(gap(2));
}

void CauseCards::setRun(const RunDiagnosis *run)
{
    for (QWidget *widget : m_made)
        delete widget;
    m_made.clear();
    if (!run)
        return;
    if (run->isCompared() && !run->isInside) {
        auto *bar = new CauseBar(this);
        bar->setRun(*run);
        m_layout->addWidget(bar);
        m_made.push_back(bar);
    }
    int number = 0;
    bool explains = true;
    for (const RunCause &cause : run->causes) {
        if (explains && !(cause.weight > 0)) {
            explains = false;
            addNote(
                tr("Also seen, but does not explain the difference according to the estimate:"));
        }
        addCause(*run, cause, ++number);
    }
}

void CauseCards::addNote(const QString &text)
{
    auto *note = new TextLabel(text, TextRole::Caption, TextLabel::Ink::Muted, this);
    note->setWordWrap(true);
    m_layout->addWidget(note);
    m_made.push_back(note);
}

void CauseCards::addCause(const RunDiagnosis &run, const RunCause &cause, int number)
{
    auto *card = new Card(this);
    card->setObjectName(QStringLiteral("cause_%1").arg(QString::fromStdString(cause.id)));
    card->body()->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    card->body()->setSpacing(gap(1));
    const QString title = localMessage(cause.title());
    QString evidence = errorMessageText({ cause.evidence.id, {}, cause.evidence.operands });
    if (const Message reach = causeReach(run, cause); !reach.id.empty())
        evidence = inOneParagraph({ evidence, errorMessageText({ reach.id, {}, reach.operands }) });
    const auto add = [&](const QString &text, TextRole role, TextLabel::Ink ink) {
        auto *label = new TextLabel(text, role, ink, card);
        label->setWordWrap(true);
        card->body()->addWidget(label);
    };
    //: Rank of a cause and its name.
    add(tr("%1. %2").arg(number).arg(title), TextRole::Strong, TextLabel::Ink::Normal);
    add(evidence, TextRole::Body, TextLabel::Ink::Normal);
    add(errorMessageText({ cause.test.id, {}, cause.test.operands }), TextRole::Caption,
        TextLabel::Ink::Muted);
    //: Spoken by a screen reader: a cause, then what points at it.
    card->setAccessibleName(tr("%1: %2").arg(title, evidence));
    m_layout->addWidget(card);
    m_made.push_back(card);
}

} // namespace headroom
