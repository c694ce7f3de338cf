#include "model/library/stacks/stack_library.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/text/ascii.h"
#include "model/library/hardware/gpu_generation.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

using StackNumber = ProfileNumber<StackProfile>;
using ChipNumber = ProfileNumber<ChipProfile>;

constexpr std::array stackNumberTable {
    StackNumber { "step_factor", &StackProfile::stepFactor, 0.1, 10 },
    StackNumber { "memory_factor", &StackProfile::memoryFactor, 0.1, 10 },
    StackNumber { "memory_width", &StackProfile::memoryWidth, 0, 2 },
    StackNumber { "compute_factor", &StackProfile::computeFactor, 0.2, 5 },
    StackNumber { "elementwise_factor", &StackProfile::elementwiseFactor, 0.1, 10 },
    StackNumber { "eager_elementwise_factor", &StackProfile::eagerElementwiseFactor, 0.1, 10 },
    StackNumber {
        "optimizer_bytes_per_parameter", &StackProfile::optimizerBytesPerParameter, 1, 500 },
    StackNumber { "fixed_seconds", &StackProfile::fixedSeconds, 0, 10 },
    StackNumber { "launch_seconds_per_layer", &StackProfile::launchSecondsPerLayer, 0, 1 },
    StackNumber { "expert_launch_seconds", &StackProfile::expertLaunchSeconds, 0, 1 },
    StackNumber { "logit_traffic_bytes", &StackProfile::logitTrafficBytes, 0, 200 },
    StackNumber { "tensor_exposed_overlapped", &StackProfile::tensorExposedOverlapped, 0, 2 },
    StackNumber { "tensor_exposed", &StackProfile::tensorExposed, 0, 2 },
    StackNumber { "expert_exposed", &StackProfile::expertExposed, 0, 3 },
    StackNumber { "expert_exposed_overlapped", &StackProfile::expertExposedOverlapped, 0, 2 },
    StackNumber { "partial_graph_share", &StackProfile::partialGraphShare, 0, 1 },
    StackNumber { "fused_dispatch_share", &StackProfile::fusedDispatchShare, 0, 1 },
    StackNumber { "expert_overhead_seconds", &StackProfile::expertOverheadSeconds, 0, 1 },
    StackNumber { "data_exposed_floor", &StackProfile::dataExposedFloor, 0, 1 },
    StackNumber { "fsdp_window", &StackProfile::fsdpWindow, 0, 2 },
    StackNumber { "pipeline_transfer_exposed", &StackProfile::pipelineTransferExposed, 0, 2 },
    StackNumber { "zero_bubble", &StackProfile::zeroBubble, 0, 1 },
    StackNumber { "gradient_bytes", &StackProfile::gradientBytes, 0, 4 },
    StackNumber { "gradient_reduce_bytes", &StackProfile::gradientReduceBytes, 1, 4 },
    StackNumber { "parameter_messages_per_layer", &StackProfile::parameterMessagesPerLayer, 0, 64 },
    StackNumber { "vocabulary_step", &StackProfile::vocabularyStep, 0, 4096 },
    StackNumber { "prefetched_layers", &StackProfile::prefetchedLayers, 0, 10 },
    StackNumber { "working_gradient_share", &StackProfile::workingGradientShare, 0, 4 },
    StackNumber { "kept_activation_outputs", &StackProfile::keptActivationOutputs, 0, 4 },
    StackNumber { "kept_expert_copies", &StackProfile::keptExpertCopies, 0, 8 },
    StackNumber { "logged_bytes_per_logit", &StackProfile::loggedBytesPerLogit, 0, 40 },
    StackNumber { "fused_bytes_per_logit", &StackProfile::fusedBytesPerLogit, 0, 40 },
    StackNumber { "chunked_bytes_per_logit", &StackProfile::chunkedBytesPerLogit, 0, 40 },
    StackNumber { "fragmentation", &StackProfile::fragmentation, 1, 2 },
    StackNumber { "eager_fragmentation", &StackProfile::eagerFragmentation, 1, 2 },
    StackNumber { "step_bytes_per_parameter", &StackProfile::stepBytesPerParameter, 0, 64 },
    StackNumber { "sub_group_parameters", &StackProfile::subGroupParameters, 0, 1e12 },
    StackNumber { "live_parameters", &StackProfile::liveParameters, 0, 1e12 },
    StackNumber { "step_copies", &StackProfile::stepCopies, 0, 8 },
    StackNumber { "adapter_dropout", &StackProfile::adapterDropout, 0, 1 },
    StackNumber { "kept_score_bytes", &StackProfile::keptScoreBytes, 0, 16 },
    StackNumber { "bucket_parameters", &StackProfile::bucketParameters, 0, 1e11 },
    StackNumber { "context_gib", &StackProfile::contextMemory, 0, 16, bytesPerGib },
    StackNumber { "collective_buffer_gib", &StackProfile::collectiveBuffer, 0, 16, bytesPerGib },
    StackNumber { "workspace_gib", &StackProfile::workspace, 0, 16, bytesPerGib },
    StackNumber { "memory_fraction", &StackProfile::memoryFraction, 0.1, 1 },
    StackNumber { "dense_sources", &StackProfile::denseSources, 0, 1000 },
    StackNumber { "expert_sources", &StackProfile::expertSources, 0, 1000 },
};

constexpr std::array chipNumberTable {
    ChipNumber { "gemm_16bit", &ChipProfile::gemm16, 0.05, 1 },
    ChipNumber { "gemm_8bit", &ChipProfile::gemm8, 0.05, 1 },
    ChipNumber { "gemm_4bit", &ChipProfile::gemm4, 0.05, 1 },
    ChipNumber { "gemm_ramp", &ChipProfile::gemmRamp, 0, 4096 },
    ChipNumber { "tile_softness", &ChipProfile::tileSoftness, 0, 1 },
    ChipNumber { "misaligned", &ChipProfile::misaligned, 0.1, 1 },
    ChipNumber { "memory", &ChipProfile::memory, 0.1, 1 },
    ChipNumber { "attention_scale", &ChipProfile::attentionScale, 0.1, 4 },
    ChipNumber { "attention_backward_ratio", &ChipProfile::attentionBackwardRatio, 0.1, 2 },
    ChipNumber { "link", &ChipProfile::link, 0.05, 1.5 },
    ChipNumber { "network", &ChipProfile::network, 0.05, 1.5 },
    ChipNumber { "contention", &ChipProfile::contention, 0, 1 },
    ChipNumber { "host_factor", &ChipProfile::hostFactor, 0.1, 20 },
    ChipNumber { "network_contention", &ChipProfile::networkContention, 0, 1 },
    ChipNumber { "peer", &ChipProfile::peer, 0.05, 1 },
    ChipNumber { "host", &ChipProfile::host, 0.05, 1 },
    ChipNumber { "network_latency", &ChipProfile::networkLatency, 0.1, 50 },
    ChipNumber { "all_to_all_network", &ChipProfile::allToAllNetwork, 0.02, 1.5 },
    ChipNumber { "all_to_all", &ChipProfile::allToAll, 0.02, 1 },
    ChipNumber { "grouped_gemm", &ChipProfile::groupedGemm, 0.05, 1.5 },
    ChipNumber { "dense_width", &ChipProfile::denseWidth, 0.01, 1 },
    ChipNumber { "expert_width", &ChipProfile::expertWidth, 0.01, 1 },
    ChipNumber { "dense_sources", &ChipProfile::denseSources, 0, 1000 },
    ChipNumber { "expert_sources", &ChipProfile::expertSources, 0, 1000 },
};

struct StackSwitch
{
    const char *key;
    bool StackProfile::*member;
};
constexpr std::array stackSwitches {
    StackSwitch { "generic", &StackProfile::isGeneric },
    StackSwitch { "unfused_attention", &StackProfile::isUnfused },
    StackSwitch { "tensor_overlap", &StackProfile::tensorOverlapDefault },
    StackSwitch { "tensor_backward_overlaps", &StackProfile::tensorBackwardOverlaps },
    StackSwitch { "loops_experts", &StackProfile::loopsExperts },
    StackSwitch { "grad_reduce_overlaps", &StackProfile::gradReduceOverlaps },
    StackSwitch { "reduces_each_micro_batch", &StackProfile::reducesEachMicroBatch },
    StackSwitch { "master_weights", &StackProfile::hasMasterWeights },
    StackSwitch { "compute_copy", &StackProfile::keepsComputeCopy },
    StackSwitch { "transient_gradients", &StackProfile::gradientsAreTransient },
    StackSwitch { "growing_gradients", &StackProfile::gradientsGrow },
    StackSwitch { "zeroes_gradients_first", &StackProfile::zeroesGradientsFirst },
    StackSwitch { "gradient_buckets", &StackProfile::copiesReducedGradients },
    StackSwitch { "offloads_gradients", &StackProfile::offloadsGradients },
    StackSwitch { "offloads_together", &StackProfile::offloadsTogether },
    StackSwitch { "eager_copies", &StackProfile::eagerKeepsCopies },
    StackSwitch { "context_shards_alone", &StackProfile::contextShardsAlone },
    StackSwitch { "shards_over_context", &StackProfile::shardsOverContext },
    StackSwitch { "reshards_in_pipeline", &StackProfile::reshardsInPipeline },
    StackSwitch { "root_gathered", &StackProfile::keepsRootGathered },
    StackSwitch { "fp32_gradient_staging", &StackProfile::stagesGradientsInFp32 },
    StackSwitch { "holds_all_micro_batches", &StackProfile::holdsAllMicroBatches },
    StackSwitch { "activations_follow_tensor", &StackProfile::activationsFollowTensor },
    StackSwitch { "embedding_counts_as_layer", &StackProfile::countsEmbeddingAsLayer },
    StackSwitch { "fused_loss", &StackProfile::fusedLossDefault },
    StackSwitch { "light_recompute", &StackProfile::recomputesLightly },
    StackSwitch { "dropout", &StackProfile::usesDropout },
    StackSwitch { "interleaves_when_silent", &StackProfile::interleavesWhenSilent },
    StackSwitch { "gathers_low_precision", &StackProfile::gathersLowPrecision },
    StackSwitch { "deduplicates_dispatch", &StackProfile::deduplicatesDispatch },
    StackSwitch { "rotated_copies", &StackProfile::keepsRotatedCopies },
    StackSwitch { "value_copies", &StackProfile::keepsValueCopies },
    StackSwitch { "gathers_by_matrix", &StackProfile::gathersByMatrix },
    StackSwitch { "balances_head", &StackProfile::balancesHead },
    StackSwitch { "stage_outputs", &StackProfile::keepsStageOutputs },
    StackSwitch { "gathered_inputs", &StackProfile::keepsGatheredInputs },
    StackSwitch { "flat_root", &StackProfile::flattensRoot },
    StackSwitch { "gathers_logits", &StackProfile::gathersLogits },
    StackSwitch { "unfused_parallel_loss", &StackProfile::losesFusionInParallelLoss },
    StackSwitch { "cached_weight_gradients", &StackProfile::cachesWeightGradients },
};

constexpr std::array<const char *, attentionKernelCount> kernelNames { "unfused", "flash-1",
    "flash-2", "flash-3", "cudnn-flash", "splash" };

StackProfile readStack(const Document &document, const std::string &file, Errors &problems)
{
    MappingReader reader(document, file, problems);
    StackProfile stack;
    reader.integer("schema_version", { 1, 1 }, 1);
    stack.id = reader.requiredText("id");
    stack.name = reader.text("name", stack.id);
    stack.frameworks = reader.texts("frameworks");
    stack.accelerators = reader.texts("accelerators");
    stack.versions = reader.texts("versions");
    static constexpr std::array<const char *, 2> kinds { "gpu", "tpu" };
    stack.kind = reader.oneOf("kind", kinds, "gpu");
    stack.date = reader.text("date");
    stack.source = reader.requiredText("source");
    stack.flashKernel = reader.oneOf("flash_kernel", kernelNames, AttentionKernel::Flash2);
    stack.blackwellKernel = reader.oneOf("blackwell_kernel", kernelNames, stack.flashKernel);
    stack.hopperKernel = reader.oneOf("hopper_kernel", kernelNames, stack.flashKernel);
    stack.hopperKernelSince = reader.text("hopper_kernel_since", "0");
    stack.memoryMeans = reader.oneOf("memory_means", memoryMeaningNames, stack.memoryMeans);
    static constexpr std::array<const char *, 3> quantizers { "transformer-engine", "torchao",
        "xla" };
    stack.quantizer = reader.oneOf("quantizer", quantizers, stack.quantizer);
    for (const StackNumber &number : stackNumberTable)
        number.set(
            stack, reader.number(number.key, { number.least, number.most }, number.of(stack)));
    for (const StackSwitch &entry : stackSwitches)
        stack.*entry.member = reader.boolean(entry.key, stack.*entry.member);
    reader.rejectUnknownKeys();
    return stack;
}

ChipProfile readChip(MappingReader &reader)
{
    ChipProfile chip;
    chip.id = reader.requiredText("id");
    chip.accelerators = reader.texts("accelerators");
    chip.source = reader.requiredText("source");
    for (const ChipNumber &number : chipNumberTable)
        number.set(chip, reader.number(number.key, { number.least, number.most }, number.of(chip)));
    reader.one("attention", [&chip](MappingReader &shares) {
        for (std::size_t i = 0; i < kernelNames.size(); ++i)
            chip.attentionForward[i] = shares.number(kernelNames[i], { 0.01, 1 }, 0.3);
    });
    return chip;
}

std::vector<ChipProfile> readChips(
    const Document &document, const std::string &file, Errors &problems)
{
    MappingReader reader(document, file, problems);
    reader.integer("schema_version", { 1, 1 }, 1);
    std::vector<ChipProfile> chips = reader.list("chips", readChip);
    reader.rejectUnknownKeys();
    if (chips.empty() && problems.empty())
        reader.report("missing-key", "chips", { "chips" });
    return chips;
}

/// Reads the tree of a file with `readTree`; what it cannot read is a problem.
template <class ReadTree> auto readingFile(ReadTree readTree)
{
    return [readTree](const std::filesystem::path &file, Errors &problems) {
        using Value
            = std::invoke_result_t<ReadTree, const Document &, const std::string &, Errors &>;
        const Result<Document> document = readYamlFile(file);
        if (document)
            return readTree(*document, file.string(), problems);
        problems = document.errors();
        return Value {};
    };
}

bool namesOneOf(const std::string &name, const std::vector<std::string> &allowed)
{
    return allowed.empty() || std::ranges::find(allowed, name) != allowed.end();
}

bool mentionsOneOf(const std::string &text, const std::vector<std::string> &words)
{
    return words.empty() || std::ranges::any_of(words, [&](const std::string &word) {
        return text.find(word) != std::string::npos;
    });
}

/// The family of a chip that none lists, by vendor, kind and generation.
const char *likelyFamily(const Accelerator &chip)
{
    if (chip.kind == AcceleratorKind::Tpu)
        return "tpu-v6e";
    switch (gpuGeneration(chip)) {
    case GpuGeneration::Volta:
        return "volta";
    case GpuGeneration::Turing:
        return "turing";
    case GpuGeneration::Ada:
        return "ada";
    case GpuGeneration::Hopper:
        return "hopper";
    case GpuGeneration::Blackwell:
        return "blackwell";
    case GpuGeneration::Amd:
        if (!chip.mayBeBefore({ 9, 5 }))
            return "cdna4";
        return chip.mayBeSince({ 9, 4 }) ? "cdna3" : "cdna2";
    case GpuGeneration::Ampere:
    case GpuGeneration::Other:
        break;
    }
    return "ampere";
}

} // namespace

std::span<const StackNumber> stackNumbers()
{
    return stackNumberTable;
}

std::span<const ChipNumber> chipNumbers()
{
    return chipNumberTable;
}

Result<StackLibrary> StackLibrary::load(const DataDirectories &directories)
{
    const std::filesystem::path folder = "stacks";
    const char *const chipsName = "chips.yaml";
    StackLibrary library;
    Errors problems;
    const auto append = [&problems](const Errors &more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    const auto isStack = [chipsName](const std::filesystem::path &name) {
        return name.extension() == ".yaml" && name != chipsName;
    };
    for (const std::string &name : overlaidNames(directories, folder, isStack)) {
        auto stack
            = readOverlaid(directories, folder / name, library.m_skipped, readingFile(readStack));
        if (!stack)
            append(stack.errors());
        else if (*stack)
            library.m_stacks.push_back(**std::move(stack));
    }
    library.m_chips = requireOverlaid(
        directories, folder / chipsName, library.m_skipped, problems, readingFile(readChips));
    if (library.m_stacks.empty() && problems.empty())
        problems.push_back({ "profile-file-missing", (directories.shipped / folder).string(), {} });
    if (!problems.empty())
        return problems;
    return library;
}

const StackProfile &StackLibrary::stack(const StackQuery &query) const
{
    const std::string framework = asciiLowered(query.framework);
    const std::string kind = query.isTpu ? "tpu" : "gpu";
    const StackProfile *best = &m_stacks.front();
    int bestScore = -1;
    for (const StackProfile &stack : m_stacks) {
        if (!query.chosen.empty() && stack.id == query.chosen)
            return stack;
        if (!namesOneOf(query.accelerator, stack.accelerators)
            || !mentionsOneOf(query.version, stack.versions))
            continue;
        int score = (stack.kind == kind ? 8 : 0) + (stack.accelerators.empty() ? 0 : 1)
            + (stack.versions.empty() ? 0 : 1);
        if (std::ranges::find(stack.frameworks, framework) != stack.frameworks.end())
            score += 3;
        else if (stack.frameworks.empty())
            score += 2; // of no framework: serves those that nobody knows
        if (stack.isUnfused == query.isUnfused)
            score += 1;
        if (score > bestScore) {
            best = &stack;
            bestScore = score;
        }
    }
    return *best;
}

const ChipProfile &StackLibrary::chip(const Accelerator &accelerator) const
{
    for (const ChipProfile &chip : m_chips)
        if (std::ranges::find(chip.accelerators, accelerator.id) != chip.accelerators.end())
            return chip;
    const char *family = likelyFamily(accelerator);
    for (const ChipProfile &chip : m_chips)
        if (chip.id == family)
            return chip;
    return m_chips.front();
}

} // namespace headroom
