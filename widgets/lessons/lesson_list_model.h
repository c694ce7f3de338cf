#pragma once

#include <QAbstractListModel>

namespace headroom {

class LessonSession;

/// The lessons of the open course, or all, with the learner's progress.
class LessonListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole,
        SummaryRole,
        MinutesRole,
        SolvedRole,
        TasksRole,
        FinishedRole,
        IconRole ///< name of the icon that pictures the subject
    };

    LessonListModel(LessonSession &session, QObject *parent);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row
    {
        QString id, title, summary;
        int minutes = 0;
        QString icon;
    };

    void fill();
    QString progressText(const Row &row) const;

    LessonSession &m_session;
    QList<Row> m_rows;
};

} // namespace headroom
