#include "widgets/export/export_verdict.h"

#include "widgets/fields/repair_buttons.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom {

ExportVerdict::ExportVerdict(PlanController &controller, QWidget *parent)
    : Card(parent)
    , m_controller(controller)
    , m_text(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
{
    m_text->setWordWrap(true);
    body()->addWidget(m_text);
}

/// The button that was pressed may be what brings the next verdict.
void ExportVerdict::clear()
{
    if (QWidget *const old = std::exchange(m_remedies, nullptr)) {
        old->hide();
        old->deleteLater();
    }
}

void ExportVerdict::showRefusal(const ExportRefusal &refusal)
{
    clear();
    QStringList reasons;
    for (const Error &error : refusal.causes)
        reasons.append(errorMessageText(error));
    setTone(Tone::Bad);
    m_text->setText(reasons.join(QLatin1Char('\n')));
    if (!refusal.lift.empty()) {
        m_remedies = new RepairButtons(m_controller, { { refusal.lift, {} } }, this);
        m_remedies->setObjectName(QStringLiteral("exportRemedies"));
        body()->addWidget(m_remedies);
    }
    show();
}

void ExportVerdict::showFindings(const std::string &framework, const std::vector<Finding> &findings)
{
    clear();
    QStringList lines;
    for (const Finding &finding : findings) {
        if (finding.severity != Severity::Hint)
            //: A finding that is still open when files are exported.
            lines.append(
                tr("%1: %2").arg(severityText(finding.severity), findingMessageText(finding)));
    }
    if (!lines.isEmpty() && !framework.empty() && framework != m_controller.plan().framework)
        //: Findings of the plan once it is translated to another framework follow.
        lines.prepend(tr("As a run of %1:").arg(QString::fromStdString(framework)));
    const bool isError = std::ranges::any_of(
        findings, [](const Finding &finding) { return finding.severity == Severity::Error; });
    setTone(isError ? Tone::Bad : Tone::Warning);
    m_text->setText(lines.join(QLatin1Char('\n')));
    setVisible(!lines.isEmpty());
}

} // namespace headroom
