#include "derivation_check.h"
#include "drawn_plans.h"
#include "model/estimate/result_derivations.h"
#include "model/physics/prepare/prepare.h"
#include "model/physics/step/evaluate.h"
#include "recorded_cases.h"
#include "tests/model/shipped.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace headroom;

/// Every number can be computed again from what the GEMM shows of it.
class DerivationsTest : public QObject
{
    Q_OBJECT

private slots:
    /// The example plans and 2,000 drawn ones; HEADROOM_LAW_PLANS: so many drawn ones.
    void everyTreeComputes()
    {
        bool isGiven = false;
        const int given = qEnvironmentVariableIntValue("HEADROOM_LAW_PLANS", &isGiven);
        DrawnPlans draw(shippedLibrary(), 11, DrawnPlans::Range::Wide);
        DerivationCheck check;
        std::size_t plans = 0;
        for (const ResolvedPlan &plan :
            draw.withExamples(static_cast<std::size_t>(isGiven ? given : 2000))) {
            checkTerms(plan, flaggedEstimator(), check);
            // What is put together from the terms holds their trees: the examples suffice.
            if (++plans <= shippedLibrary().planIds().size())
                for (const Derivation &tree : resultDerivations(
                         plan, flaggedEstimator().estimate(plan), flaggedEstimator().explain(plan)))
                    QVERIFY2(
                        check.fault(tree).empty(), (describe(plan) + check.fault(tree)).c_str());
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(plans >= static_cast<std::size_t>(isGiven ? given : 2000));
        qInfo("%zu plans, %zu nodes", plans, check.nodes());
    }

    /// The same for plans that take the branches which few take.
    void everyTreeOfRareBranchesComputes()
    {
        DerivationCheck check;
        for (const RecordedCase &own : recordedCases()) {
            checkTerms(shippedPlan(own.plan, own.settings), shippedEstimator(), check);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(check.nodes() > 100'000);
        // A stage with a single layer of experts; a stack that reduces once a step.
        checkTerms(shippedPlan("llama3.1-8b-h100-node",
                       { "model=mixtral-8x7b", "framework=torchtitan", "parallelism.fsdp=4",
                           "parallelism.pipeline=2", "parallelism.stage_layers=1, 31" }),
            shippedEstimator(), check);
        // One that has a single one beside its first; experts that come from the host.
        checkTerms(shippedPlan("mixtral-8x7b-h100-8-nodes",
                       { "framework=torchtitan", "remat.policy=full", "parallelism.expert=1",
                           "parallelism.mesh.ici.expert=", "parallelism.mesh.dcn.fsdp=",
                           "parallelism.tensor=1", "parallelism.data=1", "parallelism.fsdp=4",
                           "parallelism.pipeline=16" }),
            shippedEstimator(), check);
        checkTerms(shippedPlan("mixtral-8x7b-h100-8-nodes", { "options.offload_parameters=true" }),
            shippedEstimator(), check);
        const ResolvedPlan plan
            = shippedPlan("llama3.1-8b-h100-node", { "framework=torchtitan", "remat.policy=full" });
        Prepared once = shippedEstimator().prepare(plan);
        once.stack.reducesEachMicroBatch = false;
        DerivationTrace trace({ "", "", "", "", Evidence::Fitted, Evidence::Fitted });
        evaluate(once, planCandidate(plan.plan), trace);
        for (const Derivation &tree : trace.take())
            QVERIFY2(check.fault(tree).empty(), check.fault(tree).c_str());
    }

    /// Every formula names a section of FORMULAS.md that exists.
    void sourcesAreSectionsOfFormulas()
    {
        QFile file(QStringLiteral(HEADROOM_PROFILES "/../model/FORMULAS.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        std::set<QString> sections;
        static const QRegularExpression heading(
            QStringLiteral("^#+ ([0-9]+(?:\\.[0-9]+)?)"), QRegularExpression::MultilineOption);
        for (auto found = heading.globalMatch(QString::fromUtf8(file.readAll())); found.hasNext();)
            sections.insert(found.next().captured(1));
        QVERIFY(sections.size() > 20);
        static const QRegularExpression reference(QStringLiteral("§([0-9]+(?:\\.[0-9]+)?)"));
        std::set<std::string> sources;
        DrawnPlans draw(shippedLibrary(), 11, DrawnPlans::Range::Wide);
        for (const ResolvedPlan &plan : draw.withExamples(60))
            for (const Derivation &tree : flaggedEstimator().explain(plan))
                addSources(tree, sources);
        for (const std::string &source : sources) {
            const QString text = QString::fromStdString(source);
            if (!text.contains(QStringLiteral("FORMULAS")))
                continue;
            const QString ours = text.mid(text.indexOf(QStringLiteral("FORMULAS")));
            for (auto found = reference.globalMatch(ours); found.hasNext();)
                QVERIFY2(sections.contains(found.next().captured(1)), source.c_str());
        }
    }

    /// Both switches that keep a layer more are operands of the number that they move.
    void gatheredParametersNameTheirSwitches()
    {
        const ResolvedPlan plan
            = openCheckedPlan("llama3.1-8b-h100-node", {}, shippedLibrary()).value().resolved;
        const std::vector<Derivation> terms = flaggedEstimator().explain(plan);
        const auto gathered = std::ranges::find(terms, "gathered_parameters", &Derivation::id);
        QVERIFY(gathered != terms.end());
        for (const char *id : { "pipelined_gather", "gradient_copies", "prefetched" })
            QVERIFY2(std::ranges::count(gathered->operands, id, &Derivation::id) == 1, id);
    }

    /// Activations that go to the host belong to layers: nothing is left for embedding and head.
    void copiesOfLayersAreNotThoseOfTheRoot()
    {
        const auto rootOf = [](const ResolvedPlan &plan) {
            const std::vector<Derivation> terms = shippedEstimator().explain(plan);
            const auto host = std::ranges::find(terms, "host_transfer", &Derivation::id);
            const Derivation *node = &*host;
            while (!node->operands.empty()) {
                const auto root = std::ranges::find(node->operands, "root", &Derivation::id);
                if (root != node->operands.end())
                    return std::pair(root->value, host->value);
                node = &node->operands.back();
            }
            return std::pair(-1.0, -1.0);
        };
        const ResolvedPlan activations
            = shippedPlan("llama3.1-8b-h100-node", { "remat.policy=minimal_offloaded" });
        const auto [none, waits] = rootOf(activations);
        QVERIFY(waits > 0);
        QVERIFY2(std::abs(none) < 1e-9 * waits, qPrintable(QString::number(none)));
        const auto [root, all]
            = rootOf(shippedPlan("llama3.1-8b-h100-node", { "options.offload_parameters=true" }));
        QVERIFY(root > 0 && root < all);
    }

    /// What an exchange carries and between how many ranks stands beside its time.
    void exchangesSayTheirSizeAndRanks()
    {
        const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node",
            { "framework=megatron", "model=mixtral-8x7b", "hardware.nodes=4", "remat.policy=full",
                "parallelism.tensor=2", "parallelism.context=2", "parallelism.pipeline=2",
                "parallelism.expert=2", "parallelism.fsdp=1", "parallelism.data=4",
                "parallelism.zero_stage=1" });
        std::vector<Derivation> all = shippedEstimator().explain(plan);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::vector<Derivation> below = all[i].operands;
            all.insert(all.end(), below.begin(), below.end());
        }
        const std::tuple<const char *, const char *, double> rows[] {
            { "layer_moe_tensor", "ranks", 2 },
            { "layer_context", "ranks", 2 },
            { "layer_expert", "ranks", 2 },
            { "exposed_pipeline", "stages", 2 },
        };
        for (const auto &[id, ranks, count] : rows) {
            const auto own = std::ranges::find(all, id, &Derivation::id);
            QVERIFY2(own != all.end(), id);
            const auto operand = [&](const char *name) {
                const auto found = std::ranges::find(own->operands, name, &Derivation::id);
                return found == own->operands.end() ? 0 : found->value;
            };
            QVERIFY2(operand("bytes") > 1e6, id);
            QCOMPARE(operand(ranks), count);
        }
    }

    /// Arithmetic on a plan and a model is exact; a fitted constant makes what it enters fitted.
    void evidenceIsTheWeakestThatEnters()
    {
        const ResolvedPlan plan
            = openCheckedPlan("llama3.1-8b-h100-node", {}, shippedLibrary()).value().resolved;
        const std::vector<Derivation> terms = flaggedEstimator().explain(plan);
        const auto evidence = [&](const char *id) {
            return std::ranges::find(terms, id, &Derivation::id)->evidence;
        };
        QCOMPARE(evidence("weights"), Evidence::Exact);
        QCOMPARE(evidence("optimizer_state"), Evidence::Exact);
        QVERIFY(evidence("gemm") >= Evidence::Fitted);
        QVERIFY(evidence("temporary") >= Evidence::Fitted);
    }

private:
    static void checkTerms(
        const ResolvedPlan &plan, const Estimator &estimator, DerivationCheck &check)
    {
        const Estimate estimate = estimator.estimate(plan);
        const std::vector<Derivation> terms = estimator.explain(plan);
        for (const Derivation &tree : terms)
            QVERIFY2(check.fault(tree).empty(), (describe(plan) + check.fault(tree)).c_str());
        for (std::size_t i = 0; i < memoryTermCount; ++i)
            expectRoot(plan, terms, termId(static_cast<MemoryTerm>(i)),
                estimate.memory.terms.values[i].value());
        for (std::size_t i = 0; i < timeTermCount; ++i)
            expectRoot(plan, terms, termId(static_cast<TimeTerm>(i)),
                estimate.time.terms.values[i].value());
    }

    static void addSources(const Derivation &tree, std::set<std::string> &sources)
    {
        sources.insert(tree.source);
        for (const Derivation &operand : tree.operands)
            addSources(operand, sources);
    }

    static std::string describe(const ResolvedPlan &plan)
    {
        const Parallelism &degrees = plan.plan.parallelism;
        return plan.model->id + " on " + plan.accelerator.id + ", " + plan.plan.framework
            + ", data " + std::to_string(degrees.data) + " fsdp " + std::to_string(degrees.fsdp)
            + " tensor " + std::to_string(degrees.tensor) + " pipeline "
            + std::to_string(degrees.pipeline) + " expert " + std::to_string(degrees.expert) + ": ";
    }

    static void expectRoot(const ResolvedPlan &plan, const std::vector<Derivation> &terms,
        const char *id, double value)
    {
        QCOMPARE(std::ranges::count(terms, id, &Derivation::id), 1);
        const auto found = std::ranges::find(terms, id, &Derivation::id);
        QVERIFY2(std::abs(found->value - value) <= 1e-12 * std::abs(value),
            (describe(plan) + id).c_str());
        QVERIFY2(!found->operands.empty() || value == 0, (describe(plan) + id).c_str());
    }
};

QTEST_GUILESS_MAIN(DerivationsTest)
#include "tst_derivations.moc"
