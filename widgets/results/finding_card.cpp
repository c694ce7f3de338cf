#include "widgets/results/finding_card.h"

#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {
namespace {

QString iconOf(Severity severity)
{
    return severity == Severity::Error  ? QStringLiteral("error")
        : severity == Severity::Warning ? QStringLiteral("warning")
                                        : QStringLiteral("hint");
}

IconTint tintOf(Severity severity)
{
    return severity == Severity::Error  ? IconTint::Bad
        : severity == Severity::Warning ? IconTint::Warning
                                        : IconTint::Accent;
}

} // namespace

FindingCard::FindingCard(WindowContext &context, QWidget *parent)
    : Card(parent)
    , m_context(context)
    , m_icon(new IconLabel(QStringLiteral("hint"), IconTint::Accent, this))
    , m_message(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_action(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_fix(new QPushButton(themeIcon(QStringLiteral("fix"), IconTint::Accent), {}, this))
    , m_goTo(new QPushButton(tr("Go to field"), this))
    , m_find(new QPushButton(
          themeIcon(QStringLiteral("search"), IconTint::Accent), tr("Find one that fits"), this))
{
    body()->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    m_message->setWordWrap(true);
    m_action->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(gap(2));
    row->addWidget(m_icon, 0, Qt::AlignTop);
    m_texts = new QVBoxLayout;
    m_texts->setSpacing(gap(1));
    m_texts->addWidget(m_message);
    m_texts->addWidget(m_action);
    auto *buttons = new QWidget(this);
    auto *flow = new FlowLayout(buttons, gap(1));
    flow->addWidget(m_fix);
    flow->addWidget(m_goTo);
    flow->addWidget(m_find);
    m_texts->addWidget(buttons);
    row->addLayout(m_texts, 1);
    body()->addLayout(row);
    for (QPushButton *button : { m_fix, m_goTo, m_find })
        button->setFont(textFont(TextRole::Caption));
    m_fix->setMinimumWidth(textWidth(12)); // a long name is cut in its middle
    m_fix->setObjectName(QStringLiteral("findingFix"));
    m_fix->setAccessibleName(tr("Apply fix"));
    m_find->setObjectName(QStringLiteral("findFitting"));
    m_find->setToolTip(tr("Searches all valid degrees, micro-batches and remat policies"));
    connect(m_find, &QPushButton::clicked, &context, &WindowContext::suggestRequested);
    connect(m_fix, &QPushButton::clicked, this, &FindingCard::applyFix);
    connect(m_goTo, &QPushButton::clicked, this,
        [this] { emit m_context.showField(QString::fromStdString(m_finding.field)); });
}

void FindingCard::setFinding(const Finding &finding)
{
    m_finding = finding;
    setRepairs({});
    setTone(finding.severity == Severity::Error     ? Tone::Bad
            : finding.severity == Severity::Warning ? Tone::Warning
                                                    : Tone::Plain);
    m_icon->setIcon(iconOf(finding.severity), tintOf(finding.severity));
    const QString message = findingMessageText(finding);
    m_message->setText(message);
    m_action->setText(findingActionText(finding));
    m_action->setVisible(!m_action->text().isEmpty());
    m_fix->setVisible(!finding.fix.empty());
    m_goTo->setVisible(!finding.field.empty());
    m_find->setVisible(finding.id == "does-not-fit" || finding.id == "may-not-fit");
    if (!finding.fix.empty()) {
        const QString changes = changesText(finding.fix);
        m_fix->setText(changes);
        m_fix->setAccessibleName(tr("Apply fix: %1").arg(changes));
    }
    m_goTo->setAccessibleName(
        tr("Go to field %1").arg(pathLabel(QString::fromStdString(finding.field))));
    //: Spoken by a screen reader: severity, then the finding.
    setAccessibleName(tr("%1: %2").arg(severityText(finding.severity), message));
}

void FindingCard::setRepairs(const std::vector<PricedRepair> &repairs)
{
    delete m_repairs;
    m_repairs = nullptr;
    if (repairs.empty())
        return;
    m_repairs = new RepairButtons(m_context.controller, repairs, this);
    m_texts->insertWidget(m_texts->indexOf(m_action) + 1, m_repairs);
}

void FindingCard::applyFix()
{
    const std::vector<FieldChange> fix = m_finding.fix;
    m_context.controller.apply(fix, tr("Fix: %1").arg(changesText(fix)));
}

FindingList::FindingList(WindowContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_none(new TextLabel(
          tr("No findings for this plan."), TextRole::Body, TextLabel::Ink::Muted, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(2));
    layout->addWidget(m_none);
    m_none->hide();
}

void FindingList::setFindings(const std::vector<Finding> &findings)
{
    if (findings == m_findings)
        return;
    m_findings = findings;
    m_none->setVisible(findings.empty() && m_isComplete);
    while (m_cards.size() < findings.size()) {
        m_cards.push_back(new FindingCard(m_context, this));
        layout()->addWidget(m_cards.back());
    }
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (i < findings.size())
            m_cards[i]->setFinding(findings[i]);
        m_cards[i]->setVisible(i < findings.size());
    }
}

void FindingList::setComplete(bool isComplete)
{
    m_isComplete = isComplete;
    m_none->setVisible(m_findings.empty() && isComplete);
}

void FindingList::setRepairs(const std::string &id, const std::vector<PricedRepair> &repairs)
{
    for (std::size_t i = 0; i < m_findings.size(); ++i)
        if (m_findings[i].id == id)
            m_cards[i]->setRepairs(repairs);
}

} // namespace headroom
