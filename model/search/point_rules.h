#pragma once

#include "model/physics/candidate.h"
#include "model/plan/resolved_plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// The hard rules of model/plan that depend on the knobs of a Candidate, as integer tests without
/// messages, one per part of the enumeration. Together they accept exactly the points that
/// brokenRules accepts, provided that the rest of the plan breaks none.
class PointRules
{
public:
    explicit PointRules(const ResolvedPlan &resolved);

    // Each is true when the rules about these knobs hold, whatever the others are.
    bool tensor(int degree) const;
    bool sequenceParallel(bool isOn, int tensor, int context) const;
    bool context(int degree, ContextStrategy strategy, int tensor) const;
    bool stages(int pipeline, int chunks) const;
    /// Micro-batches of one rank per step; 0 when the batch does not split.
    double microBatches(double microBatch, int ranks) const;
    /// What a pipeline asks of the number of micro-batches.
    bool pipelineBatches(double microBatches, int pipeline, int chunks) const;
    /// What the low-precision recipe asks of gradient accumulation.
    bool recipeBatches(double microBatches, int pipeline) const;
    /// `plane`: data · fsdp · tensor · context.
    bool experts(int expert, int expertTensor, std::int64_t plane) const;
    /// `stateRanks`: ranks that weights, gradients and optimizer may be sharded over.
    bool zeroStage(int stage, int pipeline, std::int64_t stateRanks) const;
    bool mesh(const Degrees &degrees) const;
    bool remat(const std::string &policy) const;

    /// All of them.
    bool accepts(const Candidate &candidate, const std::string &policy) const;

    bool expertIsAxis() const { return m_expertIsAxis; }
    bool hasExperts() const { return m_experts > 0; }
    int layers() const { return m_layers; }
    int experts() const { return m_experts; }
    std::int64_t expertWidth() const { return m_expertFfn; }
    std::int64_t globalBatch() const { return m_globalBatch; }
    std::int64_t devices() const { return m_devices; }

private:
    struct MeshDegree
    {
        int axis = 0; ///< position in the order of meshDegrees()
        std::int64_t degree = 1;
    };

    bool m_isJax = false, m_isMaxtext = false, m_isMegatron = false, m_isDeepspeed = false;
    bool m_expertIsAxis = false, m_isMla = false, m_refusesAccumulation = false;
    int m_layers = 1, m_heads = 1, m_kvHeads = 1, m_experts = 0;
    std::int64_t m_ffn = 0, m_vocab = 0, m_sequence = 0, m_globalBatch = 0, m_expertFfn = 0,
                 m_devices = 1;
    std::vector<int> m_stageLayers;
    std::int64_t m_stageLayersSum = 0;
    bool m_hasMesh = false;
    std::vector<MeshDegree> m_mesh;
};

} // namespace headroom
