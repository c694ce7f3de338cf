#pragma once

#include "model/measurement/run_facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// What a row says of one field of its plan, or of nvlink_domain, nvlink_bridge, mtp_layers and
/// optimizer_shards, which no plan has.
struct ToldField
{
    std::string path, value;
    std::string column; ///< that says it
    bool isSetting = false; ///< in a column for it, not in prose
};

/// One published or own run: a row of a measurement CSV. Blank stays unknown.
struct Measurement
{
    std::string id, quality, source, framework, frameworkVersion, modelName, hardware;
    std::string interconnectNote, precision, remat, optimizer, attention, notes, memoryIs;
    /// Of a project file: the run's plan, which wins over the columns, and the paths of its fields
    /// that nothing told, with blanks between.
    std::string planJson, fieldsAssumed;
    std::optional<double> paramsTotalB, paramsActiveB;
    std::optional<double> layers, hidden, ffnHidden, heads, kvHeads, headDim, vocab, seqLen;
    std::optional<bool> gatedMlp, sequenceParallel;
    std::optional<double> experts, topK;
    std::optional<double> devices, devicesPerNode;
    std::optional<double> data, fsdp, zeroStage, tensor, pipeline, chunks, context, expert;
    std::optional<double> microBatch, globalBatch;
    std::optional<double> stepSeconds, tokensPerSecondPerDevice, modelTflops, hardwareTflops;
    std::optional<double> mfuPercent, hfuPercent, peakMemoryGib;
    /// What a run that died for want of memory had and still asked for.
    std::optional<double> peakAtLeastGib;

    /// What words, then settings, then columns named after plan fields say; the last wins.
    std::vector<ToldField> told;
    std::vector<std::pair<std::string, std::string>> notUnderstood; ///< column and value
    const std::string *toldValue(std::string_view path) const; ///< null: nothing says it

    /// Leading letters of the id: "titan" of "titan-004".
    std::string family() const;
    /// Rows of one source that share it have one model, machine, workload and parallelism.
    std::string twinKey() const;
    bool isDuplicate() const { return notes.find("dup_of=") != std::string::npos; }
    std::string precisionOrDefault() const { return precision.empty() ? "bf16" : precision; }
    bool isWeak() const { return quality == "weak"; }
};

/// A row that cannot be used, with a fixed word for what it lacks.
struct ExcludedRow
{
    std::string id;
    std::string reason;
    int line = 0;
    std::vector<RunFact> missing {}; ///< where that is why
};

} // namespace headroom
