#pragma once

#include "widgets/frame/page.h"

#include <QAbstractListModel>
#include <QHash>
#include <QListView>

namespace headroom {

/// What a step says of itself in the rail.
enum class StepMark {
    None,
    Sound, ///< nothing is wrong with what is set there
    Warned, ///< a finding warns
    Broken ///< a rule or a finding forbids it
};

/// The pages of the window in order: the steps numbered, each with its mark.
class PageListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole, MarkRole, NumberRole, PlaceRole, FirstToolRole };

    using QAbstractListModel::QAbstractListModel;

    /// In the order of the rail: start, steps with their aids, tools; those of one place in the
    /// order in which they are added.
    void add(const PageInfo &page);
    void setMarks(const QHash<QString, StepMark> &marks);
    StepMark mark(const QString &pageId) const { return m_marks.value(pageId, StepMark::None); }
    int rowOf(const QString &pageId) const;
    const PageInfo &page(int row) const { return m_pages.at(row); }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    int numberOf(int row) const; ///< of a step, from 1; else 0
    bool isFirstTool(int row) const;
    QString spokenText(int row) const;

    QList<PageInfo> m_pages;
    QHash<QString, StepMark> m_marks;
};

/// The steps at the left edge, the tools apart below them.
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
