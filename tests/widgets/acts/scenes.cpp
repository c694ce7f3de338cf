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
        "page start; press askSlow; press askRun; fill editor_device_name; unfocus" },
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
    { "night-start", dense, "start", "page start; entry Dark; press findPlan" },
    { "night-hardware", dense, "hardware", "page hardware; entry Dark" },
    { "night-workload", dense, "workload", "page workload; entry Dark" },
    { "night-suggest", small, "suggest", "page suggest; entry Dark" },
    { "night-cluster", small, "cluster", "page cluster; press findMachines; entry Dark" },
    { "night-export", dense, "export", "page export; entry Dark; choose exportFiles 1" },
    { "night-your-file", dense, "your_file", "read intake/axolotl.yml; entry Dark" },
    { "night-lesson", small, "",
        "page learn; press startLesson; press lessonNext; press checkTask; entry Dark",
        "lessonDock" },
    { "night-incident", small, "learn", "as incident-played; entry Dark" },
    { "night-presenter", small, "", "page learn; press startLesson; entry Dark; key F5",
        "presenterWindow" },
    { "file-axolotl", dense, "your_file", "read intake/axolotl.yml" },
    { "file-trainer", dense, "your_file", "read intake/trainer.sh; choose yourFileObjective 1" },
    { "file-megatron", dense, "your_file", "read intake/megatron.sh; press yourFileNumerics" },
    { "file-swift", small, "your_file", "read intake/swift.sh; choose yourFileObjective 2" },
    { "file-titan", dense, "your_file", "read intake/torchtitan.toml; press yourFileWork" },
    { "file-llama", small, "your_file",
        "read intake/llama-factory.yaml; choose yourFileObjective 3; press yourFileCopy" },
    { "file-two", dense, "your_file",
        "read intake/deepspeed-include.sh intake/ds_config.json; choose yourFileNames 1" },
    { "file-maxtext", dense, "your_file", "read intake/maxtext.sh" },
    { "file-unread", dense, "start", "read runs/nothing.log" },
    { "log-killed", dense, "runs", "add killed.log" },
    { "log-tpu-oom", tpu, "runs", "add tpu-oom.log" },
    { "log-torch-oom", dense, "runs", "add torch-oom.log" },
    { "log-tables", dense, "runs",
        "add tensorboard.csv; add trainer_state.json; add nsys-stats.csv; choose runTable 0" },
    { "log-profile", dense, "runs", "add slow.log; add torch.pt.trace.json; choose runTable 0" },
    { "log-links", dense, "runs", "add nccl-2026.txt; add nccl.json; add measure.json" },
    { "log-tools", dense, "runs",
        "add deepspeed-2026.log; add litgpt.log; add torchtune.log; choose runTable 1" },
    { "log-command", dense, "runs", "read runs/maxtext-command.log" },
    { "log-asked", dense, "runs", "read runs/public/61-axolotl-mixtral.log" },
    { "log-answered", dense, "runs",
        "read runs/public/63-axolotl-1b-lora.log; fill editor_device_name" },
    { "log-experts", experts, "runs", "add megatron-2026.log; add megatron-gap.log" },
    { "log-slurm", stages, "runs", "read runs/slurm-17.out" },
    { "taught-words", small, "",
        "page learn; choose lessonList 1; press startLesson; press lessonNext", "lessonDock" },
    { "taught-sources", small, "",
        "page learn; press startLesson; press lessonNext; press lessonNext; press lessonNext",
        "lessonDock" },
    { "taught-second", small, "",
        "page learn; choose lessonList 2; press startLesson; press lessonNext", "lessonDock" },
    { "taught-third", small, "",
        "page learn; choose lessonList 3; press startLesson; press lessonNext; press lessonNext",
        "lessonDock" },
    { "taught-end", small, "",
        "page learn; choose lessonList 1; press startLesson; choose lessonPlaces 3; press "
        "answerTask; press lessonNext; press lessonNext; press lessonNext; press lessonNext",
        "lessonDock" },
    { "edited-model", dense, "model", "page model; edit workload.sequence_length 2048" },
    { "edited-hardware", dense, "hardware",
        "page hardware; edit hardware.nodes 2; edit parallelism.fsdp 16" },
    { "edited-workload", dense, "workload", "page workload; edit workload.mode inference" },
    { "edited-parallelism", stages, "parallelism",
        "page parallelism; edit parallelism.micro_batch_sequences 2" },
    { "edited-flags", dense, "flags", "page flags; edit workload.sequence_length 2048" },
    { "edited-timeline", dense, "timeline",
        "page timeline; edit parallelism.fsdp 3; edit parallelism.fsdp 8" },
    { "edited-levers", small, "levers", "page levers; edit workload.sequence_length 2048" },
    { "edited-result", experts, "result",
        "page result; edit parallelism.micro_batch_sequences 2; key Ctrl+Z; edit "
        "workload.sequence_length 2048" },
    { "edited-export", dense, "export", "page export; edit framework torchtitan" },
    { "edited-validation", small, "validation",
        "page validation; edit workload.sequence_length 2048" },
    { "edited-search-name", small, "suggest", "press searchStart; edit name Another" },
    { "edited-search", small, "suggest", "press searchStart; edit workload.sequence_length 1024" },
    { "edited-narrow-timeline", dense, "timeline",
        "resize 1500 800; press xla_gpu_enable_latency_hiding_scheduler" },
    { "edited-search-memory", small, "suggest", "choose searchObjective 1; press searchStart" },
    { "edited-search-cost", dense, "suggest", "choose searchObjective 2; press searchStart" },
    { "edited-search-devices", experts, "suggest", "choose searchObjective 3; press searchStart" },
    { "edited-search-chosen", dense, "suggest",
        "press searchStart; choose searchTable 2; press searchEquals" },
    { "taught-code", small, "",
        "page learn; choose lessonList 9; press startLesson; press lessonNext; press lessonNext",
        "lessonDock" },
    { "taught-table", small, "", "page learn; choose lessonList 4; press startLesson; key F5",
        "presenterWindow" },
    { "asked-steps", small, "suggest", "press searchStart; choose qt_tabwidget_tabbar 1" },
    { "asked-methods", small, "suggest", "press searchStart; choose qt_tabwidget_tabbar 2" },
    { "explained-degree", dense, "parallelism", "focus parallelism.tensor", "explanationPane" },
    { "explained-model", small, "model", "focus model", "explanationPane" },
    { "explained-memory", dense, "workload", "focus workload.sequence_length", "explanationPane" },
    { "asked-model-text", dense, "model",
        "page model; press describeModel; in type own_layers 1.5; in press OK", "planBar" },
    { "asked-model-experts", dense, "model",
        "page model; press describeModel; in press ownExperts; in type own_moe_experts x; in press "
        "OK",
        "planBar" },
    { "asked-model-wrong", dense, "model",
        "page model; press describeModel; in type own_heads 7; in press OK", "planBar" },
    { "asked-model", dense, "model",
        "page model; press describeModel; in type own_layers 16; in press ownExperts; in type "
        "own_moe_experts 8; in type own_moe_top_k 2; in type own_moe_ffn 4096; in press OK" },
    { "asked-set", dense, "flags",
        "page flags; press flagSetsButton; in choose flagSetChoice 2; in press applyFlagSet" },
    { "asked-flags", dense, "flags",
        "page flags; press pasteFlagsButton; in type flagText "
        "--xla_gpu_enable_latency_hiding_scheduler=false\\n--xla_gpu_nothing=1; in wait; in "
        "press importFlags; choose flagShow 5" },
    { "asked-fixes", dense, "flags",
        "page flags; press pasteFlagsButton; in type flagText export "
        "XLA_FLAGS='--xla_gpu_nothing=1 --xla_gpu_enable_latency_hiding_scheduler=tru'; in wait; "
        "in choose lintFindings 1; in press fixFlags; in wait",
        "planBar" },
    { "asked-days", dense, "suggest", "page suggest; type searchDeadline 0; press searchStart",
        "searchProblem" },
    { "asked-results", dense, "suggest", "page suggest; type searchTop 0.5; press searchStart",
        "searchProblem" },
    { "asked-deadline", small, "suggest",
        "page suggest; type searchDeadline 30; type searchTop 3; press searchStart" },
    { "asked-cluster", small, "cluster", "type clusterSequence 0; press findMachines" },
    { "asked-cluster-cost", small, "cluster",
        "type clusterBudget 100; type clusterSequence 8192; type clusterBatch 64; press "
        "findMachines" },
    { "asked-cluster-tokens", small, "cluster", "type clusterTokens many; press findMachines" },
    { "asked-cluster-none", small, "cluster", "type clusterBudget 1; press findMachines" },
    { "asked-plan", dense, "model", "page start; press findPlan; press finderApply" },
    { "asked-plan-export", dense, "export", "page start; press findPlan; press finderExport" },
    { "asked-search-apply", small, "model", "page suggest; press searchStart; press searchApply" },
    { "asked-search-export", small, "export",
        "page suggest; press searchStart; press searchExport" },
    { "asked-cluster-apply", small, "model",
        "page cluster; press findMachines; press clusterApply" },
    { "asked-examples", dense, "start", "page start; press allExamples" },
    { "asked-seconds", dense, "result", "page result; type measuredSeconds 20" },
    { "asked-job", dense, "export",
        "page export; press jobFold; edit job.time_limit_minutes 60; edit job.requeue true; edit "
        "job.checkpoint_every_steps 100; edit job.partition gpu" },
    { "asked-config", dense, "model",
        "page model; file huggingface/deepseek-v2-lite.json; press chooseConfig; unfocus" },
    { "asked-no-config", dense, "model",
        "page model; file runs/nothing.log; press chooseConfig; unfocus" },
    { "edited-preferences", dense, "start", "entry Preferences; in press Choose", "planBar" },
    { "file-answered", dense, "your_file",
        "read intake/trainer.sh; type editor_device_name h100-sxm; press answer_device_name" },
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

QStringList scenesNamed(const QString &beginning)
{
    QStringList names;
    for (const Scene &scene : scenes)
        if (const QString name = QLatin1String(scene.name); name.startsWith(beginning))
            names << name;
    return names;
}

const Scene *sceneOf(const QString &name)
{
    const auto found = std::ranges::find_if(
        scenes, [&](const Scene &scene) { return name == QLatin1String(scene.name); });
    return found == std::end(scenes) ? nullptr : found;
}

} // namespace headroom
