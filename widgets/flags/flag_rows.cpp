#include "widgets/flags/flag_rows.h"

#include "model/flags/catalogue/flag_value.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <set>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct FlagRowsTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::FlagPage)
};

FlagRow adviceRow(const FlagAdvice &advice, const Plan &plan)
{
    FlagRow row;
    row.name = QString::fromStdString(advice.name);
    row.kind = advice.kind;
    row.value = QString::fromStdString(advice.value);
    row.defaultValue = QString::fromStdString(advice.defaultValue);
    row.carrier = QString::fromStdString(advice.carrier);
    row.reason = localMessage({ advice.reason, advice.operands });
    row.isOn = advice.kind == AdviceKind::Set;
    const auto own = plan.flags.find(advice.name);
    if (own != plan.flags.end()) {
        row.isOwn = true;
        row.isOn = own->second != "default";
        // Switched off, the release's default holds, not what the advice would write.
        row.value = row.isOn ? QString::fromStdString(own->second) : row.defaultValue;
    }
    return row;
}

/// The rows to be filled, and what they are filled from.
struct Filler
{
    const FlagCatalogue &catalogue;
    const FlagTextLibrary *texts;
    const JaxlibVersion &version;
    std::vector<FlagRow> rows;
    std::set<std::string> seen;

    void describe(FlagRow &row, const FlagEntry *entry) const;
    void addAdvice(const FlagAdvice &advice, const Plan &plan);
    void addOwn(const std::string &name, const std::string &value);
    void addKnown(const FlagEntry &entry);
};

/// What the catalogue says about a row, whatever its advice.
void Filler::describe(FlagRow &row, const FlagEntry *entry) const
{
    row.entry = entry;
    if (!entry)
        return;
    row.texts = texts ? texts->find(entry->name) : nullptr;
    row.says = flagSays(*entry, row.texts);
    row.carrier = QString::fromLatin1(carrierName(entry->carrier));
    const FlagStatus status = statusAt(*entry, version);
    row.defaultValue
        = QString::fromStdString(status.hasDefault ? status.defaultValue : entry->defaultText);
    row.isChanged = row.isOn && !isDefaultValue(*entry, row.value.toStdString(), version);
}

void Filler::addAdvice(const FlagAdvice &advice, const Plan &plan)
{
    if (!seen.insert(advice.name).second)
        return;
    FlagRow row = adviceRow(advice, plan);
    const QString byDefault = row.defaultValue;
    const QString carrier = row.carrier;
    describe(row, catalogue.find(advice.name));
    row.carrier = carrier;
    if (!byDefault.isEmpty())
        row.defaultValue = byDefault;
    rows.push_back(std::move(row));
}

void Filler::addOwn(const std::string &name, const std::string &value)
{
    if (!seen.insert(name).second)
        return;
    FlagRow row;
    row.name = QString::fromStdString(name);
    row.value = QString::fromStdString(value);
    row.isOwn = true;
    row.isOn = value != "default";
    describe(row, catalogue.find(name));
    if (!row.isOn)
        row.value = row.defaultValue;
    row.reason = row.entry ? FlagRowsTexts::tr("The plan sets it.")
                           : FlagRowsTexts::tr("Unknown flag; it will not be written.");
    rows.push_back(std::move(row));
}

void Filler::addKnown(const FlagEntry &entry)
{
    if (seen.contains(entry.name))
        return;
    FlagRow row;
    row.name = QString::fromStdString(entry.name);
    describe(row, &entry);
    if (statusAt(entry, version).presence != FlagPresence::Present)
        row.kind = AdviceKind::NotInVersion;
    rows.push_back(std::move(row));
}

} // namespace

QString areaText(FlagArea area)
{
    switch (area) {
    case FlagArea::Codegen:
        return FlagRowsTexts::tr("Code generation");
    case FlagArea::Communication:
        return FlagRowsTexts::tr("Communication");
    case FlagArea::Memory:
        return FlagRowsTexts::tr("Memory");
    case FlagArea::Kernels:
        return FlagRowsTexts::tr("Kernels");
    case FlagArea::Scheduling:
        return FlagRowsTexts::tr("Scheduling");
    case FlagArea::Debug:
        return FlagRowsTexts::tr("Debugging");
    }
    return {};
}

QString flagSays(const FlagEntry &entry, const FlagTexts *texts)
{
    return texts && !texts->says.empty() ? QString::fromStdString(texts->says)
                                         : modelText("model/flagSays", entry.says);
}

std::string flagTextLanguage()
{
    return QLocale().language() == QLocale::Chinese ? "zh" : "en";
}

QString adviceKindText(AdviceKind kind)
{
    switch (kind) {
    case AdviceKind::Set:
        return FlagRowsTexts::tr("Set");
    case AdviceKind::AlreadyDefault:
        return FlagRowsTexts::tr("Already the default");
    case AdviceKind::NotInVersion:
        return FlagRowsTexts::tr("Not in this release");
    case AdviceKind::Leave:
        return FlagRowsTexts::tr("Keep the default");
    case AdviceKind::Consider:
        return FlagRowsTexts::tr("Worth trying");
    case AdviceKind::Avoid:
        return FlagRowsTexts::tr("Avoid");
    }
    return {};
}

std::vector<FlagRow> flagRows(
    const PlanController &controller, const FlagTextLibrary *texts, bool everything)
{
    const auto catalogue = controller.services().flags ? controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = controller.resolved();
    if (!catalogue || !resolved)
        return {};
    const auto advisor = FlagAdvisor::make(catalogue, *resolved);
    if (!advisor)
        return {};
    AdviceContext context;
    if (const Estimate *estimate = controller.estimate();
        estimate && estimate->memory.budget.value() > 0)
        context.poolFill = estimate->memory.decisive().bytes / estimate->memory.budget;
    Filler filler { *catalogue, texts, advisor->jaxlib().answers, {}, {} };
    for (const FlagAdvice &advice : advisor->advice(*resolved, context))
        filler.addAdvice(advice, resolved->plan);
    for (const auto &[name, value] : resolved->plan.flags)
        filler.addOwn(name, value);
    if (everything)
        for (const FlagEntry &entry : catalogue->entries())
            filler.addKnown(entry);
    return std::move(filler.rows);
}

} // namespace headroom
