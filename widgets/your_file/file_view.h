#pragma once

#include "model/sources/file_edits.h"
#include "widgets/export/code_view.h"

#include <vector>

namespace headroom {

/// Lines of a file, those that go and those that come among them on red and green ground, with the
/// numbers that they have in the user's file and a sign that says the same without colours.
class FileView : public CodeView
{
    Q_OBJECT
public:
    /// `Room::Lines` is as high as its lines, and does not scroll up and down.
    enum class Room { Free, Lines };
    FileView(Room room, QWidget *parent);

    /// The ending of the name decides the language.
    void showLines(const QString &name, const std::vector<DiffLine> &lines);
    /// Brings a line of the user's file into sight.
    void showOwnLine(std::size_t line);

protected:
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void paintMarks();

    Room m_room;
    std::vector<DiffLine> m_lines;
};

} // namespace headroom
