#pragma once

#include "widgets/frame/page.h"

#include <QAbstractListModel>
#include <QListView>
#include <QSet>

namespace headroom {

/// The pages of the window in order, with a mark on those whose fields have a problem.
class PageListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole, ProblemRole, StepRole };

    using QAbstractListModel::QAbstractListModel;

    void add(const PageInfo &page);
    void setProblemPages(const QSet<QString> &pageIds);
    int rowOf(const QString &pageId) const;
    const PageInfo &page(int row) const { return m_pages.at(row); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<PageInfo> m_pages;
    QSet<QString> m_problemPages;
};

/// The list of steps at the left edge.
class StepRail : public QListView
{
    Q_OBJECT
public:
    StepRail(PageListModel &model, QWidget *parent);

    /// Icons alone, for windows where titles would take the room of the page.
    void setCompact(bool compact);
    bool isCompact() const { return m_compact; }
    int fullWidth() const; ///< with titles

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    bool m_compact = false;
};

} // namespace headroom
