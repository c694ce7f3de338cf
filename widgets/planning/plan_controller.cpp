#include "widgets/planning/plan_controller.h"

#include "model/advice/repair_values.h"
#include "model/estimate/result_derivations.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"
#include "widgets/planning/plan_edit.h"
#include "widgets/text/local_derivation.h"
#include "widgets/text/wording.h"

#include <QFileInfo>
#include <QMetaObject>
#include <QUndoGroup>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

const Derivation *findIn(const std::vector<Derivation> &derivations, const std::string &id)
{
    for (const Derivation &derivation : derivations) {
        if (derivation.id == id)
            return &derivation;
    }
    for (const Derivation &derivation : derivations) {
        if (const Derivation *inside = findIn(derivation.operands, id))
            return inside;
    }
    return nullptr;
}

/// The window knows a field by its label, a file by its path.
Error withLabels(Error error)
{
    for (Operand &operand : error.args)
        if (std::string *name = operand.name(); name && name->find('.') != std::string::npos)
            if (const PlanField *field = planField(*name))
                *name = fieldLabel(*field).toStdString();
    return error;
}

} // namespace

PlanController::PlanController(PlanServices services, QObject *parent)
    : QObject(parent)
    , m_services(std::move(services))
    , m_histories(new QUndoGroup(this))
{
    connect(m_histories, &QUndoGroup::cleanChanged, this, &PlanController::fileChanged);
    useHistory(new QUndoStack(m_histories));
}

PlanController::~PlanController() = default;

std::filesystem::path PlanController::folder() const
{
    return m_file.parent_path();
}

bool PlanController::isModified() const
{
    return m_recovered || !m_history->isClean();
}

QString PlanController::displayName() const
{
    if (!m_plan.name.empty())
        return QString::fromStdString(m_plan.name).simplified();
    return m_file.empty() ? tr("Untitled plan")
                          : QFileInfo(QString::fromStdString(m_file.string())).fileName();
}

void PlanController::useHistory(QUndoStack *history)
{
    m_history = history;
    m_histories->addStack(history);
    m_histories->setActiveStack(history);
}

/// The answer to another plan must not be seen beside this one.
void PlanController::forgetAnswer()
{
    m_rejected.clear();
    m_problems.clear();
    m_resolved.reset();
    m_estimate.reset();
    m_before.reset();
    m_derivations.reset();
    m_lastPath.clear();
    endEdit();
}

void PlanController::open(Plan plan, std::filesystem::path file, bool modified)
{
    forgetAnswer();
    m_file = std::move(file);
    m_recovered = modified;
    m_plan = std::move(plan);
    m_history->clear();
    emit planChanged();
    emit fileChanged();
    scheduleUpdate();
}

void PlanController::markUnsaved()
{
    if (isModified())
        return;
    m_recovered = true;
    emit fileChanged();
}

void PlanController::putAside()
{
    if (m_aside)
        return;
    m_aside = Aside { m_plan, m_file, m_recovered, m_history };
    useHistory(new QUndoStack(m_histories));
}

bool PlanController::bringBack()
{
    if (!m_aside)
        return false;
    const Aside aside = *std::exchange(m_aside, std::nullopt);
    forgetAnswer();
    m_file = aside.file;
    m_recovered = aside.recovered;
    m_plan = aside.plan;
    delete std::exchange(m_history, aside.history);
    useHistory(aside.history);
    emit planChanged();
    emit fileChanged();
    scheduleUpdate();
    return true;
}

void PlanController::markSaved(std::filesystem::path file)
{
    m_file = std::move(file);
    m_recovered = false;
    m_history->setClean();
    endEdit();
    emit fileChanged();
}

QString PlanController::text(const QString &path) const
{
    const auto rejected = m_rejected.find(path);
    return rejected != m_rejected.end()
        ? rejected->second.text
        : QString::fromStdString(planFieldText(m_plan, path.toStdString()));
}

/// Half a name must not become a plan, nor any other text that is wrong whatever the other fields
/// hold.
Problems PlanController::ownProblems(const Plan &plan, const QString &path) const
{
    const std::string field = path.toStdString();
    Problems own;
    const Result<ResolvedPlan> resolved = resolvePlan(plan, library(), folder());
    if (!resolved) {
        std::ranges::copy_if(resolved.errors(), std::back_inserter(own),
            [&field](const Error &error) { return fieldOfError(error) == field; });
        return own;
    }
    for (const RuleBreak &broken : brokenRules(*resolved))
        if (broken.isOfValue && broken.fields.front() == field)
            own.push_back(broken.error);
    return own;
}

std::optional<Plan> PlanController::planWith(const std::vector<FieldChange> &changes) const
{
    Plan next = m_plan;
    if (!changePlan(next, changes).problems.empty())
        return std::nullopt;
    return next;
}

const std::vector<Derivation> &PlanController::derivations() const
{
    if (!m_derivations) {
        m_derivations.emplace();
        if (m_resolved && m_estimate && m_services.explain) {
            *m_derivations = m_services.explain(*m_resolved);
            const auto results = resultDerivations(*m_resolved, *m_estimate, *m_derivations);
            m_derivations->insert(m_derivations->end(), results.begin(), results.end());
            for (Derivation &derivation : *m_derivations)
                derivation = localDerivation(std::move(derivation));
        }
    }
    return *m_derivations;
}

const Derivation *PlanController::derivation(const QString &id) const
{
    return findIn(derivations(), id.toStdString());
}

QSet<QString> PlanController::inputsOf(const QString &id) const
{
    QSet<QString> paths;
    if (!m_estimate || isStale())
        return paths;
    for (const std::string &path : fieldsThatMove(id.toStdString(), *m_estimate, whatIfs()))
        paths.insert(QString::fromStdString(path));
    return paths;
}

const std::vector<WhatIf> &PlanController::whatIfs() const
{
    if (!m_whatIfs)
        m_whatIfs = m_estimate && !isStale() ? allWhatIfs(m_plan,
                        [this](const Plan &plan) { return answerOf(plan, m_services.figures); })
                                             : std::vector<WhatIf>();
    return *m_whatIfs;
}

std::vector<Remedy> PlanController::changesOf(ChangeOf what) const
{
    if (!m_estimate || isStale())
        return {};
    return planChanges(what, library(), m_services.estimate,
        m_services.figures ? m_services.figures : m_services.estimate, *m_resolved, *m_estimate,
        folder());
}

const std::vector<Remedy> &PlanController::bestChanges() const
{
    if (!m_bestChanges)
        m_bestChanges = changesOf(ChangeOf::Plan);
    return *m_bestChanges;
}

std::vector<Remedy> PlanController::bestJobChanges() const
{
    return changesOf(ChangeOf::Job);
}

PlanAnswer PlanController::answer() const
{
    return [this](const Plan &plan) { return estimateOf(plan); };
}

std::optional<Estimate> PlanController::answerOf(
    const Plan &plan, const std::function<Estimate(const ResolvedPlan &)> &answer) const
{
    const Result<ResolvedPlan> resolved = resolvePlan(plan, library(), folder());
    if (!resolved || !brokenRules(*resolved).empty())
        return std::nullopt;
    return answer(*resolved);
}

std::optional<Estimate> PlanController::estimateOf(const Plan &plan) const
{
    return answerOf(plan, m_services.estimate);
}

void PlanController::setPlan(const Plan &plan)
{
    // A step of the history is a fresh start for what was typed but never accepted.
    m_rejected.clear();
    m_beforeStep = std::exchange(m_before, m_estimate);
    m_plan = plan;
    emit planChanged();
    scheduleUpdate();
}

void PlanController::scheduleUpdate()
{
    if (m_updateWaiting)
        return;
    m_updateWaiting = true;
    if (!m_paused)
        QMetaObject::invokeMethod(this, &PlanController::flush, Qt::QueuedConnection);
}

void PlanController::setPaused(bool paused)
{
    m_paused = paused;
    if (!paused && m_updateWaiting)
        QMetaObject::invokeMethod(this, &PlanController::flush, Qt::QueuedConnection);
}

void PlanController::flush()
{
    if (!m_updateWaiting)
        return;
    m_updateWaiting = false;
    update();
}

QString PlanController::primaryOf(const QStringList &paths) const
{
    return paths.isEmpty() || paths.contains(m_lastPath) ? m_lastPath : paths.first();
}

void PlanController::collectProblems()
{
    m_problems.clear();
    for (const auto &[path, rejected] : m_rejected) {
        // What the plan still has is a value that it takes.
        const std::vector<Repair> repairs {
            { { { path.toStdString(), planFieldText(m_plan, path.toStdString()) } } }
        };
        const std::string key = path.section(QLatin1Char('.'), -1).toStdString();
        for (Error error : rejected.problems) {
            std::ranges::replace(
                error.args, Operand { key }, Operand { pathLabel(path).toStdString() });
            m_problems.push_back(
                { error.id, errorMessageText(withLabels(error)), { path }, path, repairs });
        }
    }
}

void PlanController::update()
{
    collectProblems();
    m_whatIfs.reset();
    m_bestChanges.reset();
    Result<ResolvedPlan> resolved = resolvePlan(m_plan, library(), folder());
    if (!resolved) {
        for (const Error &error : resolved.errors()) {
            QStringList paths;
            if (const std::string field = fieldOfError(error); !field.empty())
                paths.append(QString::fromStdString(field));
            m_problems.push_back(
                { error.id, errorMessageText(error), paths, primaryOf(paths), {} });
        }
    } else {
        const std::vector<RuleBreak> broken = brokenRules(*resolved);
        for (const RuleBreak &rule : broken) {
            PlanProblem problem { rule.error.id, errorMessageText(withLabels(rule.error)), {}, {},
                {} };
            for (const std::string &field : rule.fields)
                problem.paths.append(QString::fromStdString(field));
            problem.primaryPath = primaryOf(problem.paths);
            problem.repairs
                = repairsAfterEdit(*resolved, rule, m_lastPath.toStdString(), library(), folder());
            m_problems.push_back(std::move(problem));
        }
        if (m_problems.empty()) {
            m_derivations.reset();
            m_estimate = m_services.estimate(*resolved);
            m_resolved = std::move(*resolved);
        }
    }
    emit problemsChanged();
    emit estimateChanged();
}

} // namespace headroom
