#include "widgets/start/job_fields.h"

#include "model/library/profiles/profile_library.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/used_releases.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"
#include "widgets/text/typed_number.h"

#include <cmath>

namespace headroom {
namespace {

constexpr double maxSequences = 1e9; ///< tokens of one, or of them in a step
constexpr double maxTokens = 1e18;
constexpr int countDigits = 15; ///< all that a whole number has

std::optional<double> numberIn(const NumberBox &box, double most)
{
    const auto value = typedValue(box.text());
    return value && *value >= 1 && *value <= most && *value == std::floor(*value) ? value
                                                                                  : std::nullopt;
}

std::string releasePath(const Plan &plan)
{
    return "software." + plan.framework;
}

} // namespace

JobFields::JobFields(const ProfileLibrary &library, QWidget *parent)
    : LabelledFields(parent)
    , m_library(library)
    , m_framework(addChoices(
          tr("Framework"), "finderFramework",
          [] {
              QStringList names;
              for (const std::string &name : planField("framework")->choices)
                  names.append(QString::fromStdString(name));
              return names;
          },
          10))
    , m_release(addChoices(
          tr("&Release"), "finderRelease", [this] { return m_releases; }, 8))
    , m_sequence(addNumber(tr("Sequence, to&kens"), "finderSequence", 9))
    , m_batch(addNumber(tr("Seq&uences a step"), "finderBatch", 9))
    , m_tokens(addNumber(tr("Training toke&ns"), "finderTokens", 22))
{
    for (NumberBox *box : { m_sequence, m_batch, m_tokens })
        connect(box, &NumberBox::textEdited, this, [this, box] {
            m_written.insert(box);
            emit edited();
        });
    for (ChoiceBox *box : { m_framework, m_release })
        connect(box, &ChoiceBox::answered, this, &JobFields::answered);
    connect(m_framework, &ChoiceBox::textEdited, this, [this] {
        m_written.insert(m_framework);
        m_written.erase(m_release); // of the framework before
        emit edited();
    });
    connect(m_release, &ChoiceBox::textEdited, this, [this] {
        m_written.insert(m_release);
        emit edited();
    });
}

bool JobFields::isBatchWritten() const
{
    return m_written.contains(m_batch);
}

bool JobFields::areTokensWritten() const
{
    return m_written.contains(m_tokens);
}

QList<NumberBox *> JobFields::apply(Plan &plan) const
{
    const auto isWritten = [this](const QWidget *field) { return m_written.contains(field); };
    const auto change = [&plan](const std::string &path, const ChoiceBox *box) {
        const FieldChange one { path, box->currentText().toStdString() };
        changePlan(plan, { &one, 1 });
    };
    if (isWritten(m_framework))
        change("framework", m_framework);
    if (isWritten(m_release))
        change(releasePath(plan), m_release);
    QList<NumberBox *> wrong;
    const auto take = [&](NumberBox *box, double most, auto put) {
        if (!isWritten(box))
            return;
        if (const auto value = numberIn(*box, most))
            put(*value);
        else
            wrong.append(box);
    };
    Workload &work = plan.workload;
    take(m_sequence, maxSequences,
        [&](double value) { work.sequenceLength = static_cast<std::int64_t>(value); });
    take(m_batch, maxSequences,
        [&](double value) { work.globalBatchSequences = static_cast<std::int64_t>(value); });
    take(m_tokens, maxTokens, [&](double value) { work.trainingTokens = value; });
    return wrong;
}

void JobFields::showQuestion(const Plan &question)
{
    const auto put = [this](NumberBox *box, double value) {
        if (!m_written.contains(box))
            box->setValueText(shownNumber(QString::number(value, 'g', countDigits)));
    };
    put(m_sequence, static_cast<double>(question.workload.sequenceLength));
    put(m_batch, static_cast<double>(question.workload.globalBatchSequences));
    if (question.workload.trainingTokens)
        put(m_tokens, *question.workload.trainingTokens);
    m_framework->setChoiceText(QString::fromStdString(question.framework));
    showRelease(question);
}

/// Those that are listed of the framework; what nobody named is the newest that goes together.
void JobFields::showRelease(const Plan &question)
{
    m_releases.clear();
    const PlanField *field = planField(releasePath(question));
    Plan named = question;
    if (const auto resolved = resolvePlan(question, m_library))
        nameReleases(named, *resolved);
    if (const auto table = m_library.releases(); table && field)
        for (const FrameworkRelease &row : (*table)->all())
            if (row.framework == question.framework && !row.isAny())
                m_releases.append(QString::fromStdString(row.release));
    const QString used = field ? QString::fromStdString(field->get(named)) : QString();
    if (!used.isEmpty() && !m_releases.contains(used))
        m_releases.append(used);
    m_release->setEnabled(!m_releases.isEmpty());
    m_release->setChoiceText(used);
}

} // namespace headroom
