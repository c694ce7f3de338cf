#include "model/runs/readers/log_reader.h"

#include "model/base/units/quantity.h"
#include "model/runs/text/scan.h"

#include <array>

// Lines that no framework owns: devices, job systems, the compiler's reports.

namespace headroom {
namespace {

/// A device as its driver calls it: "NVIDIA H100 80GB HBM3", "AMD Instinct MI300X".
void readDeviceName(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.anyRun();
    if (run.facts.has("device_name"))
        return;
    for (const char *vendor : { "NVIDIA ", "AMD Instinct " })
        if (const std::size_t at = line.text.find(vendor); at != std::string_view::npos) {
            constexpr std::size_t longestName = 48;
            run.facts.set(
                "device_name", line.text.substr(at, longestName), log.file(), line.number);
            return;
        }
}

/// "SLURM_NNODES=8" and its kin, as `env` and traced shells print them
void readSlurm(LogReader &log, const CleanLine &line)
{
    struct Variable
    {
        const char *name, *fact;
    };
    static constexpr std::array variables { Variable { "SLURM_NNODES=", "nodes" },
        Variable { "SLURM_JOB_NUM_NODES=", "nodes" },
        Variable { "SLURM_GPUS_ON_NODE=", "devices_per_node" },
        Variable { "SLURM_GPUS_PER_NODE=", "devices_per_node" } };
    for (const Variable &variable : variables)
        if (const auto value = line.integerBehind(variable.name); value && *value > 0)
            log.anyRun().facts.set(variable.fact, std::to_string(*value), log.file(), line.number);
}

/// A row of sacct: "…|billing=64,cpu=512,gres/gpu=64,mem=8T,node=8|…"
void readAccounting(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.anyRun();
    if (const auto devices = line.integerBehind("gres/gpu="); devices && *devices > 0)
        run.facts.set("devices", std::to_string(*devices), log.file(), line.number);
    if (const auto nodes = line.integerBehind(",node="); nodes && *nodes > 0)
        run.facts.set("nodes", std::to_string(*nodes), log.file(), line.number);
}

/// "Total bytes used: 68719476736 (64.00GiB)" of XLA's memory-usage report
void readMemoryReport(LogReader &log, const CleanLine &line)
{
    if (const auto bytes = line.numberBehind("Total bytes used: "); bytes && *bytes > 0)
        log.anyRun().memory.join({ 0, 0, 0, *bytes, 0 });
}

/// "CompiledMemoryStats(generated_code_size_in_bytes=…, argument_size_in_bytes=…, …)" per device
void readMemoryAnalysis(LogReader &log, const CleanLine &line)
{
    const auto part = [&line](const char *name) {
        Scan scan { line.text };
        // "host_temp_size_in_bytes" holds "temp_size_in_bytes".
        while (scan.after(name)) {
            const std::size_t at = static_cast<std::size_t>(scan.rest().data() - line.text.data())
                - std::string_view(name).size();
            if (at > 0 && line.text[at - 1] == '_')
                continue;
            return scan.number().value_or(0);
        }
        return 0.0;
    };
    CompiledMemory memory;
    memory.arguments = Bytes { part("argument_size_in_bytes=") };
    memory.outputs = Bytes { part("output_size_in_bytes=") };
    memory.temporary = Bytes { part("temp_size_in_bytes=") };
    memory.aliased = Bytes { part("alias_size_in_bytes=") };
    memory.code = Bytes { part("generated_code_size_in_bytes=") };
    memory.host = Bytes { part("host_argument_size_in_bytes=") + part("host_output_size_in_bytes=")
        + part("host_temp_size_in_bytes=") - part("host_alias_size_in_bytes=")
        + part("host_generated_code_size_in_bytes=") };
    if (!memory.isKnown())
        return;
    RunTrace &run = log.anyRun();
    run.memory.join({ 0, 0, 0, memory.total().value(), 0 });
    // The step is the largest program of a run.
    if (memory.total() > run.compiled.memory.total())
        run.compiled.memory = memory;
}

/// A row of nvidia-smi: "|  0%   32C    P0    65W / 300W |  45023MiB / 81920MiB |"
void readDeviceMemory(LogReader &log, const CleanLine &line)
{
    const std::size_t end = line.text.find("MiB / ");
    const std::size_t begin = line.text.find_last_of(" |", end == 0 ? 0 : end - 1);
    const auto used = wholeNumberText(
        line.text.substr(begin == std::string_view::npos ? 0 : begin + 1, end - begin - 1));
    const auto total = line.numberBehind("MiB / ");
    if (!used || !total || line.text.find('|') == std::string_view::npos)
        return;
    RunTrace &run = log.anyRun();
    if (*total > 0 && !run.facts.has("device_gib"))
        run.facts.set("device_gib", std::to_string(*total * bytesPerMib / bytesPerGib), log.file(),
            line.number);
    constexpr double idleMib = 1024; // a context without a program
    if (*used > idleMib)
        log.anyRun().memory.join({ 0, 0, *used * bytesPerMib, 0, 0 });
}

/// "GPU: Tesla T4. Max memory: 14.741 GB." of unsloth, "- GPU type: NVIDIA A100 80GB PCIe"
void readGpuName(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.anyRun();
    constexpr std::size_t longestName = 48;
    if (const std::size_t at = line.text.find("Tesla ");
        !run.facts.has("device_name") && at != std::string_view::npos) {
        Scan name { line.text.substr(at, longestName) };
        run.facts.set("device_name", name.until("."), log.file(), line.number);
    }
    if (const auto gib = line.numberBehind("Max memory: "); gib && *gib > 0)
        run.facts.set("device_gib", std::to_string(*gib), log.file(), line.number);
}

/// "Model is initialized with precision torch.bfloat16", "using torch.float16 for parameters"
void readPrecision(LogReader &log, const CleanLine &line)
{
    const bool isHalf = line.text.find("torch.float16") != std::string_view::npos;
    const bool isBf16 = line.text.find("torch.bfloat16") != std::string_view::npos;
    if (isHalf || isBf16)
        log.anyRun().facts.set("precision", isBf16 ? "bf16" : "fp16", log.file(), line.number);
}

/// The text from the word on that begins so; empty: it is only the end of another, as in
/// kv_lora_rank.
std::string_view fromWord(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos)
        return {};
    const char before = at == 0 ? ' ' : text[at - 1];
    const bool isInside = before == '_' || (before >= 'a' && before <= 'z')
        || (before >= 'A' && before <= 'Z') || (before >= '0' && before <= '9');
    return isInside ? std::string_view {} : text.substr(at);
}

/// "Saving LoRA weights to …", "lora_r: 16"
void readAdapters(LogReader &log, const CleanLine &line)
{
    if (line.text.find("Saving LoRA") == std::string_view::npos
        && fromWord(line.text, "lora_r").empty())
        return;
    log.anyRun().facts.set("adapters", "true", log.file(), line.number);
    for (const char *mark : { "lora_r: ", "lora_rank: ", "lora_r=", "lora_rank=", "lora_r = " })
        if (const auto rank = line.integerBehind(mark); rank && *rank > 0)
            log.told("adapter_rank", static_cast<double>(*rank), line);
}

/// A program that trains is set up: "composer.trainer.trainer: Run name: …", "train_loader:".
void seeTraining(LogReader &log, const CleanLine &line)
{
    log.anyRun().facts.set("trains", "true", log.file(), line.number);
}

constexpr LineReader machineReaders[] {
    { "composer.trainer", seeTraining },
    { "train_loader:", seeTraining },
    { "NVIDIA ", readDeviceName },
    { "AMD Instinct ", readDeviceName },
    { "SLURM_", readSlurm },
    { "gres/gpu=", readAccounting },
    { "Total bytes used: ", readMemoryReport },
    { "argument_size_in_bytes=", readMemoryAnalysis },
    { "MiB / ", readDeviceMemory },
    { "Tesla ", readGpuName },
    { "Max memory: ", readGpuName },
    { " precision torch.", readPrecision },
    { "for parameters", readPrecision },
    { "Saving LoRA", readAdapters },
    { "lora_r", readAdapters },
};

} // namespace

std::span<const LineReader> machineLines()
{
    return machineReaders;
}

} // namespace headroom
