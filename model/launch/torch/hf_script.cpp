#include "model/launch/torch/hf_script.h"

#include "model/frameworks/transformers/huggingface_config.h"
#include "model/frameworks/transformers/liger_kernels.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/torch/peft_script.h"
#include "model/launch/torch/sequence_split.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/job.h"

#include <fmt/format.h>

namespace headroom {
namespace {

/// The plan's tokenizer, else that of its model; empty without data.
std::string tokenizerOf(const LaunchSpec &spec)
{
    const Job job = spec.job();
    return !job.tokenizer.empty() || job.dataPath.empty() ? job.tokenizer
                                                          : huggingFaceName(spec.model());
}

Document trainSettings(const LaunchSpec &spec, Document model)
{
    const Plan &plan = spec.plan();
    const Job &job = spec.job();
    const SequenceSplit split = sequenceSplit(spec);
    // Under ZeRO the optimizer holds the fp32 copies; FSDP casts the weights when it gathers them,
    // and autocast those that lie whole.
    const bool isZero
        = spec.framework().id == Framework::DeepSpeed || trainerSharder(spec) == Sharder::DeepSpeed;
    const NumberFormat type = isZero ? plan.precision.compute : plan.precision.weights;
    Document settings = Document::mapping({ { "model", std::move(model) },
        { "sequence_length", plan.workload.sequenceLength }, { "steps", hfSteps(spec) },
        { "dtype", dtypeOf(type) }, { "attention", transformersAttention(spec) },
        { "sequence_ranks", split == SequenceSplit::Ulysses ? spec.degrees.context : 1 },
        { "needs", releasesOfSplit(spec) },
        { "recompute", spec.resolved().rematKind() != RematKind::Whole },
        { "data_path", job.dataPath }, { "tokenizer", tokenizerOf(spec) },
        { "checkpoint_folder",
            job.checkpointFolder.empty() ? "checkpoints" : job.checkpointFolder },
        { "checkpoint_every_steps", job.checkpointEverySteps },
        { "keep_checkpoints", job.keepCheckpoints } });
    if (plan.options.offloadActivations)
        settings.set("offload_activations", true);
    return settings;
}

} // namespace

std::int64_t hfSteps(const LaunchSpec &spec)
{
    return spec.steps() > 0 ? spec.steps() : openRunSteps;
}

TrainingDefaults hfDefaults(const LaunchSpec &spec, TrainingStart start)
{
    return trainingDefaults(spec.resolved(), hfSteps(spec), start);
}

bool isAdam(Optimizer optimizer)
{
    return optimizer == Optimizer::AdamW || optimizer == Optimizer::AdamWBf16
        || optimizer == Optimizer::AdamW8bit;
}

const char *transformersAttention(AttentionChoice attention)
{
    if (attention == AttentionChoice::Unfused)
        return "eager";
    return attention == AttentionChoice::Flash3 ? "flash_attention_3"
        : attentionTraits(attention).isFlash    ? "flash_attention_2"
                                                : "sdpa";
}

bool usesLiger(const LaunchSpec &spec, bool isInTool, ExportDraft &draft)
{
    if (spec.plan().options.crossEntropy != CrossEntropy::FusedLinear)
        return false;
    const std::optional<LigerSupport> support = ligerSupport(spec.model());
    if (!isInTool || (support && support->since.empty())) {
        draft.lose("options.cross_entropy", "fused_linear",
            "Liger Kernel is not applied to models of this family: the logits are made, which take "
            "more memory than the plan counts");
        return false;
    }
    draft.note(fmt::format("Liger's kernels need the package liger-kernel{}; they fuse the loss, "
                           "and the norms and the MLP with it.",
        support ? fmt::format(" {} or later", support->since) : ""));
    return true;
}

bool addTrainingScript(const LaunchSpec &spec, std::string_view program, ExportDraft &draft)
{
    std::optional<Document> model
        = huggingFaceConfig(spec.model(), spec.plan().workload.sequenceLength);
    if (!model) {
        draft.note("No training script is written: the model's blocks are those of no family that "
                   "Headroom writes a Transformers configuration for. TRAIN_SCRIPT names yours, "
                   "which decides model, data and checkpoints.");
        return false;
    }
    if (spec.plan().attention == AttentionChoice::Flash)
        draft.settle("attention", nameOf(spec.plan().attention),
            "`flash_attention_2`; which FlashAttention runs is what is installed");
    draft.addScript("train.py", introducedScript(spec, program),
        "trains the plan's model; TRAIN_SCRIPT names another script");
    draft.addScript("hf_model.py", introducedScript(spec, "hf_model.py"),
        "model and data of train.py, from Transformers");
    if (program == "train_deepspeed.py")
        draft.addScript("stop_time.py", introducedScript(spec, "stop_time.py"),
            "when training must end for the time limit of its job");
    draft.add("train.json", writeJson(trainSettings(spec, *std::move(model))) + "\n",
        "what train.py trains, and on what");
    if (!spec.isBenchmark() && spec.job().dataPath.empty())
        draft.note("The plan names no data, so train.py trains on random tokens. `job.data_path` "
                   "(a data set of the hub, or files with a column `text`) and `job.tokenizer` of "
                   "the plan name yours.");
    return true;
}

std::string trainingScriptWord(bool hasScript)
{
    return hasScript ? "\"${TRAIN_SCRIPT:-${HERE}/train.py}\""
                     : "\"${TRAIN_SCRIPT:?your training script}\"";
}

void addTrainingRun(const LaunchSpec &spec, std::string text, ExportDraft &draft)
{
    draft.addScript("run.sh", std::move(text),
        trainsAdapters(spec) ? "starts train.py on this node"
                             : "starts the training script on this node");
}

std::string trainerPaths(const LaunchSpec &spec)
{
    const Job &job = spec.job();
    std::string lines;
    if (!job.checkpointFolder.empty())
        lines += fmt::format("OUTPUT={}\n", shellQuote(job.checkpointFolder));
    if (const std::string name = huggingFaceName(spec.model());
        trainsAdapters(spec) && !name.empty())
        lines += fmt::format("export MODEL=\"${{MODEL:-{}}}\"\n", name);
    if (trainsAdapters(spec) && !job.dataPath.empty())
        lines += fmt::format(
            "DATASET={}\nexport DATA=\"${{DATA:-${{DATASET}}}}\"\n", shellQuote(job.dataPath));
    return lines;
}

std::string trainerOutput(const LaunchSpec &spec)
{
    return std::string("--output_dir ")
        + (spec.job().checkpointFolder.empty() ? "\"${OUT_DIR:-output}\""
                                               : "\"${OUT_DIR:-${OUTPUT}}\"");
}

void addTrainerResume(const LaunchSpec &spec, FileReader reader, ExportDraft &draft)
{
    draft.addScript("hf_resume.py", introducedScript(spec, "hf_resume.py"),
        "finds the checkpoint that training goes on from");
    draft.addScript("stop_time.py", introducedScript(spec, "stop_time.py"),
        "when training must end for the time limit of its job");
    const Job job = spec.job();
    const bool isTool = reader == FileReader::Tool; // which saves nothing unasked
    if (spec.isBenchmark() || (isTool && job.checkpointEverySteps == 0))
        return;
    draft.note(fmt::format("{} goes on from the newest whole checkpoint in {}, with "
                           "optimizer, schedule and place "
                           "in the data; another folder (OUT_DIR) begins anew.{}",
        isTool ? "train_trl.py" : "train.py",
        markdownCode(job.checkpointFolder.empty() ? "output" : job.checkpointFolder),
        job.checkpointEverySteps > 0 ? ""
                                     : " The Trainer saves every 500 steps by its own default; "
                                       "`job.checkpoint_every_steps` of the plan says otherwise."));
}

std::string trainingStart(const LaunchSpec &spec)
{
    return trainsAdapters(spec)
        ? torchStart("MODEL=… DATA=… ") + ". Without DATA it trains on random tokens."
        : torchStart() + "; TRAIN_SCRIPT names a script of yours.";
}

std::string accelerateYaml(const LaunchSpec &spec)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    const SequenceSplit split = sequenceSplit(spec);
    const Sharder sharder = trainerSharder(spec);
    std::vector<Document::Member> members { { "compute_environment", "LOCAL_MACHINE" } };
    if (sharder == Sharder::Fsdp1) {
        members.push_back({ "distributed_type", "FSDP" });
        members.push_back({ "fsdp_config",
            Document::mapping({ { "fsdp_version", 1 },
                { "fsdp_auto_wrap_policy", "TRANSFORMER_BASED_WRAP" },
                { "fsdp_sharding_strategy", spec.degrees.data > 1 ? "HYBRID_SHARD" : "FULL_SHARD" },
                { "fsdp_backward_prefetch", "NO_PREFETCH" },
                { "fsdp_offload_params", spec.plan().options.offloadParameters },
                { "fsdp_use_orig_params", true } }) });
    } else if (sharder == Sharder::Fsdp2) {
        members.push_back({ "distributed_type", "FSDP" });
        members.push_back({ "fsdp_config",
            Document::mapping(
                { { "fsdp_version", 2 }, { "fsdp_auto_wrap_policy", "TRANSFORMER_BASED_WRAP" },
                    { "fsdp_reshard_after_forward", spec.degrees.zeroStage == 3 } }) });
    } else {
        members.push_back({ "distributed_type", "DEEPSPEED" });
        members.push_back({ "deepspeed_config",
            Document::mapping(
                { { "deepspeed_config_file", "ds_config.json" }, { "zero3_init_flag", true } }) });
    }
    if (split != SequenceSplit::None)
        members.push_back({ "parallelism_config", accelerateSection(spec) });
    const std::vector<Document::Member> machine { { "num_machines", hardware.nodes },
        { "num_processes", hardware.nodes * spec.processesPerNode() }, { "machine_rank", 0 },
        { "main_process_port", 6000 }, { "rdzv_backend", "static" }, { "same_network", true },
        { "use_cpu", false } };
    members.insert(members.end(), machine.begin(), machine.end());
    return introductionComment(spec)
        + "#\n# accelerate launch --config_file accelerate.yaml --machine_rank 0 "
          "--main_process_ip HOST train.py …\n"
        + writeYaml(Document::mapping(std::move(members)));
}

} // namespace headroom
