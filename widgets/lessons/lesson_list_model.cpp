#include "widgets/lessons/lesson_list_model.h"

#include "widgets/lessons/lesson_session.h"

#include <array>

namespace headroom {
namespace {

struct ListFigure
{
    QLatin1String lesson, icon;
};
/// The picture of a lesson is that of the page or thing which it is about.
constexpr std::array figures {
    ListFigure { QLatin1String("where-memory-goes"), QLatin1String("model") },
    ListFigure { QLatin1String("activations-and-remat"), QLatin1String("remat") },
    ListFigure { QLatin1String("batch-and-divisibility"), QLatin1String("workload") },
    ListFigure { QLatin1String("tflops-mfu-hfu"), QLatin1String("math") },
    ListFigure { QLatin1String("arithmetic-intensity"), QLatin1String("result") },
    ListFigure { QLatin1String("choosing-a-sharding"), QLatin1String("parallelism") },
    ListFigure { QLatin1String("network-bandwidth"), QLatin1String("hardware") },
    ListFigure { QLatin1String("overlap-and-the-scheduler"), QLatin1String("timeline") },
    ListFigure { QLatin1String("low-precision"), QLatin1String("levers") },
    ListFigure { QLatin1String("profile-guided-scheduling"), QLatin1String("timeline") },
    ListFigure { QLatin1String("tpu-flags"), QLatin1String("flags") },
    ListFigure { QLatin1String("fair-benchmark"), QLatin1String("compare") },
    ListFigure { QLatin1String("bloom-176b"), QLatin1String("search") },
    ListFigure { QLatin1String("flags-and-processes"), QLatin1String("flags") },
    ListFigure { QLatin1String("one-node-70b"), QLatin1String("fix") },
    ListFigure { QLatin1String("slower-than-the-plan"), QLatin1String("validate") },
};

QString figureOf(const QString &lesson)
{
    for (const ListFigure &figure : figures)
        if (lesson == figure.lesson)
            return figure.icon;
    return QStringLiteral("learn");
}

} // namespace

LessonListModel::LessonListModel(LessonSession &session, QObject *parent)
    : QAbstractListModel(parent)
    , m_session(session)
{
    fill();
    connect(&session, &LessonSession::courseChanged, this, [this] {
        beginResetModel();
        fill();
        endResetModel();
    });
    connect(&session, &LessonSession::progressChanged, this, [this] {
        if (!m_rows.isEmpty())
            emit dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1));
    });
}

void LessonListModel::fill()
{
    m_rows.clear();
    for (const LessonHead &head : m_session.heads())
        m_rows.append({ QString::fromStdString(head.id), QString::fromStdString(head.title),
            QString::fromStdString(head.summary), head.minutes });
}

int LessonListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString LessonListModel::progressText(const Row &row) const
{
    const auto &lessons = m_session.progress().lessons;
    const auto known = lessons.find(row.id.toStdString());
    if (known == lessons.end() || known->second.taskCount == 0)
        return tr("%1 min").arg(row.minutes);
    if (known->second.isFinished)
        return tr("finished");
    return tr("%1 of %2 tasks solved")
        .arg(known->second.solved.size())
        .arg(known->second.taskCount);
}

QVariant LessonListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row &row = m_rows.at(index.row());
    const auto &lessons = m_session.progress().lessons;
    const auto known = lessons.find(row.id.toStdString());
    const LessonState state = known == lessons.end() ? LessonState {} : known->second;
    switch (role) {
    case Qt::DisplayRole:
        return row.title;
    case Qt::ToolTipRole:
    case SummaryRole:
        return row.summary;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1. %2 %3").arg(row.title, row.summary, progressText(row));
    case IdRole:
        return row.id;
    case MinutesRole:
        return progressText(row);
    case SolvedRole:
        return static_cast<int>(state.solved.size());
    case TasksRole:
        return state.taskCount;
    case FinishedRole:
        return state.isFinished;
    case FigureRole:
        return figureOf(row.id);
    default:
        return {};
    }
}

} // namespace headroom
