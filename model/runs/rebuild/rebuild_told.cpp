#include "model/runs/rebuild/rebuild_plan.h"

#include "model/library/architecture/parameter_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

// What lines of a log tell of a run under our own names, whatever framework printed them.

namespace headroom {
namespace {

struct ToldField
{
    const char *fact, *path;
    FieldOrigin origin;
};
/// In this order: what was read before what follows from other figures.
constexpr std::array toldFields {
    ToldField { "tensor", "parallelism.tensor", FieldOrigin::Read },
    ToldField { "pipeline", "parallelism.pipeline", FieldOrigin::Read },
    ToldField { "context", "parallelism.context", FieldOrigin::Read },
    ToldField { "expert", "parallelism.expert", FieldOrigin::Read },
    ToldField {
        "per_device_train_batch_size", "parallelism.micro_batch_sequences", FieldOrigin::Read },
    ToldField { "total_batch", "workload.global_batch_sequences", FieldOrigin::Read },
    ToldField { "total_batch_mean", "workload.global_batch_sequences", FieldOrigin::Inferred },
    ToldField { "sequence_length", "workload.sequence_length", FieldOrigin::Read },
    ToldField { "sequence_length_mean", "workload.sequence_length", FieldOrigin::Inferred },
    ToldField { "max_length", "workload.sequence_length", FieldOrigin::Inferred },
};

/// What one word of the log says and another denies is not sure.
FieldOrigin originOf(const PlanRebuild &rebuild, const ToldField &field)
{
    return rebuild.facts().has(std::string("differs:") + field.fact) ? FieldOrigin::Inferred
                                                                     : field.origin;
}

/// "batch_size" under no more of a name: of a device in a program of PyTorch, which starts one
/// process for each; of all in one of JAX.
void tellBatchSize(PlanRebuild &rebuild)
{
    const double batch = rebuild.facts().number("batch_size").value_or(0);
    const char *const path = rebuild.facts().text("device_family") == "TPU"
        ? "workload.global_batch_sequences"
        : "parallelism.micro_batch_sequences";
    if (batch >= 1 && !rebuild.hasBase && rebuild.draft.origin(path) == FieldOrigin::Assumed)
        rebuild.draft.set(path, batch, FieldOrigin::Inferred);
}

/// Megatron-LM prints the memory of one rank of each model replica: "0, 2, 4, 6" are four stages,
/// two replicas apart; "0, 1, 4, 5" tensor groups of two. @source NVIDIA/Megatron-LM
/// training/training.py (report_memory on data-parallel rank 0), core/parallel_state.py (order)
void tellMemoryRanks(PlanRebuild &rebuild)
{
    const std::vector<int> &ranks = rebuild.trace.memoryRanks;
    if (ranks.size() < 2 || ranks.front() != 0)
        return;
    std::size_t tensor = 1;
    while (tensor < ranks.size() && ranks[tensor] == static_cast<int>(tensor))
        ++tensor;
    if (ranks.size() % tensor != 0)
        return;
    const std::size_t stages = ranks.size() / tensor;
    if (stages < 2)
        return; // the replicas lie behind, and nobody sees how many
    const int apart = ranks[tensor];
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (ranks[i] != static_cast<int>(i / tensor) * apart + static_cast<int>(i % tensor))
            return;
    const auto infer = [&](const char *path, std::size_t degree) {
        if (rebuild.draft.origin(path) == FieldOrigin::Assumed)
            rebuild.draft.set(path, static_cast<double>(degree), FieldOrigin::Inferred);
    };
    infer("parallelism.tensor", tensor);
    infer("parallelism.pipeline", stages);
    if (rebuild.draft.devices != FieldOrigin::Assumed)
        return;
    const auto world = static_cast<std::int64_t>(stages) * apart;
    Parallelism &degrees = rebuild.plan().parallelism;
    degrees.data = apart / static_cast<int>(tensor);
    degrees.fsdp = 1;
    rebuild.draft.mark("parallelism.data", FieldOrigin::Inferred);
    rebuildNodes(rebuild, world, FieldOrigin::Inferred);
}

/// Megatron-LM pads the vocabulary to a multiple of 128 times the tensor degree: the smallest
/// degree that gives the printed size.
/// @source NVIDIA/Megatron-LM megatron/training/tokenizer/tokenizer.py, _vocab_size_with_padding
void tellTensor(PlanRebuild &rebuild)
{
    const auto size = rebuild.facts().integer("vocab_size"),
               padded = rebuild.facts().integer("padded_vocab_size");
    constexpr std::int64_t perDegree = 128, largestDegree = 64;
    if (!size || !padded || rebuild.hasBase
        || rebuild.draft.origin("parallelism.tensor") != FieldOrigin::Assumed
        || rebuild.config().has("make_vocab_size_divisible_by"))
        return;
    for (std::int64_t degree = 1; degree <= largestDegree; degree *= 2) {
        const std::int64_t unit = perDegree * degree;
        if ((*size + unit - 1) / unit * unit != *padded)
            continue;
        rebuild.draft.set("parallelism.tensor", static_cast<double>(degree), FieldOrigin::Inferred);
        return;
    }
}

void tellDevices(PlanRebuild &rebuild)
{
    if (rebuild.draft.devices != FieldOrigin::Assumed)
        return;
    constexpr std::int64_t maxDevices = 1'000'000;
    const ConfigFacts &facts = rebuild.facts();
    const auto read = facts.integer("devices"), mean = facts.integer("devices_inferred");
    const auto perNode = facts.integer("devices_per_node");
    // "data parallel size: 8, pipeline parallel size: 1, tensor parallel size: 1"
    const Parallelism &degrees = rebuild.plan().parallelism;
    const auto data = facts.integer("data");
    const bool isProduct
        = !read && data && *data <= maxDevices && facts.has("tensor") && facts.has("pipeline");
    const std::int64_t product
        = isProduct ? *data * degrees.tensor * degrees.pipeline * degrees.context : 0;
    const std::int64_t count = isProduct
        ? product
        : read.value_or(mean.value_or(perNode.value_or(0) * facts.integer("nodes").value_or(1)));
    if (count < 1 || count > maxDevices)
        return;
    rebuildNodes(
        rebuild, count, read || (!mean && !isProduct) ? FieldOrigin::Read : FieldOrigin::Inferred);
}

/// Replicas and shards that nothing tells fill what the told degrees leave of the devices.
void fillDevices(PlanRebuild &rebuild)
{
    Parallelism &degrees = rebuild.plan().parallelism;
    PlanDraft &draft = rebuild.draft;
    if (rebuild.hasBase || draft.origin("parallelism.data") == FieldOrigin::Read
        || draft.origin("parallelism.fsdp") == FieldOrigin::Read)
        return;
    const std::int64_t devices
        = std::int64_t { rebuild.plan().hardware.nodes } * rebuild.plan().hardware.devicesPerNode;
    const std::int64_t inner = std::int64_t { degrees.tensor } * degrees.pipeline * degrees.context;
    const std::int64_t ranks = std::int64_t { degrees.data } * degrees.fsdp;
    if (inner * ranks == devices || inner < 1)
        return;
    const std::int64_t left = std::max<std::int64_t>(devices / inner, 1);
    if (inner * left != devices && draft.devices == FieldOrigin::Assumed)
        rebuildNodes(rebuild, inner * left, FieldOrigin::Assumed);
    int &open = degrees.fsdp > 1 ? degrees.fsdp : degrees.data;
    (degrees.fsdp > 1 ? degrees.data : degrees.fsdp) = 1;
    open = static_cast<int>(left);
}

/// Parameters of the model that is known; 0: it is only assumed.
double parametersOf(const PlanRebuild &rebuild)
{
    const auto model = rebuild.library.model(rebuild.draft.plan.model.id);
    return model && rebuild.draft.origin("model") != FieldOrigin::Assumed
        ? static_cast<double>(countParameters(**model).total())
        : 0;
}

/// The models whose number of parameters is the printed one, to its digits.
std::vector<std::string> modelsOfSize(const PlanRebuild &rebuild, double parameters)
{
    // "3.50" of billions is known to half a hundredth; whole counts leave out little but padding.
    const double tolerance = parameters == std::floor(parameters / 1e6) * 1e6 ? 0.005 : 0.001;
    std::vector<std::string> ids;
    for (const std::string &id : rebuild.library.modelIds())
        if (const auto model = rebuild.library.model(id))
            if (std::abs(static_cast<double>(countParameters(**model).total()) / parameters - 1)
                <= tolerance)
                ids.push_back(id);
    return ids;
}

/// A printed number of parameters decides among models, and refutes one that is only assumed.
void tellModel(PlanRebuild &rebuild)
{
    double parameters = rebuild.facts()
                            .number("model_parameters")
                            .value_or(rebuild.facts().number("parameters").value_or(0));
    // Adapters are counted with the model that they are trained on.
    if (isAdapted(rebuild.plan()))
        parameters -= rebuild.facts().number("trainable_parameters").value_or(0);
    constexpr double minParameters = 1e6;
    if (parameters < minParameters)
        return;
    PlanDraft &draft = rebuild.draft;
    const std::vector<std::string> ids = modelsOfSize(rebuild, parameters);
    const bool isOpen = draft.origin("model") == FieldOrigin::Assumed;
    const std::string printed = fmt::format("{:.4g}", parameters / 1e9);
    if (isOpen && ids.size() == 1) {
        draft.set("model", ids.front(), FieldOrigin::Inferred);
    } else if (isOpen && !ids.empty()) {
        draft.set("model", ids.front(), FieldOrigin::Assumed);
        draft.note({ "run-model-sizes", { printed, fmt::format("{}", fmt::join(ids, ", ")) } });
    } else if (isOpen) {
        draft.note({ "run-model-size-unknown", { printed } });
    } else if (!rebuild.plan().model.id.empty()
        && std::ranges::find(ids, rebuild.plan().model.id) == ids.end()) {
        draft.note({ "run-model-contradicts", { rebuild.plan().model.id, printed } });
    }
}

/// Parameters of adapters of rank 1 on these matrices, without experts and router.
/// @source LoRA (arXiv 2106.09685): r · (in + out) of each
double adapterParameters(const ModelShape &model, bool isAttention, bool isMlp, bool isQueryValue)
{
    const double hidden = static_cast<double>(model.hidden);
    const double query = static_cast<double>(model.heads) * model.headDim;
    const double value = static_cast<double>(model.kvHeads) * model.headDim;
    const double ffn = static_cast<double>(model.ffn);
    double each = isQueryValue ? 2 * hidden + query + value : 0;
    if (isAttention)
        each += 2 * (hidden + query) + 2 * (hidden + value);
    if (isMlp)
        each += (model.gatedMlp ? 3 : 2) * (hidden + ffn);
    return each * model.layers;
}

/// A printed number of trainable parameters is that of adapters of one rank on one set of matrices:
/// powers of two, as people choose them; of several ways to it the most common set.
void tellAdapterRank(PlanRebuild &rebuild)
{
    PlanDraft &draft = rebuild.draft;
    const double trainable = rebuild.facts().number("trainable_parameters").value_or(0);
    const auto model = rebuild.library.model(rebuild.plan().model.id);
    if (!isAdapted(rebuild.plan()) || trainable <= 0 || !model || (*model)->moe
        || draft.origin("model") == FieldOrigin::Assumed
        || draft.origin("tuning.rank") != FieldOrigin::Assumed)
        return;
    struct Choice
    {
        bool isAttention, isMlp, isQueryValue;
        const char *targets;
    };
    static constexpr std::array choices { Choice { true, true, false, "all" },
        Choice { true, false, false, "attention" }, Choice { false, true, false, "mlp" },
        Choice { false, false, true, "q, v" } };
    constexpr int maxRank = 1024;
    constexpr double near = 1e-4; // the count is exact but for biases
    for (const Choice &choice : choices)
        for (int rank = 1; rank <= maxRank; rank *= 2) {
            const double own = rank
                * adapterParameters(**model, choice.isAttention, choice.isMlp, choice.isQueryValue);
            if (std::abs(own / trainable - 1) > near)
                continue;
            draft.set("tuning.rank", static_cast<double>(rank), FieldOrigin::Inferred);
            if (draft.origin("tuning.targets") == FieldOrigin::Assumed)
                draft.set("tuning.targets", choice.targets, FieldOrigin::Inferred);
            return;
        }
}

/// A device whose printed memory is not that of the chip that its name gives.
void tellCapacity(PlanRebuild &rebuild)
{
    constexpr double maxDifference = 0.06; // drivers and ECC take up to that
    const double gib = rebuild.facts().number("device_gib").value_or(0);
    if (gib <= 0 || !rebuild.chip
        || rebuild.draft.origin("hardware.accelerator") == FieldOrigin::Assumed)
        return;
    const double own = inGib(rebuild.chip->usableMemory);
    if (std::abs(gib / own - 1) > maxDifference)
        rebuild.draft.note({ "run-capacity-contradicts",
            { rebuild.chip->id, fmt::format("{:.1f}", own), fmt::format("{:.1f}", gib) } });
}

} // namespace

void tellTuning(PlanRebuild &rebuild)
{
    const ConfigFacts &facts = rebuild.facts();
    const double trainable = facts.number("trainable_parameters").value_or(0);
    const double all = facts.number("model_parameters").value_or(parametersOf(rebuild));
    if (rebuild.draft.origin("tuning.method") == FieldOrigin::Read || isAdapted(rebuild.plan()))
        return;
    // Adapters are a small part of a model; a part that is not small may be frozen layers.
    constexpr double maxAdapterCount = 0.2;
    if (facts.has("adapters") || (trainable > 0 && all > 0 && trainable < maxAdapterCount * all))
        rebuild.draft.set("tuning.method", "lora", FieldOrigin::Inferred);
    if (isAdapted(rebuild.plan()) && facts.has("adapter_rank"))
        rebuild.draft.set("tuning.rank", facts.text("adapter_rank"), FieldOrigin::Read);
    if (isAdapted(rebuild.plan()) && facts.has("adapter_targets"))
        rebuild.draft.set("tuning.targets", facts.text("adapter_targets"), FieldOrigin::Read);
}

void rebuildTold(PlanRebuild &rebuild)
{
    PlanDraft &draft = rebuild.draft;
    for (const ToldField &field : toldFields)
        if (const auto value = rebuild.facts().number(field.fact); value && *value > 0
            && draft.origin(field.path) < originOf(rebuild, field)
            && !(rebuild.hasBase && originOf(rebuild, field) == FieldOrigin::Inferred))
            draft.set(field.path, *value, originOf(rebuild, field));
    if (rebuild.facts().has("precision") && draft.origin("precision.compute") != FieldOrigin::Read)
        draft.set("precision.compute", rebuild.facts().text("precision"), FieldOrigin::Read);
    if (const std::string own = rebuild.facts().text("precision_default"); !own.empty())
        for (const char *path : { "precision.compute", "precision.weights" })
            if (draft.origin(path) != FieldOrigin::Read && !rebuild.hasBase)
                draft.set(path, own, FieldOrigin::Inferred);
    tellBatchSize(rebuild);
    tellTensor(rebuild);
    tellMemoryRanks(rebuild);
    tellDevices(rebuild);
    fillDevices(rebuild);
    tellTuning(rebuild);
    tellModel(rebuild);
    tellAdapterRank(rebuild);
    tellCapacity(rebuild);
}

} // namespace headroom
