#include "model/search/point_rules.h"

#include "model/plan/whole_number.h"

#include <array>
#include <cmath>
#include <numeric>

namespace headroom {
namespace {

constexpr std::array meshAxes { "data", "fsdp", "tensor", "context", "pipeline", "expert" };

std::array<int, meshAxes.size()> meshDegrees(const Degrees &c)
{
    return { c.data, c.fsdp, c.tensor, c.context, c.pipeline, c.expert };
}

} // namespace

PointRules::PointRules(const ResolvedPlan &resolved)
{
    const Plan &plan = resolved.plan;
    const ModelShape &model = *resolved.model;
    m_isMaxtext = plan.framework == "maxtext";
    m_isJax = m_isMaxtext || plan.framework == "jax";
    m_isMegatron = plan.framework == "megatron";
    m_isDeepspeed = plan.framework == "deepspeed";
    m_expertIsAxis = resolved.expertIsAxis();
    m_isMla = model.mla.has_value();
    m_refusesAccumulation = resolved.recipe.refusesGradientAccumulation
        && !resolved.recipe.id.empty() && resolved.recipe.id != "none";
    m_layers = model.layers;
    m_heads = model.heads;
    m_kvHeads = model.kvHeads;
    m_ffn = model.ffn;
    m_vocab = model.vocab;
    m_sequence = plan.workload.sequenceLength;
    m_globalBatch = plan.workload.globalBatchSequences;
    m_devices = std::int64_t { plan.hardware.nodes } * plan.hardware.devicesPerNode;
    if (model.moe) {
        m_experts = model.moe->experts;
        m_expertFfn = model.moe->ffn;
    }
    m_stageLayers = plan.parallelism.stageLayers;
    m_stageLayersSum
        = std::accumulate(m_stageLayers.begin(), m_stageLayers.end(), std::int64_t { 0 });
    const Mesh &mesh = plan.parallelism.mesh;
    m_hasMesh = !mesh.ici.empty() || !mesh.dcn.empty();
    for (std::size_t i = 0; m_hasMesh && i < meshAxes.size(); ++i) {
        const auto ici = mesh.ici.find(meshAxes[i]);
        const auto dcn = mesh.dcn.find(meshAxes[i]);
        m_mesh.push_back({ static_cast<int>(i),
            std::int64_t { ici == mesh.ici.end() ? 1 : ici->second }
                * (dcn == mesh.dcn.end() ? 1 : dcn->second) });
    }
}

bool PointRules::tensor(int degree) const
{
    if (degree == 1)
        return true;
    if (m_heads % degree != 0 || m_ffn % degree != 0)
        return false;
    if (!m_isMla && m_kvHeads % degree != 0 && (m_isMegatron || degree % m_kvHeads != 0))
        return false;
    return !m_isJax || m_vocab % degree == 0;
}

bool PointRules::sequenceParallel(bool isOn, int tensor, int context) const
{
    return !isOn || (tensor > 1 && m_sequence / context % tensor == 0);
}

bool PointRules::context(int degree, ContextStrategy strategy, int tensor) const
{
    if (degree == 1)
        return true;
    if (strategy != ContextStrategy::Ulysses)
        return m_sequence % (2 * std::int64_t { degree }) == 0;
    const std::int64_t share = std::int64_t { degree } * tensor;
    return m_sequence % degree == 0 && m_heads % share == 0 && m_kvHeads % share == 0;
}

bool PointRules::stages(int pipeline, int chunks) const
{
    if (pipeline == 1 && chunks > 1)
        return false;
    if (!m_stageLayers.empty())
        return m_stageLayers.size() == static_cast<std::size_t>(pipeline)
            && m_stageLayersSum == m_layers;
    const std::int64_t parts = std::int64_t { pipeline } * chunks;
    if (parts > m_layers)
        return false;
    if (m_isJax)
        return m_layers % parts == 0;
    const bool countsEnds = (m_layers + 1) % parts == 0 || (m_layers + 2) % parts == 0;
    return !m_isMegatron || chunks == 1 || countsEnds || m_layers % parts == 0;
}

double PointRules::microBatches(double microBatch, int ranks) const
{
    if (!isWhole(microBatch) && !m_isJax)
        return 0;
    const double perStep = microBatch * ranks;
    const double count = static_cast<double>(m_globalBatch) / perStep;
    return count >= 1 - wholeTolerance && isWhole(count) ? count : 0;
}

bool PointRules::pipelineBatches(double microBatches, int pipeline, int chunks) const
{
    if (pipeline == 1 || isWhole(microBatches / pipeline))
        return true;
    return !m_isJax && !(chunks > 1 && m_isMegatron);
}

bool PointRules::recipeBatches(double microBatches, int pipeline) const
{
    return !(m_isMaxtext && m_refusesAccumulation && pipeline == 1 && microBatches > 1);
}

bool PointRules::experts(int expert, int expertTensor, std::int64_t plane) const
{
    if (m_experts == 0)
        return expert == 1 && expertTensor == 1;
    if (m_experts % expert != 0 || m_expertFfn % expertTensor != 0)
        return false;
    return m_expertIsAxis || plane % (std::int64_t { expert } * expertTensor) == 0;
}

bool PointRules::zeroStage(int stage, int pipeline, std::int64_t stateRanks) const
{
    return !(m_isDeepspeed && pipeline > 1 && stage > 1 && stateRanks > 1);
}

bool PointRules::mesh(const Degrees &own) const
{
    const auto degrees = meshDegrees(own);
    for (const MeshDegree &axis : m_mesh)
        if (degrees[static_cast<std::size_t>(axis.axis)] != axis.degree)
            return false;
    return true;
}

bool PointRules::remat(const std::string &policy) const
{
    return !(m_isJax && (policy == "selective" || policy == "no_recompute"));
}

bool PointRules::accepts(const Candidate &c, const std::string &policy) const
{
    const std::int64_t stateRanks = std::int64_t { c.data } * c.fsdp;
    const std::int64_t axis = m_expertIsAxis ? c.expert : 1;
    if (stateRanks * axis * c.tensor * c.context * c.pipeline != m_devices)
        return false;
    const double count = microBatches(c.microBatch, static_cast<int>(stateRanks * axis));
    return count > 0 && tensor(c.tensor)
        && sequenceParallel(c.sequenceParallel, c.tensor, c.context)
        && context(c.context, c.contextStrategy, c.tensor) && stages(c.pipeline, c.chunks)
        && pipelineBatches(count, c.pipeline, c.chunks) && recipeBatches(count, c.pipeline)
        && experts(c.expert, c.expertTensor, stateRanks * c.tensor * c.context)
        && zeroStage(c.zeroStage, c.pipeline, stateRanks) && mesh(c) && remat(policy);
}

} // namespace headroom
