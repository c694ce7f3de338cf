#include "model_texts.h"

#include "source_literals.h"
#include "window_fixture.h"

#include "model/advice/levers.h"
#include "model/base/wording/messages.h"
#include "model/calibration/components.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/flags/catalogue/flag_texts.h"
#include "model/launch/targets/export_targets.h"
#include "model/physics/trace/trace.h"
#include "model/plan/fields/plan_fields.h"
#include "model/timeline/timeline.h"

using namespace headroom;

namespace {

const QString sources = QStringLiteral(HEADROOM_PROFILES "/../model");

class Texts
{
public:
    void addText(const char *context, const QString &text)
    {
        if (!text.isEmpty())
            m_texts[QString::fromLatin1(context)].insert(text);
    }
    void add(const char *context, std::string_view text)
    {
        addText(context, QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    }
    /// Argument `position` of every call.
    void addCalls(
        const char *context, const QString &folder, const QString &callee, qsizetype position)
    {
        for (const auto &arguments : callLiterals(sources + folder, callee)) {
            for (const QString &text : arguments.value(position))
                addText(context, text);
        }
    }
    TextsByContext take() { return std::move(m_texts); }

private:
    TextsByContext m_texts;
};

void addTimeline(Texts &texts)
{
    constexpr auto context = "model/timeline";
    for (int i = 0; i < static_cast<int>(BlockOp::Count); ++i)
        texts.add(context, nameOf(static_cast<BlockOp>(i)).label);
    for (int i = 0; i <= static_cast<int>(BlockPhase::Update); ++i)
        texts.add(context, nameOf(static_cast<BlockPhase>(i)).label);
    for (std::size_t i = 0; i < timelineStreamCount; ++i)
        texts.add(context, nameOf(static_cast<TimelineStream>(i)).label);
    for (int i = 0; i <= static_cast<int>(PassKind::Repeat); ++i)
        texts.add(context, nameOf(static_cast<PassKind>(i)).label);
    for (int i = 0; i <= static_cast<int>(PipelineSchedule::Circular); ++i)
        texts.add(context, scheduleLabel(static_cast<PipelineSchedule>(i)));
    for (std::size_t i = 0; i < timeTermCount; ++i)
        texts.add(context, differenceReason(static_cast<TimeTerm>(i)));
}

/// Constants that own runs move; that of memory is not in the table.
void addConstants(Texts &texts)
{
    constexpr auto context = "model/constants";
    const auto priors = CalibrationPriors::load(DataDirectories { HEADROOM_PROFILES, {} }).value();
    for (const ConstantSpread &constant : priors->constants)
        texts.add(context, constant.name);
    texts.addText(context, QStringLiteral("every memory term over the formulas"));
}

void addLevers(Texts &texts)
{
    for (const NumberFormat format : { NumberFormat::Fp32, NumberFormat::Bf16 }) {
        Plan plan;
        plan.precision.compute = format;
        for (const Lever &lever : levers(plan, {})) {
            texts.add("model/levers", lever.label);
            texts.add("model/levers", lever.note);
        }
    }
}

/// Paths and section signs stay as they are in every language.
bool isReference(const std::string &source)
{
    return source.find('/') != std::string::npos || source.find("§") != std::string::npos;
}

/// Written by a formatter of its own, or not at all.
bool isPlainUnit(const std::string &unit)
{
    static const std::set<std::string> own { "1", "bytes", "seconds", "FLOP", "FLOP/s", "bytes/s" };
    return own.contains(unit);
}

void addTree(Texts &texts, const Derivation &derivation)
{
    constexpr auto context = "model/derivations";
    // A label that is an id (of a matrix) stays as it is.
    if (derivation.label != derivation.id)
        texts.add(context, derivation.label);
    texts.add(context, derivation.formula);
    texts.add(context, derivation.assumption);
    if (!isPlainUnit(derivation.unit))
        texts.add("model/units", derivation.unit);
    if (!isReference(derivation.source))
        texts.add(context, derivation.source);
    for (const Derivation &operand : derivation.operands)
        addTree(texts, operand);
}

/// From the sources, because no set of plans runs through every branch, and from all examples,
/// because some texts are put together.
void addDerivations(Texts &texts)
{
    constexpr auto context = "model/derivations";
    for (const char *folder : { "/estimate", "/physics" }) {
        const QString below = QString::fromLatin1(folder);
        texts.addCalls(context, below, QStringLiteral("trace\\.open"), 1);
        texts.addCalls(context, below, QStringLiteral("trace\\.open"), 2);
        texts.addCalls(context, below, QStringLiteral("trace\\.input"), 1);
        texts.addCalls(context, below, QStringLiteral("trace\\.number"), 1);
        texts.addCalls(context, below, QStringLiteral("trace\\.number"), 2);
        texts.addCalls(context, below, QStringLiteral("trace\\.assume"), 0);
    }
    // A term that is zero has no tree, only its label.
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        texts.add(context, termLabel(static_cast<MemoryTerm>(i)));
    for (std::size_t i = 0; i < timeTermCount; ++i)
        texts.add(context, termLabel(static_cast<TimeTerm>(i)));
    DerivationTrace trace;
    for (int i = 0; i <= static_cast<int>(Origin::Assumed); ++i)
        trace.keep(trace.input("", "", 0, "", static_cast<Origin>(i)));
    for (const char *evidence : evidenceNames)
        texts.add(context, evidence);
    for (const Derivation &leaf : trace.take())
        addTree(texts, leaf);
    WindowFixture fixture;
    const auto window = fixture.makeWindow();
    for (const std::string &id : fixture.library.planIds()) {
        window->files().openExample(QString::fromStdString(id));
        window->controller().flush();
        for (const Derivation &derivation : window->controller().derivations())
            addTree(texts, derivation);
    }
}

/// Flags with a long explanation have their translation beside it (profiles/flags/deep).
void addFlags(Texts &texts)
{
    const DataDirectories directories { HEADROOM_PROFILES, {} };
    const auto catalogue = FlagCatalogue::load(directories).value();
    const auto explained = FlagTextLibrary::load(directories).value();
    for (const FlagEntry &entry : catalogue->entries()) {
        if (!explained->find(entry.name))
            texts.add("model/flagSays", entry.says);
        texts.add("model/flagSays", entry.note);
    }
    for (const FlagSet &set : catalogue->sets()) {
        texts.add("model/flagSets", set.name);
        texts.add("model/flagSets", set.says);
    }
    for (const FlagReport &report : catalogue->reports()) {
        texts.add("model/phrases", report.rule.why);
        texts.add("model/phrases", report.rule.fix);
    }
    for (const FlagConflict &conflict : catalogue->conflicts()) {
        texts.add("model/phrases", conflict.why);
        texts.add("model/phrases", conflict.fix);
    }
}

} // namespace

TextsByContext modelTexts()
{
    Texts texts;
    for (const MessageTemplate *row : messageTemplates()) {
        texts.add("model/messages", row->message);
        texts.add("model/messages", row->action);
    }
    for (const PlanField &field : planFields()) {
        texts.add("model/fields", field.label);
        texts.add("model/fields", field.purpose);
        texts.add("model/fields", field.unit);
    }
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        texts.add("model/terms", termLabel(static_cast<MemoryTerm>(i)));
    for (std::size_t i = 0; i < timeTermCount; ++i)
        texts.add("model/terms", termLabel(static_cast<TimeTerm>(i)));
    for (const MemorySize &size : memorySizes)
        texts.add("model/terms", size.label);
    for (const ExportTarget &target : exportTargets())
        texts.add("model/targets", target.purpose);
    texts.addCalls(
        "model/files", QStringLiteral("/launch"), QStringLiteral("draft\\.add(?:Script)?"), 2);
    texts.addCalls(
        "model/roofline", QStringLiteral("/estimate"), QStringLiteral("OperationLabel"), 1);
    texts.addCalls("model/roofline", QStringLiteral("/estimate"), QStringLiteral("\\bpoint"), 1);
    texts.addCalls("model/conventions", QStringLiteral("/estimate/measured_throughput.cpp"),
        QStringLiteral("\\badd"), 1);
    addConstants(texts);
    addTimeline(texts);
    addLevers(texts);
    addDerivations(texts);
    addFlags(texts);
    return texts.take();
}
