#include "widgets/runs/run_status.h"

#include "widgets/runs/runs_page.h"
#include "widgets/text/wording.h"

#include <QFileInfo>

namespace headroom {
namespace {

constexpr std::size_t maxProblemLines = 5;

} // namespace

QString statusText(const RunProject &project, bool isDraft, bool wasAdding)
{
    if (isDraft && project.runs.empty() && !wasAdding)
        return RunsPage::tr("Runs are kept next to the saved plan.");
    const QString name = isDraft
        ? RunsPage::tr("a draft; it is kept next to the plan when you save")
        : QFileInfo(QString::fromStdString(project.file.string())).fileName();
    const auto count = static_cast<int>(project.runs.size());
    QStringList parts { count == 1 ? RunsPage::tr("One run in %1").arg(name)
                                   : RunsPage::tr("%n runs in %1", nullptr, count).arg(name) };
    const AddedRuns &added = project.added;
    if (added.added > 0)
        parts.append(RunsPage::tr("added: %1").arg(added.added));
    if (added.replaced > 0)
        parts.append(RunsPage::tr("replaced: %1").arg(added.replaced));
    if (added.known > 0)
        parts.append(RunsPage::tr("already added: %1").arg(added.known));
    if (!added.operations.empty())
        parts.append(
            RunsPage::tr("measurements of individual operations: %1").arg(added.operations.size()));
    if (wasAdding && parts.size() == 1)
        parts.append(RunsPage::tr("nothing was recognised"));
    return inOneSentence(parts);
}

QString problemsText(const RunProject &project)
{
    QStringList problems;
    for (const OperationVerdict &verdict : project.added.verdicts) {
        QStringList sentences { localMessage(verdict.text) };
        if (!verdict.reason.id.empty())
            sentences.append(localMessage(verdict.reason));
        problems.append(sentences.join(QStringLiteral(": ")));
    }
    const auto verdicts = static_cast<std::size_t>(problems.size());
    for (const Unrecognised &what : project.added.unrecognised) {
        if (static_cast<std::size_t>(problems.size()) == verdicts + maxProblemLines)
            break;
        problems.append(RunsPage::tr("%1, line %2: %3")
                            .arg(QFileInfo(QString::fromStdString(what.file)).fileName())
                            .arg(what.line)
                            .arg(localMessage(what.reason)));
    }
    return problems.join(QLatin1Char('\n'));
}

} // namespace headroom
