#include "model/search/contradiction.h"

#include "model/rules/broken_rules.h"
#include "model/search/point_space.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom {
namespace {

struct Axis
{
    const char *path;
    int Degrees::*degree;
};
constexpr std::array axes { Axis { "parallelism.fsdp", &Degrees::fsdp },
    Axis { "parallelism.data", &Degrees::data }, Axis { "parallelism.tensor", &Degrees::tensor },
    Axis { "parallelism.context", &Degrees::context },
    Axis { "parallelism.pipeline", &Degrees::pipeline },
    Axis { "parallelism.expert", &Degrees::expert } };

class Trials
{
public:
    Trials(ResolvedPlan resolved, const std::vector<std::string> &free)
        : m_resolved(std::move(resolved))
        , m_own(m_resolved.plan)
        , m_free(free)
    { }

    std::vector<RuleBreak> fewestBreaks()
    {
        tryDegrees(m_own.parallelism);
        Parallelism degrees = m_own.parallelism;
        for (const Axis &axis : axes)
            if (isFree(axis.path))
                degrees.*axis.degree = 1;
        tryDegrees(degrees);
        const std::int64_t devices = m_resolved.deviceCount();
        const double fixed = deviceProduct(degrees, m_resolved.expertIsAxis());
        if (devices > maxDevices || fixed > static_cast<double>(devices))
            return m_best;
        if (const auto count = static_cast<std::int64_t>(fixed); devices % count == 0)
            spread(degrees, devices / count);
        return m_best;
    }

private:
    bool isFree(std::string_view path) const
    {
        return std::ranges::find(m_free, path) != m_free.end();
    }

    /// Puts the devices that fixed degrees leave on one free axis, or on two.
    void spread(const Parallelism &degrees, std::int64_t rest)
    {
        for (const Axis &first : axes) {
            if (!isFree(first.path))
                continue;
            Parallelism trial = degrees;
            trial.*first.degree = static_cast<int>(rest);
            tryDegrees(trial);
            for (const Axis &second : axes) {
                if (!isFree(second.path) || second.degree == first.degree)
                    continue;
                for (const std::int64_t part : divisors(rest)) {
                    trial.*first.degree = static_cast<int>(rest / part);
                    trial.*second.degree = static_cast<int>(part);
                    tryDegrees(trial);
                    trial.*second.degree = degrees.*second.degree;
                }
            }
        }
    }

    void tryDegrees(Parallelism degrees)
    {
        if (isFree("parallelism.sequence_parallel") && degrees.tensor == 1)
            degrees.sequenceParallel = false;
        if (isFree("parallelism.pipeline_chunks"))
            degrees.chunks = 1;
        if (isFree("parallelism.expert_tensor"))
            degrees.expertTensor = 1;
        if (isFree("parallelism.stage_layers"))
            degrees.stageLayers.clear();
        m_resolved.plan.parallelism = degrees;
        look();
        if (!isFree("parallelism.micro_batch_sequences"))
            return;
        const std::int64_t ranks = m_resolved.dataParallelRanks();
        const std::int64_t batch = m_own.workload.globalBatchSequences;
        for (const std::int64_t size :
            { std::int64_t { 1 }, batch / std::max<std::int64_t>(1, ranks) })
            if (size > 0) {
                m_resolved.plan.parallelism.microBatch = static_cast<double>(size);
                look();
            }
    }

    void look()
    {
        std::vector<RuleBreak> broken = brokenRules(m_resolved);
        if (m_hasBest && weight(broken) >= weight(m_best))
            return;
        m_best = std::move(broken);
        m_hasBest = true;
    }

    /// Degrees that are free can be made to multiply to the devices: what else is broken says more.
    static std::pair<std::size_t, bool> weight(const std::vector<RuleBreak> &broken)
    {
        return { broken.size(), std::ranges::any_of(broken, [](const RuleBreak &rule) {
                    return rule.error.id == "rule-device-count";
                }) };
    }

    ResolvedPlan m_resolved;
    Plan m_own;
    const std::vector<std::string> &m_free;
    std::vector<RuleBreak> m_best;
    bool m_hasBest = false;
};

} // namespace

Errors contradictions(const Estimator &estimator, const SearchRequest &request)
{
    Result<ResolvedPlan> resolved = resolvePlan(request.plan, estimator.library(), request.folder);
    if (!resolved)
        return resolved.errors();
    Errors problems;
    for (RuleBreak &broken : Trials(*std::move(resolved), request.free).fewestBreaks()) {
        broken.error.where = request.where ? request.where(broken.fields) : "";
        problems.push_back(std::move(broken.error));
    }
    if (problems.empty())
        problems.push_back({ "search-no-point", "", {} });
    return problems;
}

} // namespace headroom
