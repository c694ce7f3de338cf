#pragma once

#include <QObject>

class QTableView;

namespace headroom {

/// The look of every table: whole rows, no grid, quiet stripes, and columns that follow what they
/// hold.
class TableLook : public QObject
{
    Q_OBJECT
public:
    /// Who gets the room: every column its contents and an equal share of the rest; one column what
    /// the others leave; or all the same.
    enum class Room { Shared, ToColumn, Even };

    /// Sets `table` up and keeps its columns fitted while it is resized or its model reset; the
    /// object belongs to the table. With Room::ToColumn, `column` takes what the others leave.
    static TableLook *apply(QTableView *table, Room room = Room::Shared, int column = 0);

    void fit();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    TableLook(QTableView *table, Room room, int column);

    QTableView *m_table;
    Room m_room;
    int m_column;
};

} // namespace headroom
