#include "model/runs/readers/file_readers.h"

#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/facts/collective_test.h"
#include "model/runs/readers/exported_settings.h"
#include "model/runs/text/json_events.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <cmath>
#include <set>

// JSON that frameworks and tests write as files. @source huggingface/transformers:
// trainer_callback.py, trainer_utils.py; NVIDIA/nccl-tests: src/util.cu (-J); deepspeedai/DeepSpeed
// configuration

namespace headroom {
namespace {

/// Everything that a JSON file of these kinds says, gathered in one pass.
class JsonSource
{
public:
    JsonSource(std::string file, TraceCollection &into)
        : m_file(std::move(file))
        , m_into(into)
        , m_kind(collectiveKind(m_file))
    { }

    JsonListener listener()
    {
        return { [this](
                     const std::string &path, const std::string &text) { takeValue(path, text); },
            [this](const std::string &array, const JsonRecord &record) {
                takeRecord(array, record);
            } };
    }

    void finish(const RunSource &source);

private:
    void takeValue(const std::string &path, const std::string &text)
    {
        if (path == "substituted" && m_substituted.size() < maxWords)
            return m_substituted.push_back(displayLine(text, longestWord));
        if (path == "rank_seconds")
            return takeRankSeconds(wholeNumberText(text).value_or(0));
        if (path == "args" && m_kind.empty())
            m_kind = collectiveKind(text);
        const bool isList = path == "trained_modules" || path == "lora_parameters";
        if (!m_facts.has(path))
            m_facts.set(path, text, m_file, 1);
        else if (isList && m_facts.find(path)->value.size() < maxWords * longestWord)
            m_facts.set(path, m_facts.find(path)->value + ", " + text, m_file, 1);
    }
    void takeRecord(const std::string &array, const JsonRecord &record)
    {
        if (array == "log_history")
            takeHistory(record);
        else if (array == "config.devices" || array == "devices")
            takeDevice(record);
        else if (array == "results")
            takeCollective(record);
        else if (array == "measurements")
            takeKitRow(record);
        else if (array == "clocks" && record.text("when") == "load")
            takeClock(record);
        else if (array == "collectives")
            takeCompiled(record);
        else if (array == "missing" && record.text("what") == "loops")
            m_hasUnknownLoops = true;
    }
    /// What the kit saw of one device while its slowest product ran.
    void takeClock(const JsonRecord &record)
    {
        if (const double clock = record.number("sm_mhz"); clock > 0) {
            m_signs.see(RunSign::LeastClockMhz, clock);
            m_signs.see(RunSign::MaxClockMhz, clock);
        }
        if (const double power = record.number("power_w"); power > 0)
            m_signs.see(RunSign::PowerW, power);
    }
    /// Seconds of the same product on each rank.
    void takeRankSeconds(double seconds)
    {
        if (!(seconds > 0))
            return;
        m_fastest = m_fastest > 0 ? std::min(m_fastest, seconds) : seconds;
        m_slowest = std::max(m_slowest, seconds);
    }
    void takeHistory(const JsonRecord &record)
    {
        m_hasHistory = true;
        for (const JsonField &field : record.fields)
            if (field.path.starts_with("train_") || field.path == "num_input_tokens_seen")
                m_facts.set(field.path, field.text, m_file, 1);
    }
    void takeDevice(const JsonRecord &record)
    {
        ++m_ranks;
        m_hosts.insert(std::string(record.text("hostname")));
        m_device = record.text("device_info");
    }
    void takeKitRow(const JsonRecord &record)
    {
        constexpr std::size_t maxRows = 20'000;
        if (m_kit.size() < maxRows)
            m_kit.push_back(record);
    }
    void takeCompiled(const JsonRecord &record);
    void takeCollective(const JsonRecord &record);
    bool finishProof(const RunSource &source);
    bool finishKit(const RunSource &source);
    KitMachine kitMachine() const;
    void finishTrainer(RunTrace &run);

    std::string m_file;
    TraceCollection &m_into;
    ConfigFacts m_facts;
    std::vector<CompiledCollective> m_compiled; ///< of a proof, as far as it is kept
    std::vector<JsonRecord> m_kit; ///< what the measuring kit found, as far as it is kept
    std::string m_kind, m_device;
    std::set<std::string> m_hosts;
    RunSigns m_signs; ///< of the kit
    double m_fastest = 0, m_slowest = 0; ///< of its ranks
    static constexpr std::size_t maxWords = 32, longestWord = 80;
    std::vector<std::string> m_substituted; ///< settings of a proof
    int m_ranks = 0;
    bool m_hasHistory = false, m_hasCollective = false, m_hasUnknownLoops = false;
};

/// The slower of out-of-place and in-place, as in the table.
void JsonSource::takeCollective(const JsonRecord &record)
{
    constexpr double microsecondsPerSecond = 1e6;
    OperationSample sample;
    double algorithmic = 0;
    for (const std::string part : { "out_of_place", "in_place" }) {
        const double time = record.number(part + ".time", record.number(part + ".cpu_time"));
        if (time / microsecondsPerSecond <= sample.seconds)
            continue;
        sample.seconds = time / microsecondsPerSecond;
        sample.busGbytesPerSecond = record.number(part + ".bus_bw");
        algorithmic = record.number(part + ".alg_bw");
    }
    sample.bytes = record.number("size");
    if (sample.bytes <= 0 || sample.seconds <= 0)
        return;
    m_hasCollective = true;
    sample.kind = m_kind;
    sample.group = m_ranks;
    sample.nodes = static_cast<int>(m_hosts.size());
    const std::string_view operation = record.text("redop");
    completeCollective(sample, algorithmic, !operation.empty() && operation != "none");
    if (sample.kind.empty())
        m_into.add(Unrecognised { m_file, 1, { "run-test-unnamed", {} } });
    else
        m_into.add(sample);
}

/// The Trainer knows the time of the whole run alone.
void JsonSource::finishTrainer(RunTrace &run)
{
    run.framework = "hf";
    run.format = m_hasHistory ? "hf-trainer-state" : "hf-trainer-results";
    // Of one process; DeepSpeed calls the batch of all ranks so.
    if (m_facts.has("train_batch_size"))
        run.facts.set("per_device_train_batch_size", m_facts.text("train_batch_size"), m_file, 1);
    const double runtime = m_facts.number("train_runtime").value_or(0);
    const double rate = m_facts.number("train_steps_per_second").value_or(0);
    const double steps = m_facts.number("global_step").value_or(std::round(runtime * rate));
    if (runtime <= 0 || steps < 1)
        return;
    StepSample sample;
    sample.step = static_cast<std::int64_t>(steps);
    sample.covered = steps;
    sample.value = runtime / steps;
    run.unnumbered.add(-1, sample);
    run.note({ "run-mean-only", {} });
    const double samples = m_facts.number("train_samples_per_second").value_or(0);
    if (samples > 0)
        run.facts.set(
            "total_batch_mean", std::to_string(std::llround(samples * runtime / steps)), m_file, 1);
}

KitMachine JsonSource::kitMachine() const
{
    constexpr double maxBytes = 1e18, maxUnits = 1e6, maxDevices = 1e4;
    const auto number = [this](const char *path, double most) {
        return std::clamp(m_facts.number(path).value_or(0), 0.0, most);
    };
    KitMachine machine;
    machine.file = m_file;
    machine.device = displayLine(m_facts.text("device"), longestWord);
    machine.accelerator = displayLine(m_facts.text("accelerator"), longestWord);
    const std::string backEnd = displayLine(m_facts.text("backend"), longestWord);
    const std::string release = displayLine(m_facts.text("versions." + backEnd), longestWord);
    if (!release.empty())
        machine.software = backEnd + ' ' + release;
    machine.capability = displayLine(m_facts.text("properties.capability"), longestWord);
    machine.memory = Bytes { number("properties.memory_bytes", maxBytes) };
    machine.computeUnits = number("properties.compute_units", maxUnits);
    machine.devicesPerNode = static_cast<int>(number("devices_per_node", maxDevices));
    machine.isSynthetic = m_facts.text("synthetic") == "true";
    return machine;
}

/// measure.json of the kit (profiles/measurements/measure.schema.json); false for another file.
bool JsonSource::finishKit(const RunSource &source)
{
    if (m_facts.text("kit") != "headroom-measure")
        return false;
    constexpr double version = 1;
    if (m_facts.number("schema_version") != version) {
        m_into.add(Unrecognised {
            m_file, 1, { "run-kit-version", { m_facts.text("schema_version"), "1" } } });
        return true;
    }
    const std::size_t before = m_into.operations.size();
    for (const JsonRecord &row : m_kit) {
        OperationSample sample;
        sample.kind = row.text("kind");
        sample.seconds = row.number("seconds");
        if (sample.kind.empty() || !(sample.seconds > 0)) {
            m_into.add(Unrecognised { m_file, 1,
                { "run-kit-row", { row.text("kind").empty() ? std::string("?") : sample.kind } } });
            continue;
        }
        sample.bytes = std::max(row.number("bytes"), 0.0);
        sample.group = static_cast<int>(std::clamp(row.number("group"), 0.0, 1e6));
        sample.nodes = static_cast<int>(std::clamp(row.number("nodes"), 0.0, 1e6));
        sample.busGbytesPerSecond = std::max(row.number("bus_gbytes_per_s"), 0.0);
        sample.name = row.text("name");
        sample.format = row.text("format");
        sample.flop = std::max(row.number("flop"), 0.0);
        sample.device = m_facts.text("device");
        sample.m = std::max(row.number("m"), 0.0);
        sample.k = std::max(row.number("k"), 0.0);
        sample.n = std::max(row.number("n"), 0.0);
        sample.batch = std::max(row.number("batch", 1), 1.0);
        m_into.add(sample);
    }
    if (m_into.operations.size() == before)
        m_into.add(Unrecognised { m_file, 1, { "run-kit-empty", {} } });
    else if (m_into.machines.size() < TraceCollection::maxUnrecognised)
        m_into.machines.push_back(kitMachine());
    if (m_fastest > 0 && m_slowest > m_fastest)
        m_signs.see(RunSign::RankSpread, m_slowest / m_fastest - 1);
    // What it saw of the machine belongs to the runs beside it.
    RunTrace machine;
    machine.format = "measuring-kit";
    machine.signs = m_signs;
    machine.sources = { source };
    if (!m_signs.empty())
        m_into.runs.push_back(std::move(machine));
    return true;
}

void JsonSource::takeCompiled(const JsonRecord &record)
{
    constexpr std::size_t maxRows = 1000;
    constexpr double maxDevices = 1e7, maxRuns = 1e15, maxBytes = 1e18;
    const auto kind = compiledKind(record.text("kind"));
    if (!kind || m_compiled.size() >= maxRows)
        return;
    m_compiled.push_back(
        { *kind, static_cast<int>(std::clamp(record.number("group"), 0.0, maxDevices)),
            std::clamp(record.number("count"), 0.0, maxRuns),
            Bytes { std::clamp(record.number("bytes"), 0.0, maxBytes) },
            !(record.number("unsure") > 0) });
}

/// prove.json of the compile-only check (profiles/measurements/prove.schema.json); false for
/// another file.
bool JsonSource::finishProof(const RunSource &source)
{
    if (m_facts.text("proof") != "headroom-prove")
        return false;
    const auto refuse = [this](const char *id, Operands operands) {
        m_into.add(Unrecognised { m_file, 1, { id, std::move(operands) } });
        return true;
    };
    constexpr double version = 1, maxDevices = 1e7;
    if (m_facts.number("schema_version") != version)
        return refuse("run-proof-version", { m_facts.text("schema_version"), "1" });
    RunTrace run;
    run.format = "compiled-step";
    run.sources = { source };
    run.planText = m_facts.text("plan_json");
    if (const Result<LoadedPlan> plan = parsePlan(run.planText, m_file); !plan)
        return refuse("run-proof-plan", { errorText(plan.errors().front()) });
    const auto bytes = [this](const char *name) {
        constexpr double maxBytes = 1e18;
        return Bytes { std::clamp(
            m_facts.number(std::string("memory.") + name).value_or(0), 0.0, maxBytes) };
    };
    CompiledStep &step = run.compiled;
    step.backEnd = displayLine(m_facts.text("on"), longestWord);
    step.topology = displayLine(m_facts.text("topology"), longestWord);
    step.devices
        = static_cast<int>(std::clamp(m_facts.number("devices").value_or(0), 0.0, maxDevices));
    step.memory = { bytes("argument_size_in_bytes"), bytes("output_size_in_bytes"),
        bytes("alias_size_in_bytes"), bytes("temp_size_in_bytes"),
        bytes("generated_code_size_in_bytes"), {} };
    step.memory.host = bytes("host_argument_size_in_bytes") + bytes("host_output_size_in_bytes")
        + bytes("host_temp_size_in_bytes") + bytes("host_generated_code_size_in_bytes")
        - bytes("host_alias_size_in_bytes");
    step.collectives = std::move(m_compiled);
    step.substituted = m_substituted;
    if (step.isEmpty())
        return refuse("run-proof-empty", {});
    if (!step.isOfChip())
        run.note({ "proof-stand-in", {} });
    else if (step.memory.isKnown())
        run.memory.join({ 0, 0, 0, step.memory.total().value(), 0 });
    if (m_hasUnknownLoops)
        run.note({ "proof-loops", {} });
    for (const std::string &word : step.substituted)
        run.note({ "proof-instead", { word } });
    for (const char *name : { "jax", "jaxlib", "libtpu", "maxtext" })
        if (const std::string own = m_facts.text(std::string("versions.") + name); !own.empty())
            run.environment[name] = displayLine(own, longestWord);
    m_into.runs.push_back(std::move(run));
    return true;
}

void JsonSource::finish(const RunSource &source)
{
    if (finishProof(source) || finishKit(source))
        return;
    RunTrace run;
    run.sources = { source };
    const auto hasAny = [this](std::initializer_list<const char *> keys) {
        return std::ranges::any_of(keys, [this](const char *key) { return m_facts.has(key); });
    };
    if (m_hasHistory || hasAny({ "train_runtime" })) {
        finishTrainer(run);
        run.sources.front().hasSteps = run.isMeasured();
    } else if (addExportedSettings(m_facts, run)) {
        // all that it says is taken
    } else if (hasAny({ "train_batch_size", "train_micro_batch_size_per_gpu",
                   "zero_optimization.stage" })) {
        run.framework = "deepspeed";
        run.format = "deepspeed-config";
        run.config = m_facts;
    } else if (hasAny({ "training.seq_len", "training.local_batch_size" })) {
        run.framework = "torchtitan";
        run.format = "torchtitan-config";
        run.config = m_facts;
    } else if (hasAny({ "model_type", "architectures" })) {
        run.format = "model-config";
        run.modelFile = m_file;
    } else if (m_hasCollective) {
        return;
    } else {
        m_into.add(Unrecognised { m_file, 1, { "run-json-unknown", {} } });
        return;
    }
    m_into.runs.push_back(std::move(run));
}

} // namespace

void readJsonSource(DigestStream &stream, const std::string &file, TraceCollection &into)
{
    JsonSource json(file, into);
    std::string problem;
    if (readJsonEvents(stream, json.listener(), problem))
        json.finish({ file, stream.digest(), false });
    else
        into.add(Unrecognised { file, 1, { "run-json-broken", { problem } } });
}

} // namespace headroom
