#include "model/launch/megatron_arguments.h"
#include "model/launch/shell_text.h"

#include <fmt/format.h>

namespace headroom {

std::string megatronData(const LaunchSpec &spec)
{
    const Job job = spec.job();
    const std::string tokens = job.tokenizer.empty()
        ? fmt::format("--tokenizer-type NullTokenizer --vocab-size {}", spec.model().vocab)
        : fmt::format("--tokenizer-type HuggingFaceTokenizer --tokenizer-model {}",
            shellQuote(job.tokenizer));
    const std::string data = job.dataPath.empty()
        ? std::string { "--mock-data" }
        : fmt::format("--data-path {}", shellQuote(job.dataPath));
    return fmt::format(
        "TOKENS=({})\n"
        "DATA=({} --split \"99,1,0\")\n"
        "# Data and a tokenizer among the arguments stand for these; other arguments are added.\n"
        "for WORD in \"$@\"; do\n"
        "  case \"${{WORD%%=*}}\" in\n"
        "    --data-path | --data-args-path | --per-split-data-args-path | --train-data-path)\n"
        "      DATA=()\n"
        "      ;;\n"
        "    --tokenizer-type)\n"
        "      TOKENS=()\n"
        "      ;;\n"
        "  esac\n"
        "done\n\n",
        tokens, data);
}

void addMegatronCheckpoints(const LaunchSpec &spec, ArgumentGroups &arguments)
{
    const Job job = spec.job();
    if (job.checkpointEverySteps == 0)
        return;
    const std::string folder = job.checkpointFolder.empty() ? "checkpoints" : job.checkpointFolder;
    arguments.start("KEEP");
    arguments.option("--save", folder);
    arguments.option("--load", folder); // an empty folder begins a run
    arguments.option("--save-interval", job.checkpointEverySteps);
    if (job.requeue)
        arguments.flag("--exit-signal-handler");
}

} // namespace headroom
