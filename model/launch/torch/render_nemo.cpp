#include "model/frameworks/book/training_defaults.h"
#include "model/launch/common/nemo_fields.h"
#include "model/launch/common/print_settings.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/targets/export_targets.h"
#include "model/launch/torch/megatron_arguments.h"
#include "model/launch/torch/nemo_adapters.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// Fields of one member of ConfigContainer, as "name=value" of Python.
struct NemoMember
{
    std::string_view name;
    std::vector<std::string> values;
};

std::string typeOf(std::string_view word)
{
    if (word == "fp8") // Megatron-Core keeps such states as bytes with a scale
        return "torch.uint8";
    return word == "bf16" ? "torch.bfloat16" : word == "fp16" ? "torch.float16" : "torch.float32";
}

std::string pythonValue(const NemoField &field, const books::Value &value)
{
    const std::string &word = value.words.front();
    switch (field.kind) {
    case NemoValue::Same:
        return pythonText(value);
    case NemoValue::Pair:
        return '(' + word + ')';
    case NemoValue::Type:
        return typeOf(word);
    case NemoValue::Backend:
        return "AttnBackend." + word;
    case NemoValue::Fixed:
        break;
    }
    return std::string(field.python);
}

/// All members, the model first, with what the settings say.
class NemoMembers
{
public:
    NemoMembers()
    {
        m_members.push_back({ "model", {} });
        for (const NemoSection &section : nemoSections())
            m_members.push_back({ section.member, {} });
    }

    void add(std::string_view member, std::string_view field, std::string value)
    {
        const auto row = std::ranges::find(m_members, member, &NemoMember::name);
        row->values.push_back(fmt::format("{}={}", field, value));
    }

    void add(const books::Setting &setting)
    {
        for (const NemoField &field : nemoFields(*setting.key))
            if (!field.field.empty())
                add(field.section, field.field, pythonValue(field, setting.value));
    }

    const std::vector<std::string> &valuesOf(std::string_view member) const
    {
        return std::ranges::find(m_members, member, &NemoMember::name)->values;
    }

private:
    std::vector<NemoMember> m_members;
};

/// What Megatron-LM does unasked and Megatron-Bridge does not, or leaves without a default.
void addHabits(const LaunchSpec &spec, NemoMembers &members)
{
    members.add("model", "vocab_size", std::to_string(spec.model().vocab));
    members.add("model", "should_pad_vocab", "True");
    for (const char *field : { "reset_position_ids", "reset_attention_mask", "eod_mask_loss" })
        members.add("dataset", field, "False");
    members.add("dataset", "random_seed", "1234");
    members.add("dataset", "split", "\"99,1,0\"");
    members.add("dataset", "dataloader_type", "\"single\"");
}

/// Settings of Megatron-LM that a model of Megatron-Bridge's knows by itself, or keeps otherwise.
std::vector<std::string_view> ownSettings(const ModelShape &model)
{
    if (hasGemma2Blocks(model))
        return { "quick_geglu", "window_attn_skip_freq" };
    if (hasGemma3Blocks(model))
        return { "quick_geglu", "window_attn_skip_freq", "window_size", "rotary_base",
            "rotary_seq_len_interpolation_factor" };
    return {};
}

/// Gemma 3 counts its window as tokens, and the layers that share one global layer as a pair.
void addGemma3(const ModelShape &model, NemoMembers &members)
{
    if (!hasGemma3Blocks(model))
        return;
    members.add("model", "window_size", std::to_string(model.window.tokens));
    members.add("model", "interleaved_attn_pattern",
        fmt::format("({}, {})", model.window.localLayers, model.window.globalLayers));
}

/// The settings of Megatron-LM, tokenizer and data behind the rest; what the provider of a model
/// knows by itself is left out.
void addSettings(const LaunchSpec &spec, NemoMembers &members)
{
    const books::Settings settings = megatronSettings(spec);
    const auto isData = [&](const books::Setting &setting) {
        return setting.key->group == "TOKENS" || setting.key->group == "DATA";
    };
    const std::vector<std::string_view> own = ownSettings(spec.model());
    for (const books::Setting &setting : settings.all())
        if (!isData(setting) && std::ranges::find(own, setting.key->name) == own.end())
            members.add(setting);
    addGemma3(spec.model(), members);
    addHabits(spec, members);
    // Megatron-LM keeps this field out of its arguments.
    if (spec.plan().options.lowPrecisionAttention)
        members.add("mixed_precision", "fp8_dot_product_attention", "True");
    for (const books::Setting &setting : settings.all())
        if (isData(setting))
            members.add(setting);
}

std::string call(std::string_view start, const std::vector<std::string> &values,
    std::string_view indent, std::string_view end)
{
    std::string text = fmt::format("{}{}(\n", indent, start);
    for (const std::string &value : values)
        text += fmt::format("{}    {},\n", indent, value);
    return text + fmt::format("{}){}\n", indent, end);
}

/// Members that ConfigContainer has no default for.
bool isRequired(std::string_view member)
{
    constexpr std::string_view names[] { "train", "optimizer", "scheduler", "dataset", "logger",
        "tokenizer", "checkpoint" };
    return std::ranges::find(names, member) != std::end(names);
}

/// What trains: the whole model, or adapters beside one that is loaded first.
struct Trainer
{
    std::string_view name = "pretrain"; ///< a function in the module of the same name
    std::optional<NemoAdapters> adapters;
};

/// Megatron-Bridge's module and class of the plan's model.
std::pair<std::string_view, std::string_view> providerOf(const ModelShape &model)
{
    if (hasGemma2Blocks(model))
        return { "gemma.gemma2_provider", "Gemma2ModelProvider" };
    if (hasGemma3Blocks(model))
        return { "gemma.gemma3_provider", "Gemma3ModelProvider" };
    return model.mla
        ? std::pair<std::string_view, std::string_view> { "mla_provider", "MLAModelProvider" }
        : std::pair<std::string_view, std::string_view> { "gpt_provider", "GPTModelProvider" };
}

std::string imports(const LaunchSpec &spec, const NemoMembers &members, const Trainer &trainer)
{
    const auto [module, provider] = providerOf(spec.model());
    const std::string peft = trainer.adapters
        ? fmt::format("from megatron.bridge.peft.{} import {}\n", trainer.adapters->module,
            trainer.adapters->type)
        : "";
    std::string classes;
    for (const NemoSection &section : nemoSections())
        if ((isRequired(section.member) || !members.valuesOf(section.member).empty())
            && section.member != "mixed_precision" && section.member != "comm_overlap")
            classes += fmt::format("    {},\n", section.type);
    return fmt::format("import ast\n{3}import sys\n\n"
                       "import torch\n"
                       "from megatron.bridge.models.{0} import {1}\n{4}"
                       "from megatron.bridge.training.comm_overlap import CommOverlapConfig  # "
                       "noqa: F401\n"
                       "from megatron.bridge.training.config import (\n    ConfigContainer,\n{2})\n"
                       "from megatron.bridge.training.gpt_step import forward_step\n"
                       "from megatron.bridge.training.mixed_precision import "
                       "MixedPrecisionConfig\n"
                       "from megatron.bridge.training.{5} import {5}\n"
                       "from megatron.core.activations import quick_gelu  # noqa: F401\n"
                       "from megatron.core.transformer.enums import AttnBackend\n\n\n",
        module, provider, classes, trainer.adapters ? "import os\n" : "", peft, trainer.name);
}

std::string programText(const LaunchSpec &spec, const NemoMembers &members, const Trainer &trainer)
{
    std::string text = introductionComment(spec)
        + "#\n# Megatron-Bridge, sources of August 2026. Arguments change single fields: "
          "train.train_iters=10\n"
        + imports(spec, members, trainer) + "def plan():\n"
        + call(fmt::format("model = {}", providerOf(spec.model()).second),
            members.valuesOf("model"), "    ", "")
        + "    return ConfigContainer(\n        model=model,\n";
    for (const NemoSection &section : nemoSections()) {
        const std::vector<std::string> &values = members.valuesOf(section.member);
        if (!values.empty())
            text += call(
                fmt::format("{}={}", section.member, section.type), values, "        ", ",");
        else if (isRequired(section.member))
            text += fmt::format("        {}={}(),\n", section.member, section.type);
    }
    if (trainer.adapters)
        text += call(fmt::format("peft={}", trainer.adapters->type), trainer.adapters->values,
            "        ", ",");
    return text
        + "    )\n\n\n"
          "def change(config, word):\n"
          "    path, _, value = word.partition(\"=\")\n"
          "    *sections, name = path.split(\".\")\n"
          "    for section in sections:\n"
          "        config = getattr(config, section)\n"
          "    if not hasattr(config, name):\n"
          "        raise AttributeError(f\"{path}: no such field\")\n"
          "    try:\n"
          "        value = ast.literal_eval(value)\n"
          "    except (SyntaxError, ValueError):\n"
          "        pass  # a plain word is a string\n"
          "    setattr(config, name, value)\n\n\n"
          "if __name__ == \"__main__\":\n"
          "    settings = plan()\n"
          "    for argument in sys.argv[1:]:\n"
          "        change(settings, argument)\n"
        + fmt::format("    {}(settings, forward_step)\n", trainer.name);
}

} // namespace

void renderNemo(const LaunchSpec &spec, ExportDraft &draft)
{
    NemoMembers members;
    tellMegatron(spec, FileReader::Bridge, draft);
    addSettings(spec, members);
    if (!spec.isBenchmark() && spec.job().dataPath.empty())
        draft.note("The plan names no data, so the run trains on mock data. `job.data_path` and "
                   "`job.tokenizer` of the plan name yours; so does `bash run.sh "
                   "dataset.data_path=… tokenizer.tokenizer_type=HuggingFaceTokenizer "
                   "tokenizer.tokenizer_model=…`.");
    if (const Job &job = spec.job(); job.checkpointEverySteps > 0 && job.keepCheckpoints > 0)
        members.add("checkpoint", "most_recent_k", std::to_string(job.keepCheckpoints));
    Trainer trainer { "pretrain", nemoAdapters(spec, draft) };
    if (trainer.adapters) {
        trainer.name = "finetune";
        // @source Megatron-Bridge of 2026-08-22, data/builders/gpt_sft.py
        draft.note("The adapters learn every token of the data. Conversations: "
                   "`GPTSFTDatasetConfig` of megatron.bridge.data.builders in place of "
                   "`GPTDatasetConfig`, with `dataset_root` (JSON lines) or `hf_dataset` and "
                   "`preprocessing=ChatSFTPreprocessingConfig()`: the tokenizer's chat template "
                   "makes text of them, and only answers are learnt.");
        members.add("checkpoint", "pretrained_checkpoint", "os.environ.get(\"MODEL\")");
    }
    draft.add("headroom_nemo.py", programText(spec, members, trainer),
        "the plan as Megatron-Bridge's ConfigContainer, and the call that trains with it");
    std::string text = shellStart(spec,
        "Trains with Megatron-Bridge (NeMo). Arguments change single fields: bash run.sh "
        "train.train_iters=10");
    text += shellFolder() + exportVariables(torchEnvironment(spec, megatronUsesFsdp(spec.degrees)))
        + '\n' + torchLaunchArray(spec);
    text += "exec python3 -m torch.distributed.run \"${LAUNCH[@]}\" \\\n"
            "  \"${HERE}/headroom_nemo.py\" \"$@\"\n";
    draft.addScript("run.sh", text, "starts headroom_nemo.py on this node");
    addTorchJob(spec, draft);
    draft.note("Megatron-Bridge trains Megatron-Core's models, so what Megatron-LM cannot say is "
               "refused here, too. Written against its sources of August 2026; the container "
               "nvcr.io/nvidia/nemo has both.");
    if (hasGemma2Blocks(spec.model())) {
        draft.settle("attention", nameOf(spec.plan().attention),
            "Gemma 2's own attention with capped logits: PyTorch's FlexAttention, or unfused where "
            "there is none");
        draft.note("Scale and caps of Gemma 2's logits are Megatron-Bridge's defaults, those of "
                   "the 9B; they change the loss, not the speed.");
    }
    if (hasGemma3Blocks(spec.model()))
        draft.note(
            "Bases and scaling of Gemma 3's rotary positions and the scale of its logits are "
            "Megatron-Bridge's defaults, those of the 1B; they change the loss, not the "
            "speed.");
    draft.note("Megatron-Bridge has no field for data parallelism: it is the world size over "
               "tensor, pipeline and context.");
    draft.note(trainingDefaultsNote(trainingDefaults(spec.resolved(), spec.steps())));
    draft.howToRun.push_back(torchStart(trainer.adapters ? "MODEL=… " : "")
        + ". `bash run.sh train.train_iters=10` changes a field.");
}

} // namespace headroom
