#include "widgets/export/job_card.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/fields/field_editor.h"
#include "widgets/look/flow_layout.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_steps.h"
#include "widgets/text/wording.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {
namespace {

/// As "Time limit 120 min"; a switch says its name alone.
QString settingText(const PlanField &field, const Plan &plan)
{
    if (field.kind == FieldKind::Boolean)
        return fieldLabel(field);
    const QString value = QString::fromStdString(field.get(plan));
    return QStringLiteral("%1 %2 %3")
        .arg(fieldLabel(field), value, fieldUnit(field, value))
        .trimmed();
}

} // namespace

JobCard::JobCard(PlanController &controller, Mnemonics taken, QWidget *parent)
    : Card(parent)
    , m_controller(controller)
    , m_letters(std::move(taken))
    , m_fold(new QToolButton(this))
    , m_summary(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
{
    setObjectName(QStringLiteral("jobCard"));
    setAccessibleName(tr("Job"));
    m_fold->setObjectName(QStringLiteral("jobFold"));
    m_fold->setCheckable(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setText(tr("Job"));
    m_fold->setToolTip(tr("Scheduler settings, checkpoints and data"));
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_summary->setObjectName(QStringLiteral("jobSummary"));
    // Cut to the width that there is.
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *line = new QHBoxLayout;
    line->setSpacing(gap(2));
    line->addWidget(m_fold);
    line->addWidget(m_summary, 1);
    body()->addLayout(line);
    m_fields = buildFields();
    body()->addWidget(m_fields);
    setOpen(false);
    connect(m_fold, &QToolButton::toggled, this, &JobCard::setOpen);
    connect(&controller, &PlanController::planChanged, this, &JobCard::refresh);
    refresh();
}

/// Two forms beside each other where there is room.
QWidget *JobCard::buildFields()
{
    auto *fields = new QWidget(this);
    auto *sides = new FlowLayout(fields, gap(3));
    sides->setEven(true);
    const QStringList paths = pathsUnder(QStringLiteral("job."));
    const qsizetype half = (paths.size() + 1) / 2;
    for (const QStringList &part : { paths.first(half), paths.sliced(half) }) {
        auto *form = new FieldForm(m_controller, m_letters, fields);
        form->addFields(part);
        sides->addWidget(form);
    }
    return fields;
}

void JobCard::open()
{
    m_fold->setChecked(true);
}

void JobCard::setOpen(bool isOpen)
{
    m_fields->setVisible(isOpen);
    m_fold->setIcon(
        themeIcon(isOpen ? QStringLiteral("down") : QStringLiteral("next"), IconTint::Muted));
}

void JobCard::refresh()
{
    const Plan &plan = m_controller.plan();
    QStringList parts;
    for (const QString &path : pathsUnder(QStringLiteral("job."))) {
        const PlanField &field = *planField(path.toStdString());
        if (field.get(plan) != field.get(Plan {}))
            parts.append(settingText(field, plan));
    }
    m_text = parts.isEmpty() ? tr("Defaults: no time limit, queue, checkpoints or data set.")
                             : parts.join(QStringLiteral("  ·  "));
    m_fold->setAccessibleDescription(m_text);
    elide();
}

void JobCard::elide()
{
    const QString shown
        = m_summary->fontMetrics().elidedText(m_text, Qt::ElideRight, m_summary->width());
    m_summary->setText(shown);
    m_summary->setToolTip(shown == m_text ? QString() : m_text);
}

void JobCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    layout()->activate(); // the summary has its width
    elide();
}

} // namespace headroom
