#include "plan_changes.h"
#include "recorded_answers.h"

#include "app/cli/export_tools.h"
#include "model/launch/common/inline_shape.h"
#include "model/launch/targets/export_targets.h"
#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/parameter_count.h"

#include <QTest>

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>

using namespace headroom;

namespace {

/// A shape that differs from another one in one member.
struct ShapeChange
{
    const char *name;
    std::function<void(ModelShape &)> apply;
};

MoeShape &experts(ModelShape &shape)
{
    if (!shape.moe) {
        shape.moe = MoeShape { 8, 2, 0, false, 1024, 0, shape.layers, 1, false };
        shape.ffn = 0;
    }
    return *shape.moe;
}

void rope(ModelShape &shape, RopeScaling scaling, double factor, std::int64_t length)
{
    shape.rope.scaling = scaling;
    shape.rope.factor = factor;
    shape.rope.originalLength = length;
}

const std::vector<ShapeChange> &shapeChanges()
{
    static const std::vector<ShapeChange> all {
        { "layers", [](ModelShape &s) { s.layers += 4; } },
        { "hidden", [](ModelShape &s) { s.hidden *= 2; } },
        { "ffn", [](ModelShape &s) { s.ffn = 8192; } },
        { "heads", [](ModelShape &s) { s.heads *= 2; } },
        { "key-value heads", [](ModelShape &s) { s.kvHeads = s.heads; } },
        { "head width", [](ModelShape &s) { s.headDim = 96; } },
        { "vocabulary", [](ModelShape &s) { s.vocab += 24; } },
        { "plain MLP", [](ModelShape &s) { s.gatedMlp = false; } },
        { "gelu", [](ModelShape &s) { s.activation = "gelu"; } },
        { "squared relu",
            [](ModelShape &s) {
                s.gatedMlp = false;
                s.activation = "relu2";
            } },
        { "layer norm", [](ModelShape &s) { s.norm = NormKind::Layer; } },
        { "layer norm without bias",
            [](ModelShape &s) {
                s.norm = NormKind::Layer;
                s.normBias = false;
            } },
        { "norm without weights", [](ModelShape &s) { s.norm = NormKind::Nonparametric; } },
        { "one norm", [](ModelShape &s) { s.normsPerLayer = 1; } },
        { "norms behind", [](ModelShape &s) { s.normPlacement = NormPlacement::Post; } },
        { "norms on both sides",
            [](ModelShape &s) {
                s.normPlacement = NormPlacement::Both;
                s.normsPerLayer = 4;
            } },
        { "embedding norm", [](ModelShape &s) { s.embeddingNorm = true; } },
        { "parallel block", [](ModelShape &s) { s.parallelBlock = true; } },
        { "tied", [](ModelShape &s) { s.tiedEmbeddings = true; } },
        { "head bias", [](ModelShape &s) { s.headBias = true; } },
        { "learned positions",
            [](ModelShape &s) {
                s.positionEmbedding = PositionEmbedding::Learned;
                s.learnedPositions = 4096;
            } },
        { "alibi", [](ModelShape &s) { s.positionEmbedding = PositionEmbedding::Alibi; } },
        { "no positions", [](ModelShape &s) { s.positionEmbedding = PositionEmbedding::None; } },
        { "half rotated", [](ModelShape &s) { s.rotaryFraction = 0.5; } },
        { "no base", [](ModelShape &s) { s.rope = {}; } },
        { "base", [](ModelShape &s) { s.rope.base = 12345.5; } },
        { "unscaled", [](ModelShape &s) { s.rope.scaling = RopeScaling::None; } },
        { "llama 3", [](ModelShape &s) { rope(s, RopeScaling::Llama3, 8, 8192); } },
        { "llama 3 of another factor",
            [](ModelShape &s) { rope(s, RopeScaling::Llama3, 3, 8192); } },
        { "llama 3 of another length",
            [](ModelShape &s) { rope(s, RopeScaling::Llama3, 8, 4096); } },
        { "llama 3 of other frequencies",
            [](ModelShape &s) {
                rope(s, RopeScaling::Llama3, 8, 8192);
                s.rope.lowFrequency = 2;
                s.rope.highFrequency = 5;
            } },
        { "linear", [](ModelShape &s) { rope(s, RopeScaling::Linear, 4, 0); } },
        { "linear by parts", [](ModelShape &s) { rope(s, RopeScaling::Linear, 2.5, 0); } },
        { "yarn", [](ModelShape &s) { rope(s, RopeScaling::Yarn, 40, 4096); } },
        { "yarn of other rotations",
            [](ModelShape &s) {
                rope(s, RopeScaling::Yarn, 40, 4096);
                s.rope.betaFast = 16;
                s.rope.betaSlow = 2;
                s.rope.mscale = 0.5;
                s.rope.mscaleAllDim = 0.7;
            } },
        { "biases of queries", [](ModelShape &s) { s.attentionBias = AttentionBias::Qkv; } },
        { "all biases", [](ModelShape &s) { s.attentionBias = AttentionBias::All; } },
        { "MLP bias", [](ModelShape &s) { s.mlpBias = true; } },
        { "norms of heads", [](ModelShape &s) { s.qkNorm = QkNorm::Head; } },
        { "norms of the width", [](ModelShape &s) { s.qkNorm = QkNorm::Full; } },
        { "norms of heads and biases",
            [](ModelShape &s) {
                s.qkNorm = QkNorm::Head;
                s.attentionBias = AttentionBias::Qkv;
            } },
        { "sinks", [](ModelShape &s) { s.attentionSinks = true; } },
        { "window",
            [](ModelShape &s) {
                s.window = { 1024, false, 1, 0 };
            } },
        { "window in turns",
            [](ModelShape &s) {
                s.window = { 1024, false, 1, 1 };
            } },
        { "window in five of six",
            [](ModelShape &s) {
                s.window = { 1024, false, 5, 1 };
            } },
        { "two whole of five",
            [](ModelShape &s) {
                s.window = { 1024, false, 3, 2 };
            } },
        { "chunks",
            [](ModelShape &s) {
                s.window = { 1024, true, 3, 1 };
            } },
        { "next tokens", [](ModelShape &s) { s.mtpLayers = 1; } },
        { "two next tokens", [](ModelShape &s) { s.mtpLayers = 2; } },
        { "longest", [](ModelShape &s) { s.maxSequence = 2048; } },
        { "experts", [](ModelShape &s) { experts(s).experts = 16; } },
        { "one expert a token", [](ModelShape &s) { experts(s).topK = 1; } },
        { "shared expert", [](ModelShape &s) { experts(s).sharedExperts = 1; } },
        { "gated shared experts",
            [](ModelShape &s) {
                experts(s).sharedExperts = 2;
                experts(s).sharedGate = true;
            } },
        { "width of experts", [](ModelShape &s) { experts(s).ffn = 2048; } },
        { "dense layers first",
            [](ModelShape &s) {
                experts(s).firstDenseLayers = 3;
                experts(s).moeLayers = s.layers - 3;
                s.ffn = 8192;
            } },
        { "every second layer",
            [](ModelShape &s) {
                experts(s).layerInterval = 2;
                experts(s).moeLayers = s.layers / 2;
                s.ffn = 8192;
            } },
        { "router bias", [](ModelShape &s) { experts(s).routerBias = true; } },
        { "experts with norms of heads",
            [](ModelShape &s) {
                experts(s);
                s.qkNorm = QkNorm::Head;
            } },
        { "experts with a window",
            [](ModelShape &s) {
                experts(s);
                s.window = { 1024, false, 1, 0 };
            } },
        { "latent attention",
            [](ModelShape &s) {
                s.mla = MlaShape { 0, 512, 128, 64, 128 };
                s.kvHeads = s.heads;
                s.headDim = 192;
            } },
        { "latent queries",
            [](ModelShape &s) {
                s.mla = MlaShape { 1536, 512, 128, 64, 128 };
                s.kvHeads = s.heads;
                s.headDim = 192;
            } },
        { "dense",
            [](ModelShape &s) {
                s.moe.reset();
                s.ffn = 8192;
            } },
        { "no name of MaxText", [](ModelShape &s) { s.maxtextModelName.clear(); } },
        { "vocabulary of MaxText", [](ModelShape &s) { s.maxtextVocab = 131072; } },
        { "no id", [](ModelShape &s) { s.id.clear(); } },
        { "source",
            [](ModelShape &s) { s.source = "https://huggingface.co/a/b/blob/main/config.json"; } },
        { "gpt2",
            [](ModelShape &s) {
                s.norm = NormKind::Layer;
                s.gatedMlp = false;
                s.activation = "gelu";
                s.positionEmbedding = PositionEmbedding::Learned;
                s.learnedPositions = 2048;
                s.tiedEmbeddings = s.mlpBias = true;
                s.attentionBias = AttentionBias::All;
                s.kvHeads = s.heads;
                s.maxtextModelName.clear();
            } },
    };
    return all;
}

/// What every target writes of a shape, without comments of the README.
std::string writtenText(const std::vector<ExportFile> &files)
{
    std::string text;
    for (const ExportFile &file : files)
        if (!file.name.ends_with(".headroom.yaml") && file.name != "README.md")
            text += file.content;
    return text;
}

/// Lines that came, each once.
std::string newLines(const std::string &before, const std::string &after)
{
    std::string text;
    for (const std::string &line : linesIn(changedLines(before, after)))
        if (line.starts_with("  + ") && text.find(line + '\n') == std::string::npos)
            text += line + '\n';
    return text;
}

Document withMember(const Document &config, const std::string &key, const Document *value)
{
    Document changed = Document::mapping();
    for (const auto &[name, member] : config.members())
        if (name != key)
            changed.set(name, member);
    if (value)
        changed.set(key, *value);
    return changed;
}

std::string importedText(const std::string &type, const Document &config)
{
    Document whole = withMember(config, "model_type", nullptr);
    whole.set("model_type", type);
    if (type == "gemma3")
        whole = Document::mapping({ { "model_type", type }, { "text_config", config } });
    const auto shape = importHuggingFaceConfig(whole, "config.json");
    if (!shape)
        return CommandResult::badInput(shape.errors()).messages;
    const Document written = inlineShape(*shape);
    std::string text;
    for (const auto &[key, member] : written.members())
        text += key + ": " + writeJson(member, 0) + '\n';
    return text + fmt::format("parameters {}\n", countParameters(*shape).total());
}

} // namespace

/// What each member of a shape changes in estimates and exports, and each key of a configuration of
/// the hub in the shape.
class ShapeAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void members()
    {
        AnswerBook book;
        for (const AskedPlan &plan : plansNamed({ "dense", "megatron pipeline", "torchtitan full",
                 "deepspeed 3", "lora", "mixtral", "mixtral tensor", "deepseek" })) {
            const auto checked = openCheckedPlan(plan.plan, plan.settings, m_desk.library());
            QVERIFY(checked.hasValue());
            const auto workshop = ExportWorkshop::open(m_desk.bench(), checked->loaded);
            const ResolvedPlan own = changed(checked->resolved, { "", [](ModelShape &) {} });
            for (const ExportTarget &row : exportTargets()) {
                // What profiles and measures is said of others.
                if (row.id.starts_with("pgle") || row.id == "maxtext-gke"
                    || row.id == "maxtext-slurm")
                    continue;
                const auto before = written(own, row, *workshop);
                if (!before)
                    continue;
                for (const ShapeChange &change : shapeChanges()) {
                    const auto after = written(changed(own, change), row, *workshop);
                    book.add(row.id + " of " + plan.name + ": " + change.name,
                        after ? newLines(writtenText(*before), writtenText(*after))
                              : CommandResult::badInput(after.errors()).messages);
                }
            }
        }
        compare(book, "shapes/written");
    }

    void figures()
    {
        const Result<Estimator> estimator = m_desk.bench().estimator();
        AnswerBook book;
        for (const AskedPlan &plan : plansNamed({ "dense", "mixtral tensor", "deepseek" })) {
            const auto checked = openCheckedPlan(plan.plan, plan.settings, m_desk.library());
            QVERIFY(checked.hasValue());
            for (const ShapeChange &change : shapeChanges()) {
                const ResolvedPlan resolved = changed(checked->resolved, change);
                const ParameterCount count = countParameters(*resolved.model);
                std::string text = fmt::format("{} {}", count.total(), count.active());
                if (brokenRules(resolved).empty()) {
                    const Estimate estimate = estimator->estimate(resolved);
                    text += fmt::format(" {:.5g} {:.5g} {:.5g}", estimate.time.step.value(),
                        estimate.memory.peak.value(), estimate.throughput.mfu);
                }
                book.add(plan.name + ": " + change.name, text);
            }
        }
        compare(book, "shapes/figures");
    }

    void configurations()
    {
        const auto read = parseJson(contentOf(HEADROOM_TEST_DATA "/answers/config.json"), "config");
        const auto changes
            = parseJson(contentOf(HEADROOM_TEST_DATA "/answers/config_changes.json"), "changes");
        QVERIFY(read.hasValue() && changes.hasValue());
        AnswerBook book;
        std::map<std::string, std::string> llamas; ///< lines by what was changed
        std::vector<std::string> types = supportedHuggingFaceTypes();
        types.insert(types.begin(), "llama");
        for (const std::string &type : types) {
            const std::string before = importedText(type, *read);
            std::string text = before;
            // What a key does in Llama's configuration is said once.
            const auto ask = [&](const std::string &what, const Document &config) {
                std::string lines = newLines(before, importedText(type, config));
                lines = lines.substr(0, lines.find("  + parameters"));
                const bool isNew = llamas.try_emplace(what, lines).second;
                if (isNew ? !lines.empty() : lines != llamas.at(what))
                    text += what + '\n' + (lines.empty() ? "  nothing\n" : lines);
            };
            for (const auto &[key, member] : read->members())
                ask("without " + key, withMember(*read, key, nullptr));
            for (const auto &[key, values] : changes->members())
                for (const Document &value : values.items())
                    ask(key + ' ' + writeJson(value, 0), withMember(*read, key, &value));
            book.add(type, text);
        }
        compare(book, "shapes/configurations");
    }

private:
    /// The plan with a shape of its own, which differs in one member.
    static ResolvedPlan changed(ResolvedPlan resolved, const ShapeChange &change)
    {
        ModelShape shape = *resolved.model;
        change.apply(shape);
        resolved.plan.model = { {}, inlineShape(shape), {} };
        resolved.model = std::make_shared<const ModelShape>(std::move(shape));
        return resolved;
    }
    static Result<std::vector<ExportFile>> written(
        const ResolvedPlan &resolved, const ExportTarget &target, const ExportWorkshop &workshop)
    {
        const auto request = prepareExport(resolved, {}, target, {}, workshop.tools());
        if (!request)
            return request.errors();
        ExportRequest unpredicted = *request;
        unpredicted.prediction.reset();
        return renderTarget(unpredicted, target);
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(ShapeAnswersTest)
#include "tst_shape_answers.moc"
