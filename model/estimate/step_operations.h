#pragma once

#include "model/physics/compute/gemm_time.h"
#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

#include <string>
#include <vector>

namespace headroom {

/// What an operation does in one direction.
struct OperationWork
{
    Flop flop;
    Bytes bytes; ///< moved through device memory
    Seconds time;
    OperationWork &operator+=(const OperationWork &other);
    OperationWork operator*(double factor) const;
};

enum class OperationKind { Contraction, Normalisation, Elementwise };

/// One kind of compute on the device that sets the pace of a step: what its kernels run, which is
/// more than model FLOPs count (recomputation, whole blocks of attention, balance of experts).
struct Operation
{
    const char *id
        = ""; ///< of the matrix; "attention", "norms", "elementwise", "head", "optimizer"
    OperationKind kind = OperationKind::Contraction;
    TimeTerm term = TimeTerm::Gemm; ///< that its time is part of
    OperationWork forward, backward; ///< of a step; recomputation counts backward
};

/// All compute of a step. Times sum to the terms gemm, attention, elementwise, head_loss and
/// optimizer.
std::vector<Operation> stepOperations(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation);

/// A matrix GEMM of the forward pass as one device runs it.
struct PlanGemm
{
    std::string id; ///< of the matrix, or "head"
    Gemm gemm;
};
/// Every GEMM of a layer and the head, one micro-batch.
std::vector<PlanGemm> planGemms(const Prepared &prepared, const Candidate &candidate);

/// "MLP in": English label of an operation or axis by its id.
const char *operationLabel(const char *id);

} // namespace headroom
