#include "model/tune/tune_choice.h"

#include "model/base/files/read_file.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "model/runs/read_runs.h"
#include "model/tune/tune_case.h"
#include "model/tune/tune_steps.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t around = 2; ///< lines that stay, before and after a change

/// Lines near a change; one empty line stands for what is left out between two of them.
std::vector<DiffLine> nearLines(const std::vector<DiffLine> &all)
{
    std::vector<bool> isNear(all.size(), false);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].mark != ' ')
            for (std::size_t j = i - std::min(i, around); j <= std::min(i + around, all.size() - 1);
                 ++j)
                isNear[j] = true;
    std::vector<DiffLine> lines;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!isNear[i])
            continue;
        if (!lines.empty() && i > 0 && !isNear[i - 1])
            lines.emplace_back();
        lines.push_back(all[i]);
    }
    return lines;
}

/// Numbers of a file's lines in the user's own one; 0: a line that came.
using OwnNumbers = std::vector<std::size_t>;

OwnNumbers ownNumbers(const std::vector<DiffLine> &lines)
{
    OwnNumbers numbers { 0 };
    for (const DiffLine &line : lines)
        if (line.mark != '-')
            numbers.push_back(line.before);
    return numbers;
}

class Choice
{
public:
    Choice(const ChoiceRequest &request, const Estimator &estimator)
        : m_request(request)
        , m_case(request.question, estimator)
    { }

    TuneChoice run()
    {
        m_choice.files = m_request.question.files;
        m_choice.before = m_choice.plan = m_case.outcome().before;
        if (!m_case.start())
            return std::move(m_choice);
        m_current = TunePoint { *m_case.start(), m_case.estimator().estimate(*m_case.start()) };
        m_choice.now = m_current->figures;
        for (std::size_t i = 0; i < m_request.moves.size(); ++i) {
            const bool isWanted = i >= m_request.wanted.size() || m_request.wanted[i];
            m_choice.hunks.emplace_back();
            isWanted ? take(i) : show(i);
        }
        for (const std::size_t i : m_waiting) {
            m_choice.hunks[i].isUnsaid = true;
            m_choice.hunks[i].problem = problemOf(m_request.moves[i]);
        }
        m_choice.plan = m_current->plan.plan;
        m_choice.then = m_current->figures;
        return std::move(m_choice);
    }

private:
    struct Trial
    {
        WrittenFiles written;
        TunePoint point;
    };

    std::optional<Trial> tried(const PlanMove &move)
    {
        const auto meant = m_case.files().moved(m_current->plan.plan, move);
        if (!meant)
            return std::nullopt;
        auto written = m_case.files().write(m_request.question.files, *m_case.start(), *meant);
        if (!written)
            return std::nullopt;
        Trial trial { *std::move(written), { meant->plan, {} } };
        trial.point.plan = trial.written.plan;
        trial.point.figures = m_case.estimator().estimate(trial.point.plan);
        return trial;
    }

    /// Alone, or with those that waited for it.
    void take(std::size_t i)
    {
        const PlanMove &own = m_request.moves[i];
        PlanMove joined;
        for (const std::size_t waiting : m_waiting)
            joined.insert(
                joined.end(), m_request.moves[waiting].begin(), m_request.moves[waiting].end());
        joined.insert(joined.end(), own.begin(), own.end());
        std::optional<Trial> trial = tried(joined);
        const bool isJoined = trial.has_value();
        if (!trial && !m_waiting.empty())
            trial = tried(own);
        if (trial && !saysAll(trial->written.plan.plan, own))
            trial.reset();
        if (!trial) {
            m_waiting.push_back(i);
            fill(i, {});
            return;
        }
        if (isJoined) {
            std::erase_if(m_waiting, [&](std::size_t waiting) {
                const bool isSaid = saysAll(trial->written.plan.plan, m_request.moves[waiting]);
                m_choice.hunks[waiting].isTaken = m_choice.hunks[waiting].isJoined = isSaid;
                return isSaid;
            });
        }
        m_choice.hunks[i].isTaken = true;
        fill(i, trial);
        m_choice.files = std::move(trial->written.files);
        m_current = std::move(trial->point);
    }

    /// Whether the files say every field of a move; how shards and replicas share the devices
    /// follows from the others.
    static bool saysAll(const Plan &plan, const PlanMove &move)
    {
        return std::ranges::all_of(move, [&plan](const FieldChange &change) {
            return change.path == "parallelism.data" || change.path == "parallelism.fsdp"
                || planFieldText(plan, change.path) == change.value;
        });
    }

    void show(std::size_t i) { fill(i, tried(m_request.moves[i])); }

    void fill(std::size_t i, const std::optional<Trial> &trial)
    {
        ChosenHunk &chosen = m_choice.hunks[i];
        chosen.hunk.set = m_request.moves[i];
        if (!trial)
            return;
        chosen.hunk
            = hunkBetween(m_request.question.files, m_request.moves[i], *m_current, trial->point);
        const std::vector<NamedText> &own = m_request.question.files;
        for (std::size_t file = 0; file < own.size(); ++file) {
            const std::string &was = m_choice.files[file].text,
                              &is = trial->written.files[file].text;
            if (was == is)
                continue;
            const OwnNumbers numbers = ownNumbers(diffLines(own[file].text, was));
            std::vector<DiffLine> lines = nearLines(diffLines(was, is));
            for (DiffLine &line : lines)
                line.before = line.before < numbers.size() ? numbers[line.before] : 0;
            if (!chosen.lines.empty())
                chosen.lines.emplace_back();
            chosen.lines.insert(chosen.lines.end(), lines.begin(), lines.end());
        }
    }

    /// The rule that a move breaks, or that no line says it.
    Error problemOf(const PlanMove &move)
    {
        Plan plan = m_current->plan.plan;
        if (const Problems problems = changePlan(plan, move).problems; !problems.empty())
            return problems.front();
        const Result<ResolvedPlan> resolved = resolvePlan(plan, m_case.estimator().library());
        if (!resolved)
            return resolved.errors().front();
        const std::vector<RuleBreak> broken = brokenRules(*resolved);
        return broken.empty() ? Error { "tune-unsaid", {}, {} } : broken.front().error;
    }

    const ChoiceRequest &m_request;
    TuneCase m_case;
    TuneChoice m_choice;
    std::optional<TunePoint> m_current;
    std::vector<std::size_t> m_waiting; ///< wanted moves that do not stand alone
};

} // namespace

TuneChoice chooseHunks(const ChoiceRequest &request, const Estimator &estimator)
{
    return Choice(request, estimator).run();
}

std::vector<PlanMove> movesOf(const TuneOutcome &outcome)
{
    std::vector<PlanMove> moves;
    for (const TuneHunk &hunk : outcome.hunks)
        moves.push_back(hunk.set);
    return moves;
}

std::vector<PlanMove> movesBetween(const Plan &before, const Plan &after)
{
    return tuneSteps(tunedFields(before, after));
}

bool hasLaunchFile(const std::vector<std::string> &files)
{
    return std::ranges::any_of(files, [](const std::string &file) {
        const Result<std::string> text = readTextFile(file);
        return text && !placeSettings(file, *text).program.empty();
    });
}

Result<TuneQuestion> questionOfFiles(
    const std::vector<std::string> &files, const ProfileLibrary &library)
{
    TuneQuestion question;
    Errors problems;
    for (const std::string &file : files) {
        Result<std::string> text = readTextFile(file);
        const bool isLarge = !text && text.errors().front().id == "file-too-large";
        if (isLarge && question.log.empty())
            question.log = file; // no configuration is that long
        if (!text && !isLarge)
            problems.insert(problems.end(), text.errors().begin(), text.errors().end());
        if (!text)
            continue;
        const bool isOwn = !placeSettings(file, *text).program.empty();
        const auto isLog = [&] {
            return std::ranges::any_of(
                readRuns({ file }, library, nullptr).runs, &RunRecord::isMeasured);
        };
        if (isOwn || !isLog())
            question.files.push_back({ file, *std::move(text) });
        else if (question.log.empty())
            question.log = file;
    }
    if (!problems.empty())
        return problems;
    return question;
}

} // namespace headroom
