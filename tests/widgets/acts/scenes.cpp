// The states of the window that tests of all its parts go through.
#include "window_stage.h"

namespace headroom {
namespace {

constexpr const char *small = "llama3.1-8b-lora-one-gpu";
constexpr const char *qlora = "llama3.1-70b-qlora-node";
constexpr const char *dense = "llama3.1-8b-h100-node";
constexpr const char *experts = "mixtral-8x7b-h100-8-nodes";
constexpr const char *stages = "llama3.1-405b-h100-128-nodes";
constexpr const char *tpu = "llama3.1-8b-v6e-16";

constexpr const char *tooLarge = "edit parallelism.micro_batch_sequences 8; edit remat.policy none";
constexpr const char *againstRules = "edit parallelism.fsdp 3";

constexpr Scene scenes[] = {
    { "start", dense, "start" },
    { "model", dense, "model" },
    { "hardware", dense, "hardware" },
    { "workload", dense, "workload" },
    { "parallelism", dense, "parallelism" },
    { "suggest", small, "suggest" },
    { "flags", dense, "flags" },
    { "timeline", dense, "timeline" },
    { "levers", small, "levers" },
    { "cluster", small, "cluster", "press findMachines" },
    { "result", dense, "result" },
    { "result-full", dense, "result", tooLarge },
    { "panel-full", dense, "model", tooLarge, "resultPanel" },
    { "broken", dense, "result", againstRules },
    { "compare", dense, "compare",
        "pin; edit model.precision fp32; edit parallelism.micro_batch_sequences 2; pin; edit "
        "parallelism.micro_batch_sequences 4" },
    { "runs", dense, "runs", "add slow.log; add torchtitan-2026.log" },
    { "your-file", dense, "your_file",
        "page start; press askSlow; press askRun; fill editor_device_name" },
    { "export", dense, "export" },
    { "validation", small, "validation" },
    { "learn", small, "learn" },
    { "lesson", small, "", "page learn; press startLesson", "lessonDock" },
    { "window", dense, "model", "edit workload.sequence_length 4096", "mainWindow" },
    { "window-dark", experts, "result", "entry Dark", "mainWindow" },
    { "new-start", dense, "start", "new" },
    { "new-result", dense, "result", "new" },
    { "start-answers", dense, "start", "press findPlan" },
    { "start-lora", small, "start", "press askLora; press findPlan" },
    { "start-devices", small, "suggest", "page start; press askDevices" },
    { "start-script", dense, "start", "press askSlow" },
    { "experts-model", experts, "model" },
    { "experts-hardware", experts, "hardware" },
    { "experts-parallelism", experts, "parallelism" },
    { "experts-result", experts, "result" },
    { "experts-timeline", experts, "timeline" },
    { "experts-flags", experts, "flags", "choose flagShow 5; choose flagArea 2" },
    { "stages-parallelism", stages, "parallelism" },
    { "stages-timeline", stages, "timeline", "choose timelineStage 2" },
    { "stages-levers", stages, "levers", "choose leverTabs 2" },
    { "tpu-hardware", tpu, "hardware" },
    { "tpu-parallelism", tpu, "parallelism" },
    { "tpu-timeline", tpu, "timeline" },
    { "tpu-result", tpu, "result" },
    { "tpu-export", tpu, "export", "choose exportFiles 1" },
    { "lora-model", small, "model" },
    { "lora-workload", small, "workload" },
    { "lora-result", small, "result" },
    { "lora-export", small, "export", "press exportSave" },
    { "qlora-parallelism", qlora, "parallelism" },
    { "levers-memory", dense, "levers", "choose leverTabs 1" },
    { "levers-network", dense, "levers", "choose leverTabs 2" },
    { "levers-details", dense, "levers", "choose leverTabs 3" },
    { "flags-mine", dense, "flags", "choose flagShow 5; choose flagTable 3; press flagMore" },
    { "flags-compared", dense, "flags", "choose qt_tabwidget_tabbar 1" },
    { "flags-options", dense, "flags", "choose qt_tabwidget_tabbar 2" },
    { "timeline-changed", dense, "timeline", "press xla_gpu_enable_latency_hiding_scheduler" },
    { "broken-parallelism", dense, "parallelism", againstRules },
    { "broken-suggest", small, "suggest", againstRules },
    { "broken-timeline", dense, "timeline", againstRules },
    { "broken-export", dense, "export", againstRules },
    { "broken-panel", dense, "model", againstRules, "resultPanel" },
    { "full-suggest", small, "suggest",
        "edit parallelism.micro_batch_sequences 64; press searchStart" },
    { "full-export", dense, "export", tooLarge },
    { "full-timeline", dense, "timeline", tooLarge },
    { "suggest-settings", small, "suggest", "press searchKnobs" },
    { "suggest-none", stages, "suggest",
        "edit hardware.nodes 1; edit parallelism.tensor 8; press searchStart" },
    { "cluster-limits", small, "cluster", "type clusterDays 1; press findMachines" },
    { "runs-none", dense, "runs" },
    { "runs-crash", dense, "runs", "add oom.log" },
    { "runs-hang", dense, "runs", "add watchdog.log" },
    { "runs-compiled", dense, "runs", "add xla-memory-report.txt" },
    { "runs-unread", dense, "runs", "add nothing.log" },
    { "runs-many", dense, "runs",
        "add bimodal.log; add nemo2.log; add maxtext-2026-07.log; add megatron-2026.log; add "
        "torchtitan-2026.log; add megatron-2025.log; add slow.log; press proposeRuns" },
    { "compare-flags", dense, "compare",
        "pin; edit parallelism.tensor 2; edit parallelism.fsdp 4" },
    { "compare-none", dense, "compare" },
    { "learn-glossary", small, "learn", "choose qt_tabwidget_tabbar 1; type glossarySearch shard" },
    { "learn-incidents", small, "learn", "choose qt_tabwidget_tabbar 2" },
    { "learn-course", small, "learn", "course course.yaml" },
    { "lesson-task", small, "",
        "page learn; press startLesson; press lessonNext; press checkTask; press hintTask",
        "lessonDock" },
    { "lesson-solved", small, "",
        "page learn; press startLesson; press lessonNext; press answerTask", "lessonDock" },
    { "lesson-shown", small, "", "page learn; press startLesson; key F5", "presenterWindow" },
    { "dialogs", dense, "start",
        "entry Preferences; entry Keyboard shortcuts; entry Report a problem; entry About "
        "Headroom; "
        "key Ctrl+K; key Ctrl+K; in type paletteInput tensor",
        "planBar" },
    { "dialogs-model", dense, "model",
        "page model; press browse_model; in type pickerSearch llama3; press describeModel; "
        "page hardware; press browse_hardware.accelerator; in type pickerSearch tpu",
        "planBar" },
    { "dialogs-flags", dense, "flags",
        "page flags; press flagSetsButton; in choose flagSetChoice 1; press pasteFlagsButton; "
        "in type flagText --xla_gpu_enable_latency_hiding_scheduler=tru\\n--xla_gpu_nothing=1\\n"
        "--xla_gpu_enable_pipelined_all_gather=true; in choose lintFindings 0; page cluster; "
        "press clusterPrices",
        "planBar" },
    { "narrow-start", dense, "start", "resize 1500 800" },
    { "narrow-model", dense, "model", "resize 1500 800" },
    { "narrow-hardware", dense, "hardware", "resize 1500 800" },
    { "narrow-workload", dense, "workload", "resize 1500 800" },
    { "narrow-parallelism", stages, "parallelism", "resize 1500 800" },
    { "narrow-suggest", small, "suggest", "resize 1500 800" },
    { "narrow-flags", dense, "flags", "resize 1500 800" },
    { "narrow-timeline", dense, "timeline", "resize 1500 800" },
    { "narrow-levers", small, "levers", "resize 1500 800" },
    { "narrow-cluster", small, "cluster", "resize 1500 800; press findMachines" },
    { "narrow-result", dense, "result", "resize 1500 800" },
    { "narrow-runs", dense, "runs", "resize 1500 800; add slow.log" },
    { "narrow-export", dense, "export", "resize 1500 800" },
    { "narrow-validation", small, "validation", "resize 1500 800" },
    { "narrow-learn", small, "learn", "resize 1500 800" },
    { "narrow-compare", dense, "compare",
        "resize 1500 800; pin; edit parallelism.micro_batch_sequences 2; pin" },
    { "narrow-window", dense, "model", "resize 1300 700", "mainWindow" },
    { "incident-played", small, "learn",
        "choose qt_tabwidget_tabbar 2; type incidentSeed 7; choose incidentLevel 1; press "
        "incidentPlayNumber; press incidentWhole" },
    { "incident-measured", small, "learn",
        "as incident-played; choose measureKind 1; press measureNow" },
    { "incident-answered", small, "learn",
        "as incident-played; choose incidentCause 1; press incidentAnswerNow" },
    { "dark-model", dense, "model", "page model; entry Dark" },
    { "dark-parallelism", dense, "parallelism", "page parallelism; entry Dark" },
    { "dark-flags", dense, "flags", "page flags; entry Dark" },
    { "dark-timeline", dense, "timeline", "page timeline; entry Dark" },
    { "dark-levers", small, "levers", "page levers; entry Dark" },
    { "dark-result", experts, "result", "page result; entry Dark" },
    { "dark-compare", dense, "compare",
        "pin; edit parallelism.micro_batch_sequences 2; pin; page compare; entry Dark" },
    { "dark-runs", dense, "runs", "add slow.log; page runs; entry Dark" },
    { "dark-validation", small, "validation", "page validation; entry Dark" },
    { "dark-learn", small, "learn", "page learn; entry Dark" },
    { "formula", dense, "model", "show memory.peak", "derivationDialog" },
};

constexpr QLatin1String another("as "); ///< before the name of a scene whose steps come first

} // namespace

QStringList stepsOf(const Scene &scene)
{
    QStringList steps
        = QString::fromLatin1(scene.steps).split(QStringLiteral("; "), Qt::SkipEmptyParts);
    if (!steps.isEmpty() && steps.first().startsWith(another))
        if (const Scene *other = sceneOf(steps.takeFirst().mid(another.size())))
            return stepsOf(*other) + steps;
    return steps;
}

const Scene *sceneOf(const QString &name)
{
    const auto found = std::ranges::find_if(
        scenes, [&](const Scene &scene) { return name == QLatin1String(scene.name); });
    return found == std::end(scenes) ? nullptr : found;
}

} // namespace headroom
