#include "model/diagnosis/term_comparison.h"

#include "model/rules/broken_rules.h"

#include <algorithm>

namespace headroom {
namespace {

/// Terms of a profile by id.
class Measured
{
public:
    explicit Measured(const std::vector<TermSeconds> &terms)
        : m_terms(terms)
    { }

    bool has(std::string_view id) const
    {
        return std::ranges::find(m_terms, id, &TermSeconds::id) != m_terms.end();
    }
    Seconds sum(std::initializer_list<std::string_view> ids, std::string_view prefix = {}) const
    {
        Seconds total {};
        for (const TermSeconds &term : m_terms)
            for (const std::string_view id : ids)
                if (term.id.size() == prefix.size() + id.size() && term.id.starts_with(prefix)
                    && term.id.ends_with(id))
                    total += Seconds { term.seconds };
        return total;
    }
    /// Seconds that terms with this prefix sum to.
    Seconds sumOf(std::string_view prefix) const
    {
        Seconds total {};
        for (const TermSeconds &term : m_terms)
            total += Seconds { term.id.starts_with(prefix) ? term.seconds : 0 };
        return total;
    }
    Seconds step() const
    {
        Seconds total {};
        for (const TermSeconds &term : m_terms)
            total += Seconds { term.id.starts_with("hidden_") ? 0 : term.seconds };
        return total;
    }

private:
    const std::vector<TermSeconds> &m_terms;
};

/// Seconds that the collectives of these axes take.
Seconds durationOf(const Estimate &predicted, std::initializer_list<std::string_view> axes)
{
    Seconds total {};
    for (const CollectiveLoad &load : predicted.collectives)
        if (std::ranges::find(axes, load.axis) != axes.end())
            total += load.duration;
    return total;
}

Seconds hiddenOf(const Estimate &predicted)
{
    Seconds total {};
    for (const CollectiveLoad &load : predicted.collectives)
        total += std::max(Seconds {}, load.duration - load.exposed);
    return total;
}

} // namespace

std::vector<ComparedTerm> compareTerms(
    const std::vector<TermSeconds> &terms, const Plan &plan, const Estimate &predicted)
{
    std::vector<ComparedTerm> rows;
    if (terms.empty())
        return rows;
    constexpr Seconds none {};
    const Measured measured(terms);
    const auto own = [&](TimeTerm term) { return predicted.time.terms[term]; };
    const auto add = [&](const char *id, Seconds seconds, Seconds ours) {
        if (seconds > none || ours > none)
            rows.push_back({ id, seconds, ours });
    };
    add("products", measured.sum({ "gemm" }), own(TimeTerm::Gemm) + own(TimeTerm::HeadLoss));
    add("attention", measured.sum({ "attention" }), own(TimeTerm::Attention));
    add("elementwise", measured.sum({ "elementwise" }),
        own(TimeTerm::Elementwise) + own(TimeTerm::Optimizer));
    if (const Seconds other = measured.sum({ "other" }); other > none)
        rows.push_back({ "other", other, std::nullopt });

    const bool isRing = plan.parallelism.contextStrategy == ContextStrategy::Ring;
    const auto gathers = { std::string_view { "all_gather" }, std::string_view { "reduce_scatter" },
        std::string_view { "all_reduce" }, std::string_view { "other_collective" } };
    const bool hasTimes = measured.has("idle");
    if (!hasTimes) { // sums of kernels: transfers whole, and no word about idle time
        add("gathers_whole", measured.sum(gathers),
            durationOf(predicted, { "fsdp", "data", "tensor" })
                + (isRing ? none : durationOf(predicted, { "context" })));
        add("all_to_all_whole", measured.sum({ "all_to_all" }),
            durationOf(predicted, { "expert" }));
        add("send_recv_whole", measured.sum({ "send_recv" }),
            durationOf(predicted, { "pipeline" })
                + (isRing ? durationOf(predicted, { "context" }) : none));
        add("host_transfer", measured.sum({ "host_transfer" }), own(TimeTerm::HostTransfer));
        return rows;
    }
    const Seconds ring = isRing ? own(TimeTerm::ExposedContext) : none;
    add("gathers", measured.sum(gathers, "exposed_"),
        own(TimeTerm::ExposedData) + own(TimeTerm::ExposedFsdp) + own(TimeTerm::ExposedTensor)
            + own(TimeTerm::ExposedContext) - ring);
    add("all_to_all", measured.sum({ "all_to_all" }, "exposed_"), own(TimeTerm::ExposedExpert));
    // A stage that waits for another one waits inside a receiving kernel.
    const Seconds sendRecv = measured.sum({ "send_recv" }, "exposed_");
    const Seconds bubble = own(TimeTerm::Bubble);
    add("send_recv", sendRecv,
        own(TimeTerm::ExposedPipeline) + ring + (sendRecv > none ? bubble : none));
    add("host_transfer", measured.sum({ "host_transfer" }), own(TimeTerm::HostTransfer));
    add("idle", measured.sum({ "idle" }), own(TimeTerm::Fixed) + (sendRecv > none ? none : bubble));
    ComparedTerm step { "step", measured.step(), predicted.time.step, ComparedTerm::Place::Step };
    ComparedTerm hidden { "hidden", measured.sumOf("hidden_"), hiddenOf(predicted),
        ComparedTerm::Place::Beside };
    rows.push_back(std::move(step));
    if (*hidden.measured > none || *hidden.predicted > none)
        rows.push_back(std::move(hidden));
    return rows;
}

void compareTerms(RunsReading &reading, const ProfileLibrary &library, const Estimator &estimator)
{
    for (RunRecord &run : reading.runs) {
        if (run.terms.empty() || !run.missing.empty())
            continue;
        const Result<ResolvedPlan> resolved = resolvePlan(run.plan, library);
        if (resolved && brokenRules(*resolved).empty())
            run.comparison = compareTerms(run.terms, run.plan, estimator.estimate(*resolved));
    }
}

} // namespace headroom
