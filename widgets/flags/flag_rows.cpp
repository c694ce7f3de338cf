#include "widgets/flags/flag_rows.h"

#include "model/wording/messages.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>

#include <set>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::FlagPage)
};

QString reasonText(const std::string &id, const std::vector<std::string> &operands)
{
    const MessageTemplate *row = flagMessage(id);
    if (!row)
        return {};
    const QString text = modelText("model/flags", row->message);
    return QString::fromStdString(fillTemplate(text.toStdString(), operands));
}

/// What the catalogue says about a row, whatever its advice.
void describe(FlagRow &row, const FlagEntry *entry, const JaxlibVersion &version)
{
    row.entry = entry;
    if (!entry)
        return;
    row.says = modelText("model/flagSays", entry->says);
    row.carrier = QString::fromLatin1(carrierName(entry->carrier));
    const FlagStatus status = statusAt(*entry, version);
    if (status.hasDefault)
        row.defaultValue = QString::fromStdString(status.defaultValue);
    else
        row.defaultValue = QString::fromStdString(entry->defaultText);
}

FlagRow adviceRow(const FlagAdvice &advice, const Plan &plan)
{
    FlagRow row;
    row.name = QString::fromStdString(advice.name);
    row.kind = advice.kind;
    row.value = QString::fromStdString(advice.value);
    row.defaultValue = QString::fromStdString(advice.defaultValue);
    row.carrier = QString::fromStdString(advice.carrier);
    row.reason = reasonText(advice.reason, advice.operands);
    row.isOn = advice.kind == AdviceKind::Set;
    const auto own = plan.flags.find(advice.name);
    if (own != plan.flags.end()) {
        row.isOwn = true;
        row.isOn = own->second != "default";
        if (row.isOn)
            row.value = QString::fromStdString(own->second);
    }
    return row;
}

} // namespace

QString adviceKindText(AdviceKind kind)
{
    switch (kind) {
    case AdviceKind::Set:
        return Texts::tr("Set");
    case AdviceKind::AlreadyDefault:
        return Texts::tr("Already the default");
    case AdviceKind::NotInVersion:
        return Texts::tr("Not in this release");
    case AdviceKind::Leave:
        return Texts::tr("Leave alone");
    case AdviceKind::Consider:
        return Texts::tr("Worth a trial");
    case AdviceKind::Avoid:
        return Texts::tr("Avoid");
    }
    return {};
}

std::vector<FlagRow> flagRows(const PlanController &controller, bool everything)
{
    std::vector<FlagRow> rows;
    const auto catalogue = controller.services().flags ? controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = controller.resolved();
    if (!catalogue || !resolved)
        return rows;
    const auto advisor = FlagAdvisor::make(catalogue, resolved->plan);
    if (!advisor)
        return rows;
    AdviceContext context;
    if (const Estimate *estimate = controller.estimate();
        estimate && estimate->memory.budget.value() > 0)
        context.poolFill = estimate->memory.peak / estimate->memory.budget;
    const JaxlibVersion &version = advisor->jaxlib().answers;
    std::set<std::string> seen;
    for (const FlagAdvice &advice : advisor->advice(*resolved, context)) {
        if (!seen.insert(advice.name).second)
            continue;
        FlagRow row = adviceRow(advice, resolved->plan);
        const QString byDefault = row.defaultValue;
        const QString carrier = row.carrier;
        describe(row, catalogue->find(advice.name), version);
        row.carrier = carrier;
        if (!byDefault.isEmpty())
            row.defaultValue = byDefault;
        rows.push_back(std::move(row));
    }
    for (const auto &[name, value] : resolved->plan.flags) {
        if (!seen.insert(name).second)
            continue;
        FlagRow row;
        row.name = QString::fromStdString(name);
        row.value = QString::fromStdString(value);
        row.isOwn = true;
        row.isOn = value != "default";
        describe(row, catalogue->find(name), version);
        row.reason = row.entry ? Texts::tr("The plan sets it.")
                               : Texts::tr("Nobody knows this name; it will be left out.");
        rows.push_back(std::move(row));
    }
    if (!everything)
        return rows;
    for (const FlagEntry &entry : catalogue->entries()) {
        if (seen.contains(entry.name))
            continue;
        FlagRow row;
        row.name = QString::fromStdString(entry.name);
        describe(row, &entry, version);
        if (statusAt(entry, version).presence != FlagPresence::Present)
            row.kind = AdviceKind::NotInVersion;
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace headroom
