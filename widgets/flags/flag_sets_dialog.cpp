#include "widgets/flags/flag_sets_dialog.h"

#include "widgets/flags/flag_changes_view.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int setsWidth = 170; // characters
constexpr int setsHeight = 120; // steps of gap()

} // namespace

FlagSetsDialog::FlagSetsDialog(
    WindowContext &context, std::shared_ptr<const FlagTextLibrary> texts, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("flagSets"));
    setWindowTitle(tr("Named sets of flags"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    auto *purpose = new TextLabel(
        tr("Sets of flags from public documents, translated to your plan's release."),
        TextRole::Body, TextLabel::Ink::Muted, this);
    purpose->setWordWrap(true);
    layout->addWidget(purpose);
    layout->addWidget(buildChoice());
    m_summary = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this);
    m_changes = new FlagChangesView(context.controller, std::move(texts), this);
    layout->addWidget(m_summary);
    layout->addWidget(m_changes, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_apply = buttons->addButton(tr("A&pply the set"), QDialogButtonBox::AcceptRole);
    m_apply->setObjectName(QStringLiteral("applyFlagSet"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &FlagSetsDialog::applySet);
    fillSets();
    connect(m_sets, &QComboBox::currentIndexChanged, this, &FlagSetsDialog::showSet);
    connect(m_value, &QLineEdit::textChanged, this, &FlagSetsDialog::showSet);
    resize(textWidth(setsWidth), gap(setsHeight));
    showSet();
    m_sets->setFocus();
}

QWidget *FlagSetsDialog::buildChoice()
{
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *form = new QFormLayout;
    m_sets = new QComboBox(part);
    m_sets->setObjectName(QStringLiteral("flagSetChoice"));
    m_sets->setAccessibleName(tr("Set of flags"));
    form->addRow(tr("&Set"), m_sets);
    m_value = new QLineEdit(part);
    m_value->setObjectName(QStringLiteral("flagSetValue"));
    m_value->setAccessibleName(tr("Value that the set leaves open"));
    form->addRow(tr("&Value"), m_value);
    m_valueRow = form->labelForField(m_value);
    layout->addLayout(form);
    m_says = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, part);
    m_says->setWordWrap(true);
    m_source = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, part);
    m_source->setWordWrap(true);
    m_source->setAccessibleName(tr("Source of the set"));
    m_source->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_says);
    layout->addWidget(m_source);
    return part;
}

/// Only sets for the plan's kind of chip can be applied.
void FlagSetsDialog::fillSets()
{
    const auto catalogue
        = m_context.controller.services().flags ? m_context.controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = m_context.controller.resolved();
    if (!catalogue || !resolved)
        return;
    const bool isTpu = resolved->accelerator.kind == AcceleratorKind::Tpu;
    for (const FlagSet &set : catalogue->sets())
        if (set.isForTpu == isTpu)
            m_sets->addItem(modelText("model/flagSets", set.name), QString::fromStdString(set.id));
}

const FlagSet *FlagSetsDialog::chosen() const
{
    const auto catalogue
        = m_context.controller.services().flags ? m_context.controller.services().flags() : nullptr;
    return catalogue ? catalogue->set(m_sets->currentData().toString().toStdString()) : nullptr;
}

void FlagSetsDialog::showSet()
{
    const FlagSet *set = chosen();
    m_result.reset();
    const bool asks = set && set->asksValue;
    m_value->setVisible(asks);
    m_valueRow->setVisible(asks);
    if (set) {
        std::vector<FlagSetting> settings = set->settings;
        const std::string value = m_value->text().trimmed().toStdString();
        for (FlagSetting &setting : settings)
            if (asks && setting.value.empty())
                setting.value = value;
        if (!asks || !value.empty())
            m_result = flagImport(m_context.controller, settings);
        m_says->setText(modelText("model/flagSets", set->says));
        m_source->setText(tr("Source: %1").arg(QString::fromStdString(set->source)));
    }
    m_changes->setChanges(m_result ? m_result->changes : std::vector<FlagImportChange> {});
    m_summary->setText(m_result ? flagImportSummary(*m_result) : QString());
    m_apply->setEnabled(m_result && m_result->changesPlan);
}

void FlagSetsDialog::applySet()
{
    const FlagSet *set = chosen();
    if (!set || !m_result || !m_result->changesPlan)
        return;
    applyFlagImport(m_context.controller, *m_result, tr("Apply set %1").arg(m_sets->currentText()));
    emit m_context.message(flagImportSummary(*m_result));
    accept();
}

} // namespace headroom
