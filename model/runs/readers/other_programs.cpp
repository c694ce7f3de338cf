#include "model/runs/readers/log_reader.h"

// Programs whose output is no log of training, by a text that they alone print. @source
// vllm-project/vllm; sgl-project/sglang; EleutherAI/lm-evaluation-harness; ggerganov/llama.cpp;
// pypa/pip; NVIDIA/TensorRT-LLM; triton-inference-server; volcengine/verl; OpenRLHF/OpenRLHF

namespace headroom {
namespace {

void readServing(LogReader &log, const CleanLine &line)
{
    log.seeOther({ "run-is-inference", {} }, line);
}

void readReinforcement(LogReader &log, const CleanLine &line)
{
    log.seeOther({ "run-is-reinforcement", {} }, line);
}

void readTesting(LogReader &log, const CleanLine &line)
{
    log.seeOther({ "run-is-evaluation", {} }, line);
}

void readBuild(LogReader &log, const CleanLine &line)
{
    log.seeOther({ "run-is-build", {} }, line);
}

void readBenchmark(LogReader &log, const CleanLine &line)
{
    log.seeOther({ "run-is-benchmark", {} }, line);
}

constexpr LineReader otherReaders[] {
    { "actor/pg_loss", readReinforcement }, // verl
    { "critic/advantages/", readReinforcement },
    { "'completions/mean_length'", readReinforcement }, // trl's GRPOTrainer
    { "advantage_estimator", readReinforcement }, // OpenRLHF
    { "adv_estimator", readReinforcement },
    { "GRPOTrainer", readReinforcement },
    { "PPOTrainer", readReinforcement },
    { "Avg prompt throughput:", readServing },
    { "Avg generation throughput:", readServing },
    { "gen throughput (token/s)", readServing },
    { "Initializing an LLM engine", readServing },
    { "Uvicorn running on", readServing },
    { "llama_print_timings:", readServing },
    { "llama_perf_context_print:", readServing },
    { "Processed prompts:", readServing },
    { "example_chat_completion.py", readServing },
    { "example_text_completion.py", readServing },
    { "Output token throughput (tok/s):", readServing },
    { "generation_tokens_per_second ", readServing },
    { "Running loglikelihood requests", readTesting },
    { "Running generate_until requests", readTesting },
    { "|n-shot|", readTesting },
    { "***** Running Evaluation *****", readTesting },
    { "***** Running Prediction *****", readTesting },
    { "Building wheel", readBuild },
    { "Successfully built ", readBuild },
    { "Successfully installed ", readBuild },
    { "Linking CXX ", readBuild },
    { "Building CXX object", readBuild },
    { "/bin/nvcc ", readBuild },
    { "bandwidthTest", readBenchmark },
    { "Benchmark ", readBenchmark },
};

} // namespace

std::span<const LineReader> otherProgramLines()
{
    return otherReaders;
}

} // namespace headroom
