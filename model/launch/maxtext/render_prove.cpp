#include "model/base/text/release_number.h"
#include "model/frameworks/book/witness_text.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/slurm_job.h"
#include "model/launch/maxtext/maxtext_launch.h"
#include "model/launch/targets/export_targets.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// How MaxText names the slices of a chip that it compiles for: a family, and a count of JAX
/// devices or of cores, two a chip.
struct CompileTopology
{
    std::string_view chip, family;
    int countsPerChip = 1;
};
/// @source MaxText, utils/accelerator_to_spec_map.py, tags maxtext-v0.1.0 to v0.2.4
constexpr std::array topologies { CompileTopology { "tpu-v4", "v4", 2 },
    CompileTopology { "tpu-v5e", "v5e" }, CompileTopology { "tpu-v5p", "v5p", 2 },
    CompileTopology { "tpu-v6e", "v6e" }, CompileTopology { "tpu-v7x", "tpu7x", 2 } };
constexpr rule_rows::WitnessRow proofWitnesses[] {
    { "no-adapters",
        { "AI-Hypercomputer/maxtext", "src/maxtext/trainers/pre_train/train_compile.py",
            "apply_lora_to_model", false } },
    { "prove-topology",
        { "AI-Hypercomputer/maxtext", "src/maxtext/utils/accelerator_to_spec_map.py", "\"v3-",
            false } },
};

/// The reason with what of MaxText's sources shows it.
Message shown(Message reason)
{
    const Witness &witness = rule_rows::witnessOf(proofWitnesses, reason.id);
    return seen(std::move(reason), witness);
}

/// MaxText's row for GPUs: the devices that are here, as many slices as it is told.
constexpr const char *gpuTopology = "a3";

const CompileTopology *topologyOf(const Accelerator &chip)
{
    const auto row = std::ranges::find(topologies, chip.id, &CompileTopology::chip);
    return row == topologies.end() ? nullptr : &*row;
}

std::string topologyName(const LaunchSpec &spec)
{
    if (!spec.isTpu())
        return gpuTopology;
    const CompileTopology &row = *topologyOf(spec.chip());
    return fmt::format(
        "{}-{}", row.family, row.countsPerChip * spec.plan().hardware.devicesPerNode);
}

/// The module beside the one that trains.
std::string compileModule(const LaunchSpec &spec)
{
    constexpr std::string_view asModule = "-m ";
    return maxtextProgram(spec.resolved().releases.maxtext, "train_compile")
        .substr(asModule.size());
}

/// One node of the plan holds whole fast domains, so that MaxText can mock the others.
bool compilesOnOneNode(const LaunchSpec &spec)
{
    return spec.mesh.domainDevices == spec.processesPerNode();
}

/// The same run on stand-ins: every axis inside one domain.
LaunchSpec inOneDomain(const LaunchSpec &spec)
{
    LaunchSpec flat = spec;
    for (MeshAxis &axis : flat.mesh.axes) {
        axis.ici = axis.degree();
        axis.dcn = 1;
    }
    flat.mesh.domainDevices = spec.mesh.devices();
    flat.mesh.domains = 1;
    return flat;
}

/// Settings of the run that the CPU back end cannot compile, as it gets them.
std::vector<std::string> substitutes(const MaxTextConfig &config)
{
    std::vector<std::string> words;
    const auto textOf = [&config](std::string_view key) {
        const Document *value = config.find(key);
        return value && value->kind() == Document::Kind::Text ? value->text() : std::string {};
    };
    if (textOf("attention") != "dot_product")
        words.emplace_back("attention=dot_product");
    if (textOf("quantization").starts_with("te_"))
        words.emplace_back("quantization=");
    return words;
}

/// What run.sh changes for stand-ins: the substitutes, and the mesh without a network.
std::vector<std::string> standInSettings(const LaunchSpec &spec, const MaxTextConfig &config)
{
    ExportDraft unused; // what it would note, the run's own configuration notes
    const MaxTextConfig flat
        = maxtextConfig(inOneDomain(spec), MaxTextHardware::GpuPerNode, unused);
    std::vector<std::string> words;
    const auto isMesh
        = [](const std::string &key) { return key.starts_with("ici_") || key.starts_with("dcn_"); };
    for (const MaxTextSection &section : flat.sections)
        for (const MaxTextSetting &setting : section.settings)
            if (isMesh(setting.key)
                && (!config.find(setting.key) || *config.find(setting.key) != setting.value))
                words.push_back(maxtextArgument(setting));
    for (const MaxTextSection &section : config.sections)
        for (const MaxTextSetting &setting : section.settings)
            if (isMesh(setting.key) && !flat.find(setting.key))
                words.push_back(setting.key + "=1");
    for (std::string &word : substitutes(config))
        words.push_back(std::move(word));
    return words;
}

/// What prove.py has to know of the plan.
std::string whatFile(const LaunchSpec &spec, const MaxTextConfig &config)
{
    Document what = Document::mapping({ { "schema_version", 1 },
        { "plan", planDocument(portableCopy(*spec.request), PlanDetail::Complete) },
        { "accelerator", spec.plan().hardware.accelerator }, { "devices", spec.mesh.devices() } });
    if (spec.isMaxText()) {
        what.set("module", compileModule(spec));
        what.set("maxtext", spec.resolved().releases.maxtext);
        what.set("topology", topologyName(spec));
        what.set("slice", spec.plan().hardware.topology);
        what.set("slices", spec.isTpu() ? spec.plan().hardware.nodes : spec.mesh.domains);
        what.set("devices_per_slice", spec.mesh.domainDevices);
        if (!spec.isTpu())
            what.set("substituted", Document::texts(substitutes(config)));
    }
    return writeJson(what) + '\n';
}

std::string indented(const std::string &block)
{
    std::string text;
    std::size_t at = 0;
    while (at < block.size()) {
        const std::size_t end = std::min(block.find('\n', at), block.size());
        if (end > at)
            text += "  " + block.substr(at, end - at);
        text += '\n';
        at = end + 1;
    }
    return text;
}

/// Variables and flags that the plan's own run sets.
std::string ownFlags(const LaunchSpec &spec)
{
    return exportVariables(jaxEnvironment(
               spec, spec.isTpu() ? MaxTextHardware::Tpu : MaxTextHardware::GpuPerNode))
        + flagBlock("XLA_FLAGS", "XLA_FLAG_LIST", spec.xlaFlags)
        + flagBlock("LIBTPU_INIT_ARGS", "LIBTPU_FLAG_LIST", spec.tpuFlags);
}

/// The branch between the plan's chip and stand-ins on the CPU.
std::string chosenBackEnd(const LaunchSpec &spec, const std::vector<std::string> &standIns)
{
    std::string text = "ON=\"${PROVE_ON:-cpu}\"\n";
    if (spec.isMaxText())
        text += "STAND_IN=()\n";
    text += "if [[ \"${ON}\" == cpu ]]; then\n"
            "  # As many devices as the plan has, none of them real.\n"
            "  export JAX_PLATFORMS=cpu\n";
    text += fmt::format("  export XLA_FLAGS=\"--xla_force_host_platform_device_count={}"
                        "${{XLA_FLAGS:+ ${{XLA_FLAGS}}}}\"\n",
        spec.mesh.devices());
    if (!standIns.empty()) {
        text += "  STAND_IN=(\n";
        for (const std::string &word : standIns)
            text += "    " + shellQuote(word) + '\n';
        text += "  )\n";
    }
    const std::string own = ownFlags(spec);
    if (!own.empty())
        text += "else\n  # The plan's own chips and flags.\n" + indented(own);
    return text + "fi\n";
}

std::string maxtextWords(const LaunchSpec &spec, const MaxTextConfig &config)
{
    std::string words = fmt::format("\"${{HERE}}/config.yml\" \\\n  run_name={} \\\n"
                                    "  base_output_directory=output \\\n",
        spec.slug);
    if (!config.commandLine.empty())
        words += "  override_model_config=true \\\n";
    for (const MaxTextSetting &setting : config.commandLine)
        words += "  " + shellQuote(maxtextArgument(setting)) + " \\\n";
    return words;
}

std::string proveScript(const LaunchSpec &spec, const MaxTextConfig &config)
{
    const bool isTopology = spec.isMaxText() && spec.isTpu();
    std::string text = shellStart(spec,
        spec.isMaxText()
            ? "Compiles the plan's step with MaxText's train_compile, and writes prove.json where "
              "it is started (PROVE_OUT names another file). Nothing is run."
            : "Compiles the step of a JAX program: bash run.sh train.py. Its prove_step() gives "
              "back jax.jit(step).lower(shapes). Writes prove.json where it is started (PROVE_OUT "
              "names another file). Nothing is run.");
    text += shellFolder();
    if (isTopology)
        text += "# libtpu compiles for slices that are not here; it needs no TPU.\n"
                "export JAX_PLATFORMS=\"${JAX_PLATFORMS:-cpu}\"\n"
                "export TPU_SKIP_MDS_QUERY=\"${TPU_SKIP_MDS_QUERY:-1}\"\n"
            + ownFlags(spec);
    else
        text += chosenBackEnd(
            spec, spec.isMaxText() ? standInSettings(spec, config) : std::vector<std::string> {});
    text += "\nexec python3 \"${HERE}/prove.py\" --what \"${HERE}/what.json\" \\\n"
            "  --out \"${PROVE_OUT:-prove.json}\" --on "
        + std::string(isTopology ? "tpu" : "\"${ON}\"") + " \\\n  ";
    if (spec.isMaxText())
        text += maxtextWords(spec, config)
            + (isTopology ? "  \"$@\"\n" : "  \"${STAND_IN[@]}\" \"$@\"\n");
    else
        text += "\"${@:-${TRAIN_SCRIPT:?name your program: bash run.sh "
                "train.py}}\"\n";
    return text;
}

void tellLimits(const LaunchSpec &spec, ExportDraft &draft)
{
    if (!spec.isMaxText() || !spec.isTpu())
        draft.note(fmt::format(
            "The compiler's CPU back end is used instead of {}. It shards the program as any "
            "back end does, so kinds and bytes of collectives can be compared. It does not "
            "show peak memory, fused kernels, layouts, overlap, or into how many calls the "
            "chip's compiler joins collectives. `runs add` shows the CPU's memory separately "
            "and never takes it for the plan's.",
            spec.chip().name));
    if (spec.isMaxText() && !spec.isTpu()) {
        draft.note("On the CPU, attention is unfused and all devices are in one fast domain: "
                   "what.json lists what was replaced. If MaxText refuses such a "
                   "configuration, the run ends with MaxText's message.");
        if (compilesOnOneNode(spec))
            draft.howToRun.push_back(fmt::format(
                "`PROVE_ON=gpu bash run.sh` on one node of {0} {1} compiles with the plan's own "
                "compiler, kernels and flags; JAX mocks the other nodes. Its memory is that of the "
                "plan.",
                spec.plan().hardware.devicesPerNode, spec.chip().name));
    }
    if (!spec.isMaxText())
        draft.note("A program that builds its mesh from "
                   "`jax.experimental.topologies.get_topology_desc` or on real devices is compiled "
                   "for those with `PROVE_ON=tpu` or `PROVE_ON=gpu`.");
}

} // namespace

std::optional<Refusal> reasonAgainstProof(const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    if (!framework.runsXla)
        return Refusal { "framework", { "prove-framework", { std::string(framework.title) } } };
    if (resolved.plan.workload.mode != WorkloadMode::Training)
        return Refusal { "workload.mode", { "needs-training" } };
    if (framework.id != Framework::MaxText)
        return std::nullopt;
    if (isAdapted(resolved.plan))
        return Refusal { "tuning.method", shown({ "no-adapters", { "MaxText's train_compile" } }) };
    const bool isTpu = resolved.accelerator.kind == AcceleratorKind::Tpu;
    if (isTpu && !topologyOf(resolved.accelerator))
        return Refusal { "hardware.accelerator",
            shown({ "prove-topology", { resolved.accelerator.name } }) };
    return std::nullopt;
}

void renderProve(const LaunchSpec &spec, ExportDraft &draft)
{
    MaxTextConfig config;
    const std::string &release = spec.resolved().releases.maxtext;
    if (spec.isMaxText() && isReleaseDay(release))
        return draft.refuse("software.maxtext", { "maxtext-no-compile-check", { release } });
    if (spec.isMaxText()) {
        config = maxtextConfig(
            spec, spec.isTpu() ? MaxTextHardware::Tpu : MaxTextHardware::GpuPerNode, draft);
        draft.add("config.yml", maxtextYaml(spec, config), "the run's own MaxText settings");
        if (const std::string &folder = spec.plan().job->checkpointFolder; !folder.empty())
            draft.lose("job.checkpoint_folder", folder, "nothing is run, so that nothing is kept");
    }
    draft.add("what.json", whatFile(spec, config), "the plan and what to compile it for");
    draft.addScript("run.sh", proveScript(spec, config), "compiles the step and writes prove.json");
    draft.addScript("job.sbatch",
        jobHeader(
            spec, 1, "Compiles the plan's step on one node, without its devices.", JobKind::Host)
            + jobFolder() + "srun --ntasks=1 bash \"${HERE}/run.sh\" \"$@\"\n",
        "Slurm job around run.sh");
    draft.add("prove.py", introducedScript(spec, "prove.py"), "asks the compiler");
    draft.add("hlo_collectives.py", introducedScript(spec, "hlo_collectives.py"),
        "counts collectives in what it compiled");
    draft.howToRun.push_back(spec.isMaxText()
            ? "`bash run.sh` on any machine with MaxText, or `sbatch job.sbatch`: it compiles for "
              "minutes and runs nothing."
            : "`bash run.sh train.py` or `sbatch job.sbatch train.py`, where train.py has a "
              "function `prove_step()` that gives back `jax.jit(step).lower(shapes)`; shapes are "
              "`jax.ShapeDtypeStruct` with the shardings of the plan's mesh.");
    draft.howToRun.push_back(
        "`headroom-cli runs add prove.json` shows the compiler's bytes and collectives next to "
        "Headroom's; `headroom-cli estimate PLAN --compiled prove.json` takes its memory for "
        "this plan.");
    tellLimits(spec, draft);
}

} // namespace headroom
