#include "widgets/flags/flag_changes_view.h"

#include "widgets/flags/flag_rows.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme_icon.h"
#include "widgets/look/wrapped_rows.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QStandardItemModel>

#include <algorithm>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct FlagChangesTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::FlagChangesView)
};

using Kind = FlagImportChange::Kind;
enum ChangeColumn { OutcomeColumn, FromColumn, BeforeColumn, ThenColumn, WhyColumn };
constexpr int outcomeWidth = 19; // characters, as the others
constexpr int fromWidth = 50;
constexpr int changeWidth = 16;

QString outcomeText(Kind kind)
{
    switch (kind) {
    case Kind::Sets:
        return FlagChangesTexts::tr("Set");
    case Kind::Translated:
        return FlagChangesTexts::tr("Translated");
    case Kind::Same:
    case Kind::Default:
    case Kind::NotNeeded:
        return FlagChangesTexts::tr("Not needed");
    case Kind::Gone:
    case Kind::BadValue:
    case Kind::Unknown:
    case Kind::OtherChip:
        break;
    }
    return FlagChangesTexts::tr("Skipped");
}

QIcon outcomeIcon(Kind kind)
{
    switch (kind) {
    case Kind::Sets:
    case Kind::Translated:
        return themeIcon(QStringLiteral("check"), IconTint::Good);
    case Kind::Same:
    case Kind::Default:
    case Kind::NotNeeded:
        return themeIcon(QStringLiteral("hint"), IconTint::Muted);
    case Kind::Gone:
    case Kind::BadValue:
    case Kind::Unknown:
    case Kind::OtherChip:
        break;
    }
    return themeIcon(QStringLiteral("warning"), IconTint::Warning);
}

QString settingsText(const std::vector<FlagSetting> &settings, bool withNames)
{
    QStringList parts;
    for (const FlagSetting &setting : settings)
        parts.append(
            QString::fromStdString(withNames ? setting.name + '=' + setting.value : setting.value));
    return parts.join(QStringLiteral(", "));
}

} // namespace

FlagChangesView::FlagChangesView(
    const PlanController &controller, std::shared_ptr<const FlagTextLibrary> texts, QWidget *parent)
    : QTableView(parent)
    , m_controller(controller)
    , m_texts(std::move(texts))
    , m_model(new QStandardItemModel(this))
{
    setObjectName(QStringLiteral("flagChanges"));
    setAccessibleName(tr("Changes to the plan"));
    setModel(m_model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(gap(7));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    wrapRows(*this);
    setChanges({});
}

QString FlagChangesView::whyText(const FlagImportChange &change) const
{
    const QString reason = localMessage({ change.why, change.operands });
    const auto &services = m_controller.services();
    const auto catalogue = services.flags ? services.flags() : nullptr;
    const FlagEntry *entry
        = catalogue && !change.to.empty() ? catalogue->find(change.to.front().name) : nullptr;
    if (!entry)
        return reason;
    const QString says = flagSays(*entry, m_texts ? m_texts->find(entry->name) : nullptr);
    //: Why a setting is taken, and what it does: two sentences.
    return tr("%1 %2").arg(reason, says);
}

void FlagChangesView::setChanges(const std::vector<FlagImportChange> &changes)
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels(
        { tr("Outcome"), tr("As pasted"), tr("Before"), tr("After"), tr("Why") });
    for (const FlagImportChange &change : changes) {
        const bool isSame = change.to.size() == 1 && change.to.front().name == change.from.name;
        const QString why = whyText(change);
        QList<QStandardItem *> row { new QStandardItem(
                                         outcomeIcon(change.kind), outcomeText(change.kind)),
            new QStandardItem(settingsText({ change.from }, true)),
            new QStandardItem(QString::fromStdString(change.before)),
            new QStandardItem(settingsText(change.to, !isSame)), new QStandardItem(why) };
        for (QStandardItem *item : row)
            item->setToolTip(item->column() == WhyColumn ? why : item->text());
        row.back()->setToolTip(why);
        m_model->appendRow(row);
    }
    setColumnWidth(OutcomeColumn, textWidth(outcomeWidth));
    setColumnWidth(FromColumn, textWidth(fromWidth));
    setColumnWidth(BeforeColumn, textWidth(changeWidth));
    setColumnWidth(ThenColumn, textWidth(changeWidth));
    horizontalHeader()->setSectionResizeMode(WhyColumn, QHeaderView::Stretch);
}

std::optional<FlagImport> flagImport(
    const PlanController &controller, std::span<const FlagSetting> settings)
{
    const auto catalogue = controller.services().flags ? controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = controller.resolved();
    if (!catalogue || !resolved)
        return std::nullopt;
    const Result<FlagImport> import = importFlags(catalogue, settings, *resolved);
    return import ? std::optional(*import) : std::nullopt;
}

void applyFlagImport(PlanController &controller, const FlagImport &import, const QString &title)
{
    Plan plan = controller.plan();
    plan.flags = import.flags;
    controller.replacePlan(plan, title);
}

QString flagImportSummary(const FlagImport &import)
{
    const auto taken = std::ranges::count_if(import.changes, [](const FlagImportChange &change) {
        return change.kind == Kind::Sets || change.kind == Kind::Translated;
    });
    return FlagChangesTexts::tr("%1 of %2 settings go into the plan.")
        .arg(taken)
        .arg(import.changes.size());
}

} // namespace headroom
