#include "widgets/lessons/lesson_list_model.h"

#include "widgets/lessons/lesson_session.h"

#include <QFile>

namespace headroom {
namespace {

/// The picture that the lesson names; that of all lessons where it names none.
QString iconOf(const LessonHead &head)
{
    const QString named = QString::fromStdString(head.icon);
    const bool isKnown
        = !named.isEmpty() && QFile::exists(QStringLiteral(":/headroom/icons/%1.svg").arg(named));
    return isKnown ? named : QStringLiteral("learn");
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
            QString::fromStdString(head.summary), head.minutes, iconOf(head) });
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
    case IconRole:
        return row.icon;
    default:
        return {};
    }
}

} // namespace headroom
