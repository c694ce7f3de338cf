#include "model/diagnosis/term_comparison.h"

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
    double sum(std::initializer_list<std::string_view> ids, std::string_view prefix = {}) const
    {
        double total = 0;
        for (const TermSeconds &term : m_terms)
            for (const std::string_view id : ids)
                if (term.id.size() == prefix.size() + id.size() && term.id.starts_with(prefix)
                    && term.id.ends_with(id))
                    total += term.seconds;
        return total;
    }
    /// Seconds that terms with this prefix sum to.
    double sumOf(std::string_view prefix) const
    {
        double total = 0;
        for (const TermSeconds &term : m_terms)
            total += term.id.starts_with(prefix) ? term.seconds : 0;
        return total;
    }
    double step() const
    {
        double total = 0;
        for (const TermSeconds &term : m_terms)
            total += term.id.starts_with("hidden_") ? 0 : term.seconds;
        return total;
    }

private:
    const std::vector<TermSeconds> &m_terms;
};

/// Seconds that the collectives of these axes take.
double durationOf(const Estimate &predicted, std::initializer_list<std::string_view> axes)
{
    double total = 0;
    for (const CollectiveLoad &load : predicted.collectives)
        if (std::ranges::find(axes, load.axis) != axes.end())
            total += load.duration.value();
    return total;
}

double hiddenOf(const Estimate &predicted)
{
    double total = 0;
    for (const CollectiveLoad &load : predicted.collectives)
        total += std::max(0.0, (load.duration - load.exposed).value());
    return total;
}

} // namespace

std::vector<ComparedTerm> compareTerms(
    const std::vector<TermSeconds> &terms, const Plan &plan, const Estimate &predicted)
{
    std::vector<ComparedTerm> rows;
    if (terms.empty())
        return rows;
    const Measured measured(terms);
    const auto own = [&](TimeTerm term) { return predicted.time.terms[term].value(); };
    const auto add = [&](const char *id, double seconds, double ours) {
        if (seconds > 0 || ours > 0)
            rows.push_back({ id, seconds, ours });
    };
    add("products", measured.sum({ "gemm" }), own(TimeTerm::Gemm) + own(TimeTerm::HeadLoss));
    add("attention", measured.sum({ "attention" }), own(TimeTerm::Attention));
    add("elementwise", measured.sum({ "elementwise" }),
        own(TimeTerm::Elementwise) + own(TimeTerm::Optimizer));
    if (const double other = measured.sum({ "other" }); other > 0)
        rows.push_back({ "other", other, std::nullopt });

    const bool isRing = plan.parallelism.contextStrategy == ContextStrategy::Ring;
    const auto gathers = { std::string_view { "all_gather" }, std::string_view { "reduce_scatter" },
        std::string_view { "all_reduce" }, std::string_view { "other_collective" } };
    const bool hasTimes = measured.has("idle");
    if (!hasTimes) { // sums of kernels: transfers whole, and no word about idle time
        add("gathers_whole", measured.sum(gathers),
            durationOf(predicted, { "fsdp", "data", "tensor" })
                + (isRing ? 0 : durationOf(predicted, { "context" })));
        add("all_to_all_whole", measured.sum({ "all_to_all" }),
            durationOf(predicted, { "expert" }));
        add("send_recv_whole", measured.sum({ "send_recv" }),
            durationOf(predicted, { "pipeline" })
                + (isRing ? durationOf(predicted, { "context" }) : 0));
        add("host_transfer", measured.sum({ "host_transfer" }), own(TimeTerm::HostTransfer));
        return rows;
    }
    const double ring = isRing ? own(TimeTerm::ExposedContext) : 0;
    add("gathers", measured.sum(gathers, "exposed_"),
        own(TimeTerm::ExposedData) + own(TimeTerm::ExposedFsdp) + own(TimeTerm::ExposedTensor)
            + own(TimeTerm::ExposedContext) - ring);
    add("all_to_all", measured.sum({ "all_to_all" }, "exposed_"), own(TimeTerm::ExposedExpert));
    // A stage that waits for another one waits inside a receiving kernel.
    const double sendRecv = measured.sum({ "send_recv" }, "exposed_");
    const double bubble = own(TimeTerm::Bubble);
    add("send_recv", sendRecv, own(TimeTerm::ExposedPipeline) + ring + (sendRecv > 0 ? bubble : 0));
    add("host_transfer", measured.sum({ "host_transfer" }), own(TimeTerm::HostTransfer));
    add("idle", measured.sum({ "idle" }), own(TimeTerm::Fixed) + (sendRecv > 0 ? 0 : bubble));
    ComparedTerm step { "step", measured.step(), predicted.time.step.value(), false };
    ComparedTerm hidden { "hidden", measured.sumOf("hidden_"), hiddenOf(predicted), false };
    rows.push_back(std::move(step));
    if (*hidden.measured > 0 || *hidden.predicted > 0)
        rows.push_back(std::move(hidden));
    return rows;
}

void compareTerms(RunsReading &reading, const ProfileLibrary &library, const Estimator &estimator)
{
    for (RunRecord &run : reading.runs) {
        if (run.terms.empty())
            continue;
        const Result<ResolvedPlan> resolved = resolvePlan(run.plan, library);
        if (resolved && brokenRules(*resolved).empty())
            run.comparison = compareTerms(run.terms, run.plan, estimator.estimate(*resolved));
    }
}

} // namespace headroom
