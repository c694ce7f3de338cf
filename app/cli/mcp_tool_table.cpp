#include "app/cli/mcp_tools.h"

namespace headroom {
namespace {

const McpArgument planArgument { "plan", "PLAN", McpKind::Plan, true };
const McpArgument settingsArgument { "set", "set", McpKind::Settings };
const McpArgument calibrationArgument { "calibration", "calibration", McpKind::FileOrId };

} // namespace

/// One row for each tool. Left out are options that write, print or only take long.
const std::vector<McpTool> &mcpTools()
{
    static const std::vector<McpTool> tools {
        { "plan", "plan",
            "Makes a plan of what there is: configurations and launch scripts of any framework, "
            "config.json, logs, or a sentence such as \"Llama 3 8B on 8 H100, sequence 8192\". "
            "Lists what is missing, with a guess for each.",
            { { "files", "FILE", McpKind::Files }, { "text", "FILE", McpKind::InlineText },
                { "plan", "plan", McpKind::Plan } },
            { "files", "text" }, {} },
        { "estimate", "estimate",
            "Predicts memory, step time and throughput of a plan, with intervals, findings and "
            "what would help. `explain` derives one number, such as gemm or saved_activations, "
            "down to its inputs.",
            { planArgument, settingsArgument, calibrationArgument,
                { "compiled", "compiled", McpKind::File },
                { "measured_step_seconds", "measured-step-seconds", McpKind::Number },
                { "explain", "explain", McpKind::Text } },
            {}, {} },
        { "search", "search",
            "Finds the fastest valid configurations of a plan on its machines and recommends one, "
            "with the chance that each fits. May take half a minute.",
            { planArgument, settingsArgument, { "free", "free", McpKind::Names },
                { "fix", "fix", McpKind::Names }, { "target", "target", McpKind::Text },
                { "top", "top", McpKind::Number }, { "objective", "objective", McpKind::Text },
                { "deadline_days", "deadline-days", McpKind::Number },
                { "min_fit", "min-fit", McpKind::Number }, calibrationArgument,
                { "why", "why", McpKind::Flag } },
            {}, {} },
        { "cluster", "cluster",
            "Finds what to train a model on: days and cost on every chip and number of devices. "
            "Takes a plan or the id of a model.",
            { planArgument, settingsArgument, { "tokens", "tokens", McpKind::Number },
                { "days", "days", McpKind::Number }, { "budget", "budget", McpKind::Number },
                { "chips", "chips", McpKind::Names }, { "price", "price", McpKind::Names },
                { "most_devices", "most-devices", McpKind::Number }, calibrationArgument },
            {}, {} },
        { "explain", "explain",
            "Explains a compiler flag, environment variable, recomputation policy, recipe, term of "
            "an estimate or word of the glossary; with `plan`, what it does to that plan.",
            { { "name", "NAME", McpKind::Text }, { "jaxlib", "jaxlib", McpKind::Text },
                { "plan", "plan", McpKind::Plan }, { "language", "language", McpKind::Text } },
            {}, {} },
        { "lint", "lint",
            "Checks the flags of a script, program, plan or flag string against a release: what "
            "would abort, is lost or does not work as meant.",
            { { "file", "FILE", McpKind::File }, { "text", "FILE", McpKind::InlineText },
                { "jaxlib", "jaxlib", McpKind::Text },
                { "accelerator", "accelerator", McpKind::Text }, { "fix", "fix", McpKind::Flag } },
            { "file", "text" }, {} },
        { "tune", "tune",
            "Proposes changes of the user's own files as a unified diff, each with its gain.",
            { { "files", "FILE", McpKind::Files }, { "chip", "chip", McpKind::Text },
                { "nodes", "nodes", McpKind::Number }, { "log", "log", McpKind::File },
                { "objective", "objective", McpKind::Text }, { "allow", "allow", McpKind::Names } },
            {}, {} },
        { "export_preview", "export",
            "Shows the launch files of a plan for a framework or cluster, without writing them.",
            { planArgument, settingsArgument, { "target", "target", McpKind::Text, true },
                { "benchmark", "benchmark", McpKind::Flag } },
            {}, { "preview" } },
        { "diagnose", "diagnose",
            "Says why measured runs differ from their prediction, by a project file of runs or a "
            "log.",
            { { "csv", "FILE", McpKind::File }, { "run", "run", McpKind::Text },
                { "plan", "plan", McpKind::Plan } },
            {}, {} },
    };
    return tools;
}

} // namespace headroom
