#include "model/base/text/release_number.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/common/slurm_job.h"
#include "model/launch/maxtext/maxtext_launch.h"
#include "model/launch/targets/export_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace headroom {
namespace {

void setFlag(std::vector<LaunchFlag> &flags, std::string name, std::string value)
{
    for (LaunchFlag &flag : flags)
        if (flag.name == name) {
            flag.value = std::move(value);
            return;
        }
    flags.push_back({ std::move(name), std::move(value), FlagCarrier::XlaFlags, {} });
}

void removeFlag(std::vector<LaunchFlag> &flags, std::string_view name)
{
    std::erase_if(flags, [name](const LaunchFlag &flag) { return flag.name == name; });
}

constexpr const char *costFlag = "xla_gpu_pgle_profile_file_or_directory_path";
constexpr const char *schedulerFlag = "xla_gpu_enable_latency_hiding_scheduler";
constexpr const char *graphFlag = "xla_gpu_enable_command_buffer";
constexpr const char *costPlaceholder = "@COST_FILE@";

/// Profiling and recorded graphs exclude each other; the flag exists from 0.4.20 on.
void switchGraphsOff(const LaunchSpec &spec, std::vector<LaunchFlag> &flags)
{
    if (isRelease(spec.resolved().releases.jaxlib, "0.4.20"))
        setFlag(flags, graphFlag, "");
}

/// Flags of the run that uses the costs: the plan's, the scheduler on, the cost file. Its graphs
/// are recorded as the plan says: they are made of scheduled instructions, after the costs were
/// used.
std::vector<LaunchFlag> performanceFlags(const LaunchSpec &spec)
{
    std::vector<LaunchFlag> flags = spec.xlaFlags;
    setFlag(flags, schedulerFlag, "true");
    setFlag(flags, costFlag, costPlaceholder);
    return flags;
}

/// Flags of the profile run under the JAX profiler: overlap stays on.
std::vector<LaunchFlag> tracedFlags(const LaunchSpec &spec)
{
    std::vector<LaunchFlag> flags = spec.xlaFlags;
    removeFlag(flags, costFlag);
    setFlag(flags, schedulerFlag, "true");
    switchGraphsOff(spec, flags);
    return flags;
}

/// Flags of the profile run under Nsight: nothing overlaps, so every cost is exact.
/// @source xla_gpu flags by jaxlib release: from 0.5.0 the speed-of-light estimator has a switch of
/// its own, and from 0.7.2 it turns the scheduler on whatever the scheduler's flag says
std::vector<LaunchFlag> serialFlags(const LaunchSpec &spec)
{
    std::vector<LaunchFlag> flags = spec.xlaFlags;
    removeFlag(flags, costFlag);
    // Pipelined and decomposed collectives exist for overlap; the costs must not depend on them.
    setFlag(flags, schedulerFlag, "false");
    if (isRelease(spec.resolved().releases.jaxlib, "0.5.0"))
        setFlag(flags, "xla_gpu_enable_analytical_sol_latency_estimator", "false");
    switchGraphsOff(spec, flags);
    std::string kinds
        = "allreduce,allgather,reducescatter,collectivebroadcast,alltoall,collectivepermute";
    if (isRelease(spec.resolved().releases.jaxlib, "0.5.1"))
        kinds = "allcollectives";
    else if (isRelease(spec.resolved().releases.jaxlib, "0.4.38"))
        kinds += ",raggedalltoall";
    if (isRelease(spec.resolved().releases.jaxlib, "0.4.27"))
        setFlag(flags, "xla_gpu_disable_async_collectives", kinds);
    else if (isRelease(spec.resolved().releases.jaxlib, "0.4.16"))
        setFlag(flags, "xla_gpu_enable_async_collectives", "false");
    return flags;
}

/// The flag array with the cost file's place filled in by the shell.
std::string flagsWithCostFile(const std::vector<LaunchFlag> &flags)
{
    std::string block = flagBlock("XLA_FLAGS", "XLA_FLAG_LIST", flags);
    const std::string word = shellQuote(fmt::format("--{}={}", costFlag, costPlaceholder));
    const std::size_t place = block.find(word);
    if (place != std::string::npos)
        block.replace(
            place, word.size(), fmt::format("\"--{}=$(xla_value \"${{COST_FILE}}\")\"", costFlag));
    return block;
}

/// Everything that run 1 and run 2 must agree on: the configuration, the launch script, the plan's
/// own flags and the jaxlib that really runs.
std::string fingerprintScript(const LaunchSpec &spec)
{
    std::string flags;
    for (const LaunchFlag &flag : spec.xlaFlags)
        if (flag.name != costFlag)
            flags += flagWord(flag) + '\n';
    std::string text = shellStart(spec,
        "Prints the fingerprint that ties a cost file to model, flags and "
        "jaxlib. A cost file of another fingerprint misleads the scheduler.");
    text += shellFolder();
    text += fmt::format("PLAN_FLAGS={}\n", shellQuote(contentHash(flags)));
    text += "{\n"
            "  echo \"flags ${PLAN_FLAGS} ${CALLER_FLAGS:-}\"\n"
            "  for argument in \"$@\"; do\n"
            "    case \"${argument}\" in\n"
            "      steps=* | run_name=* | base_output_directory=*) ;; # no part of the compiled "
            "program\n"
            "      *) printf 'argument %s\\n' \"${argument}\" ;;\n"
            "    esac\n"
            "  done\n"
            "  cat -- \"${HERE}/run.sh\"\n"
            "  if [[ -f \"${HERE}/config.yml\" ]]; then cat -- \"${HERE}/config.yml\"; fi\n"
            "  python3 -c 'import jaxlib; print(\"jaxlib\", jaxlib.__version__)' || echo \"jaxlib "
            "unknown\"\n"
            "} | sha256sum | cut -d ' ' -f 1\n";
    return text;
}

/// HEADROOM_DEBUG=1: the compiler writes what it did into a folder of its own.
std::string debugBlock(const LaunchSpec &spec, std::string_view folder)
{
    std::string dump = "--xla_dump_hlo_as_text=true --xla_dump_latency_hiding_schedule=true";
    if (!isRelease(spec.resolved().releases.jaxlib, "0.5.1")) // the default from then on
        dump += " --xla_dump_hlo_as_long_text=true";
    return fmt::format("if [[ \"${{HEADROOM_DEBUG:-0}}\" == 1 ]]; then\n"
                       "  DUMP_DIR=\"${{WORK}}/{}-${{SLURM_PROCID:-0}}\"\n"
                       "  mkdir -p -- \"${{DUMP_DIR}}\"\n"
                       "  XLA_FLAGS+=\" --xla_dump_to=$(xla_value \"${{DUMP_DIR}}\") {}\"\n"
                       "fi\n",
        folder, dump);
}

constexpr const char *workFolder
    = "# A separate folder: the converter deletes *.sqlite and *.csv next to its files.\n"
      "WORK=\"${WORK:-${PWD}/pgle}\"\n"
      "mkdir -p -- \"${WORK}\"\n\n";

/// XLA splits its flags at blanks unless the value is quoted.
constexpr const char *valueFunction = "xla_value() {\n"
                                      "  if [[ \"$1\" == *[[:space:]]* ]]; then printf '\"%s\"' "
                                      "\"$1\"; else printf '%s' \"$1\"; fi\n"
                                      "}\n\n";

/// MaxText's own arguments for a profile window; other programs open it themselves.
std::string profilerArguments(const LaunchSpec &spec, std::string_view profiler)
{
    if (!spec.isMaxText())
        return "\"$@\"";
    return fmt::format(
        "steps=15 profiler={} skip_first_n_steps_for_profiler=8 profiler_steps=3 \\\n"
        "  enable_checkpointing=false \"$@\"",
        profiler);
}

std::string logCheck()
{
    return "# The scheduler says in its log whether it used the costs.\n"
           "if grep -q -e 'PGLE found latency' -e 'PGLE found async' \"${LOG}\"; then\n"
           "  used=\"$(grep -c 'PGLE found latency' \"${LOG}\" || true)\"\n"
           "  echo \"costs used: ${used} operations had a measured cost\"\n"
           "else\n"
           "  echo \"costs NOT used: no line of the latency estimator in ${LOG}\" >&2\n"
           "  exit 3\n"
           "fi\n";
}

std::string performanceScript(const LaunchSpec &spec, std::string_view costFile,
    const std::vector<LaunchFlag> &variables = {})
{
    std::string text = shellStart(spec,
        "Run 2: trains with the measured costs and says whether the "
        "scheduler used them (exit 3: it did not).");
    text += shellFolder() + workFolder + valueFunction;
    text += fmt::format("COST_FILE=\"${{WORK}}/{}\"\n", costFile);
    text += "LOG=\"${WORK}/performance-${SLURM_PROCID:-0}.log\"\n"
            "if [[ ! -s \"${COST_FILE}\" ]]; then\n"
            "  echo \"${COST_FILE} is missing: run the profile and conversion scripts first\" >&2\n"
            "  exit 2\n"
            "fi\n"
            "if [[ \"$(CALLER_FLAGS=\"${XLA_FLAGS:-}\" bash \"${HERE}/fingerprint.sh\" \"$@\")\" "
            "!= \"$(cat -- \"${WORK}/fingerprint\")\" "
            "]]; then\n"
            "  echo \"model, flags or jaxlib changed since the profile run: profile again\" >&2\n"
            "  exit 2\n"
            "fi\n\n";
    text += exportVariables(variables) + flagsWithCostFile(performanceFlags(spec));
    // The estimator's own words alone: a level for the whole process would print every line of it.
    text += "export TF_CPP_VMODULE=profile_guided_latency_estimator=10\n"
            "export TF_CPP_MIN_LOG_LEVEL=0\n";
    text += debugBlock(spec, "dump-performance");
    text += "\nbash \"${HERE}/run.sh\" \"$@\" 2>&1 | tee \"${LOG}\"\n\n" + logCheck();
    return text;
}

void addCommon(const LaunchSpec &spec, FlagSource flags, ExportDraft &draft)
{
    addJaxRun(spec,
        spec.plan().hardware.nodes > 1 ? MaxTextHardware::GpuPerDevice
                                       : MaxTextHardware::GpuPerNode,
        flags, draft);
    draft.addScript("fingerprint.sh", fingerprintScript(spec), "what a cost file is valid for");
    if (spec.plan().hardware.nodes > 1) {
        constexpr JobPhase phases[] { { "1_profile_run.sh", true }, { "2_convert.sh", false },
            { "3_performance_run.sh", true } };
        addPhaseJob(spec, phases, draft);
        draft.note("With several nodes every script runs under srun with one task per GPU, as in "
                   "job.sbatch; the conversion runs once, on the first node. The folder must be "
                   "shared: WORK names it.");
    }
    draft.note(
        "Costs hold for one model, one XLA build and one set of flags; the scripts refuse a cost "
        "file of another.");
}

/// How the three scripts are started; `before` is what the conversion needs.
void addPhases(const LaunchSpec &spec, std::string_view before, ExportDraft &draft)
{
    draft.howToRun.push_back(spec.plan().hardware.nodes > 1
            ? fmt::format("`{}sbatch job.sbatch` runs the three scripts on all nodes, with WORK, "
                          "when set, naming a folder that they share.",
                before)
            : fmt::format("`bash 1_profile_run.sh`, `{}bash 2_convert.sh`, `bash "
                          "3_performance_run.sh`, in the same directory (or with WORK set to one "
                          "folder).",
                before));
    draft.howToRun.push_back("HEADROOM_DEBUG=1 adds the compiler's dumps.");
}

/// Variables that switch the scheduler on whatever the flags say.
bool turnsSchedulerOn(const LaunchFlag &variable)
{
    return variable.name == "JAX_OPTIMIZATION_LEVEL"
        || variable.name == "JAX_EXEC_TIME_OPTIMIZATION_EFFORT"
        || variable.name == "JAX_ENABLE_PGLE";
}

/// Two steps: the executable optimised with the profile goes to the cache, and a second run loads
/// it under Nsight, whose profiler cannot run beside JAX's.
std::string cachedNsightScript(const LaunchSpec &spec)
{
    std::string text = shellStart(spec,
        "Nsight profile of the program that AutoPGLE optimised: the first "
        "run fills the compilation cache, the second loads from it.");
    text += shellFolder() + workFolder;
    text += "export JAX_ENABLE_COMPILATION_CACHE=true\n"
            "export JAX_COMPILATION_CACHE_DIR=\"${WORK}/jax_cache\"\n";
    const std::string cache = spec.isMaxText() ? " jax_cache_dir=\"${WORK}/jax_cache\"" : "";
    text += fmt::format("JAX_ENABLE_PGLE=true bash \"${{HERE}}/autopgle.sh\"{} \"$@\"\n\n", cache);
    text += fmt::format("JAX_ENABLE_PGLE=false JAX_COMPILATION_CACHE_EXPECT_PGLE=true \\\n"
                        "  nsys profile --force-overwrite true -o "
                        "\"${{WORK}}/after_pgle-${{SLURM_PROCID:-0}}\" \\\n"
                        "  bash \"${{HERE}}/run.sh\"{} \"$@\"\n",
        cache);
    return text;
}

} // namespace

void renderPgleAuto(const LaunchSpec &spec, ExportDraft &draft)
{
    if (!isRelease(spec.resolved().releases.jaxlib, "0.4.29"))
        draft.refuse(
            "software.jaxlib", { "autopgle-release", { spec.resolved().releases.jaxlib } });
    LaunchSpec scheduled = spec;
    if (!isRelease(spec.resolved().releases.jaxlib,
            "0.5.1")) // later ones turn the scheduler on with the costs
        setFlag(scheduled.xlaFlags, schedulerFlag, "true");
    addJaxRun(scheduled,
        spec.plan().hardware.nodes > 1 ? MaxTextHardware::GpuPerDevice
                                       : MaxTextHardware::GpuPerNode,
        FlagSource::Script, draft);
    std::string text = shellStart(spec,
        "AutoPGLE: JAX profiles the first runs of the step, then compiles it "
        "again with what it measured.");
    text += shellFolder();
    text += "export JAX_ENABLE_PGLE=\"${JAX_ENABLE_PGLE:-true}\"\n"
            "export JAX_PGLE_PROFILING_RUNS=3\n"
            "export JAX_PGLE_AGGREGATION_PERCENTILE=90\n";
    text += "exec bash \"${HERE}/run.sh\" \"$@\"\n";
    draft.addScript("autopgle.sh", text, "runs run.sh with AutoPGLE on");
    if (spec.plan().hardware.nodes > 1) {
        constexpr JobPhase phases[] { { "autopgle.sh", true } };
        addPhaseJob(spec, phases, draft);
    }
    if (isRelease(spec.resolved().releases.jaxlib, "0.5.1"))
        draft.addScript("nsight_from_cache.sh", cachedNsightScript(spec),
            "profiles the optimised program under Nsight, loaded from the compilation cache");
    else
        draft.leaveOut("nsight_from_cache.sh",
            "JAX reads optimised programs back from its cache from 0.5.1 on");
    if (spec.isBenchmark())
        draft.note(
            "The benchmark's profiler starts after AutoPGLE's profiling runs: both use the same "
            "profiler and cannot overlap.");
    draft.note("AutoPGLE does nothing for a step that was compiled ahead of time (MaxText's "
               "compiled_trainstep_file, a program's lower().compile()).");
    draft.howToRun.push_back(
        fmt::format("`{}`: the first steps are slow, the later ones use the measured costs.",
            spec.plan().hardware.nodes > 1 ? "sbatch job.sbatch" : "bash autopgle.sh"));
}

void renderPgleJaxProfiler(const LaunchSpec &spec, ExportDraft &draft)
{
    addCommon(spec, FlagSource::Caller, draft);
    std::string profile
        = shellStart(spec, "Run 1: a short run with a profiler window; overlap stays on.");
    profile += shellFolder() + workFolder + valueFunction;
    profile += "CALLER_FLAGS=\"${XLA_FLAGS:-}\"\n"
        + flagBlock("XLA_FLAGS", "XLA_FLAG_LIST", tracedFlags(spec));
    profile += debugBlock(spec, "dump-profile");
    profile += fmt::format("export OUT_DIR=\"${{WORK}}/trace\"\n"
                           "CALLER_FLAGS=\"${{CALLER_FLAGS}}\" bash \"${{HERE}}/fingerprint.sh\" "
                           "\"$@\" >\"${{WORK}}/fingerprint\"\n"
                           "bash \"${{HERE}}/run.sh\" {}\n",
        profilerArguments(spec, "xplane"));
    draft.addScript("1_profile_run.sh", profile, "run 1: records a trace and the fingerprint");
    draft.addScript("2_convert.sh",
        shellStart(spec, "Turns the newest trace into a cost file.") + shellFolder() + workFolder
            + "exec python3 \"${HERE}/extract_costs.py\" \"${WORK}/trace\" "
              "\"${WORK}/profile.pb\"\n",
        "extracts the costs of the newest trace");
    draft.addScript("extract_costs.py", introducedScript(spec, "extract_costs.py"),
        "the converter of 2_convert.sh");
    draft.addScript("3_performance_run.sh", performanceScript(spec, "profile.pb"),
        "run 2: uses the costs and says whether it did");
    addPhases(spec, "", draft);
    if (!spec.isMaxText())
        draft.note("The program itself calls jax.profiler.start_trace on OUT_DIR and stop_trace.");
}

void renderPgleNsys(const LaunchSpec &spec, ExportDraft &draft)
{
    LaunchSpec quiet = spec; // run.sh serves both runs, so it must not set those
    std::vector<LaunchFlag> onlyInRun2;
    std::copy_if(spec.environment.begin(), spec.environment.end(), std::back_inserter(onlyInRun2),
        turnsSchedulerOn);
    std::erase_if(quiet.environment, turnsSchedulerOn);
    addCommon(quiet, FlagSource::Caller, draft);
    std::string profile = shellStart(spec,
        "Run 1: Nsight records a run without any overlap, so that every "
        "cost is exact. Scheduler and asynchronous collectives are off.");
    profile += shellFolder() + workFolder + valueFunction;
    profile += "CALLER_FLAGS=\"${XLA_FLAGS:-}\"\n"
        + flagBlock("XLA_FLAGS", "XLA_FLAG_LIST", serialFlags(spec));
    profile
        += "# An optimization level, or a profile of AutoPGLE, would turn the scheduler on again.\n"
           "unset JAX_OPTIMIZATION_LEVEL JAX_EXEC_TIME_OPTIMIZATION_EFFORT JAX_ENABLE_PGLE\n";
    profile += debugBlock(spec, "dump-profile");
    profile += fmt::format("CALLER_FLAGS=\"${{CALLER_FLAGS}}\" bash \"${{HERE}}/fingerprint.sh\" "
                           "\"$@\" >\"${{WORK}}/fingerprint\"\n"
                           "nsys profile -s none -o \"${{WORK}}/run1-${{SLURM_PROCID:-0}}\" "
                           "--force-overwrite true \\\n"
                           "  --capture-range=cudaProfilerApi --capture-range-end=stop \\\n"
                           "  bash \"${{HERE}}/run.sh\" {}\n",
        profilerArguments(spec, "nsys"));
    draft.addScript(
        "1_profile_run.sh", profile, "run 1: records under Nsight, and the fingerprint");
    draft.addScript("2_convert.sh",
        shellStart(
            spec, "Turns the Nsight report into a cost file, with the converter of JAX's sources.")
            + workFolder
            + "CONVERTER=\"${JAX_SOURCE:?folder of a JAX source "
              "tree}/jax/tools/pgo_nsys_converter.py\"\n"
              "exec python3 \"${CONVERTER}\" \\\n"
              "  --profile_path \"${WORK}/run1-0.nsys-rep\" --pgle_output_path "
              "\"${WORK}/run1.pbtxt\"\n",
        "converts the report of rank 0");
    draft.addScript("3_performance_run.sh", performanceScript(spec, "run1.pbtxt", onlyInRun2),
        "run 2: uses the costs and says whether it did");
    addPhases(spec, "JAX_SOURCE=… ", draft);
    if (!spec.isMaxText())
        draft.note(
            "The program itself calls cudaProfilerStart and cudaProfilerStop around a few steps; "
            "without them the report stays empty.");
    draft.note("This way is kept for completeness; AutoPGLE (target pgle-auto) needs one run and "
               "no conversion.");
}

} // namespace headroom
