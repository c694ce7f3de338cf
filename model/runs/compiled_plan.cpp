#include "model/runs/compiled_plan.h"

#include "model/base/text/ascii.h"
#include "model/plan/plan_fields.h"
#include "model/plan/plan_file.h"
#include "model/runs/project_file.h"
#include "model/runs/read_runs.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Terms that lie in a step's arguments: they are there before it begins.
constexpr std::array stateTerms { MemoryTerm::Weights, MemoryTerm::OptimizerState };

bool isState(MemoryTerm term)
{
    return std::ranges::find(stateTerms, term) != stateTerms.end();
}

/// Fields that no compiler sees; a group stands for all below it.
constexpr std::array unseen { "name", "hardware.nic_gbytes_per_s_per_device",
    "hardware.host_memory_gib_per_node", "hardware.power_cap_w", "hardware.price_per_device_hour",
    "workload.training_tokens", "options.moe_load_imbalance", "software.stack", "calibration",
    "compiled", "job.", "reliability." };

bool isSeen(std::string_view path)
{
    return std::ranges::none_of(unseen, [path](std::string_view own) {
        return own.ends_with('.') ? path.starts_with(own) : path == own;
    });
}

template <class Map>
void addDifferences(
    const char *parent, const Map &one, const Map &other, std::vector<std::string> &paths)
{
    const auto add = [&](const Map &own, const Map &against) {
        for (const auto &[key, value] : own) {
            const std::string path = std::string(parent) + '.' + key;
            const auto found = against.find(key);
            if ((found == against.end() || !(found->second == value))
                && std::ranges::find(paths, path) == paths.end())
                paths.push_back(path);
        }
    };
    add(one, other);
    add(other, one);
}

std::string joined(const std::vector<std::string> &paths)
{
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(paths.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + paths[i];
    return paths.size() > most ? text + ", …" : text;
}

} // namespace

Bytes stateOf(const MemoryTerms &terms)
{
    Bytes sum {};
    for (const MemoryTerm term : stateTerms)
        sum += terms[term];
    return sum;
}

Bytes compiledSide(const CompiledStep &compiled, bool ofState)
{
    const CompiledMemory &memory = compiled.memory;
    return ofState ? memory.arguments : memory.total() - memory.arguments;
}

CompiledStep ofChip(CompiledStep step, const Accelerator &chip)
{
    CompiledMemory &memory = step.memory;
    for (Bytes *own : { &memory.arguments, &memory.outputs, &memory.aliased, &memory.temporary,
             &memory.code, &memory.host })
        *own = *own * chip.jaxDevicesPerChip;
    return step;
}

std::vector<std::string> differencesOfProgram(const Plan &one, const Plan &other)
{
    std::vector<std::string> paths;
    for (const PlanField &field : planFields())
        if (isSeen(field.path) && field.get(one) != field.get(other))
            paths.push_back(field.path);
    const bool isOtherShape
        = !(one.model.shape == other.model.shape) || one.model.configJson != other.model.configJson;
    if (isOtherShape && std::ranges::find(paths, "model") == paths.end())
        paths.emplace_back("model");
    addDifferences(
        "parallelism.mesh.ici", one.parallelism.mesh.ici, other.parallelism.mesh.ici, paths);
    addDifferences(
        "parallelism.mesh.dcn", one.parallelism.mesh.dcn, other.parallelism.mesh.dcn, paths);
    addDifferences("remat.tensors", one.remat.tensors, other.remat.tensors, paths);
    addDifferences("flags", one.flags, other.flags, paths);
    return paths;
}

Result<std::vector<CompiledPlan>> compiledOffers(
    const std::filesystem::path &file, const ProfileLibrary &library)
{
    std::vector<CompiledPlan> offers;
    if (asciiLowered(file.extension().string()) != ".csv") {
        const RunsReading reading = readRuns({ file.string() }, library, nullptr);
        for (const RunRecord &run : reading.runs)
            if (run.compiled)
                offers.push_back({ run.plan, *run.compiled });
        if (offers.empty() && !reading.unrecognised.empty()) {
            const Unrecognised &what = reading.unrecognised.front();
            return Error { what.reason.id, what.file, what.reason.operands };
        }
        return offers;
    }
    const Result<std::vector<ProjectRun>> runs = listProject(file);
    if (!runs)
        return runs.errors();
    for (const ProjectRun &run : *runs) {
        const Result<LoadedPlan> loaded = parsePlan(run.plan, run.id);
        if (run.compiled && loaded)
            offers.push_back({ loaded->plan, *run.compiled });
    }
    return offers;
}

Result<CompiledStep> compiledFor(const std::vector<CompiledPlan> &offers,
    const std::filesystem::path &file, const ResolvedPlan &plan)
{
    std::optional<std::vector<std::string>> nearest;
    bool isStandIn = false;
    for (const CompiledPlan &offer : offers) {
        std::vector<std::string> paths = differencesOfProgram(plan.plan, offer.plan);
        if (paths.empty() && offer.step.isOfChip() && offer.step.memory.isKnown())
            return ofChip(offer.step, plan.accelerator);
        isStandIn = isStandIn || paths.empty();
        if (!nearest || paths.size() < nearest->size())
            nearest = std::move(paths);
    }
    if (!nearest)
        return Error { "compiled-none", file.string(), {} };
    if (isStandIn)
        return Error { "compiled-stand-in", file.string(), {} };
    return Error { "compiled-other-plan", file.string(), { joined(*nearest) } };
}

Result<CompiledStep> compiledFor(
    const std::filesystem::path &file, const ResolvedPlan &plan, const ProfileLibrary &library)
{
    const auto offers = compiledOffers(file, library);
    return offers ? compiledFor(*offers, file, plan) : Result<CompiledStep>(offers.errors());
}

void takeCompiledMemory(const CompiledStep &compiled, Estimate &estimate)
{
    MemoryEstimate &memory = estimate.memory;
    const Bytes state = stateOf(memory.terms), rest = memory.peak - state;
    for (std::size_t i = 0; i < memoryTermCount; ++i) {
        const auto term = static_cast<MemoryTerm>(i);
        const Bytes whole = isState(term) ? state : rest;
        const Bytes own = compiledSide(compiled, isState(term));
        memory.terms[term] = whole > Bytes {} ? own * (memory.terms[term] / whole) : Bytes {};
    }
    memory.peak = memory.p10 = memory.p90 = memory.terms.total();
    memory.headroom = memory.budget - memory.peak;
    constexpr double rounding = 1e-9; // where the pool is what the rest leaves
    const bool fitsOutside = memory.outsidePool <= memory.capacity * (1 + rounding) - memory.budget;
    memory.fits = memory.peak <= memory.budget && fitsOutside;
    memory.fitProbability = memory.fits ? 1 : 0;
    std::erase_if(estimate.findings, [&](const Finding &finding) {
        return finding.id == "does-not-fit" || finding.id == "memory-nearly-full";
    });
    if (memory.peak > memory.budget)
        estimate.findings.insert(estimate.findings.begin(),
            { Severity::Error, "does-not-fit",
                { memory.peak, memory.budget, memory.peak - memory.budget }, "", {} });
    estimate.findings.push_back({ Severity::Hint, "memory-compiled",
        { memory.peak, compiled.backEnd.empty() ? std::string("log") : compiled.backEnd }, "",
        {} });
}

void explainCompiledMemory(const CompiledStep &compiled, std::vector<Derivation> &terms)
{
    double sums[2] = { 0, 0 };
    for (const Derivation &term : terms)
        if (const auto id = memoryTermById(term.id))
            sums[isState(*id) ? 1 : 0] += term.value;
    for (Derivation &term : terms) {
        const auto id = memoryTermById(term.id);
        if (!id)
            continue;
        const bool ofState = isState(*id);
        const double own = compiledSide(compiled, ofState).value(), whole = sums[ofState ? 1 : 0];
        Derivation sum { "compiled_bytes",
            ofState ? "Arguments of the compiled step" : "What else the compiler plans", "", own,
            "bytes", "memory_analysis() of the compiled step", {}, {} };
        sum.evidence = Evidence::Compiled;
        Derivation all { "estimated_bytes", "The same terms as estimated, together", "", whole,
            "bytes", "the estimate", {}, {} };
        all.evidence = term.evidence;
        Derivation before = term;
        before.id = "estimated";
        term.value = whole > 0 ? own * before.value / whole : 0;
        term.formula = "compiled bytes · share of the estimate";
        term.expression
            = "if(estimated_bytes > 0, compiled_bytes * estimated / estimated_bytes, 0)";
        term.source = "memory_analysis() of the compiled step";
        term.evidence = weaker(Evidence::Compiled, before.evidence);
        term.operands = { std::move(sum), std::move(before), std::move(all) };
    }
}

} // namespace headroom
