#include "widgets/your_file/file_view.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace headroom {
namespace {

constexpr int goneMarker = 9, newMarker = 10;
constexpr int numberStyle = QsciScintillaBase::STYLE_LINENUMBER;
constexpr std::size_t maxShown = 20'000; ///< lines; a longer file is shown as far as that

} // namespace

FileView::FileView(Room room, QWidget *parent)
    : CodeView(parent)
    , m_room(room)
{
    setMarginType(0, QsciScintilla::TextMarginRightJustified);
    markerDefine(QsciScintilla::Background, goneMarker);
    markerDefine(QsciScintilla::Background, newMarker);
    if (room == Room::Lines) {
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    paintMarks();
}

void FileView::showLines(const QString &name, const std::vector<DiffLine> &lines)
{
    m_lines.assign(lines.begin(),
        lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), maxShown)));
    QString text;
    for (const DiffLine &line : m_lines) {
        if (!text.isEmpty() || &line != &m_lines.front())
            text.append(QLatin1Char('\n'));
        const bool isGap = line.before == 0 && line.after == 0;
        text.append(isGap ? QStringLiteral("…") : QString::fromStdString(line.text));
    }
    showFile(name, text);
    paintMarks();
    if (m_room != Room::Lines)
        return;
    const int height = textHeight(0) * static_cast<int>(std::max<std::size_t>(m_lines.size(), 1));
    setFixedHeight(height + horizontalScrollBar()->sizeHint().height() + gap(1));
}

void FileView::showOwnLine(std::size_t line)
{
    const auto found = std::ranges::find(m_lines, line, &DiffLine::before);
    if (found == m_lines.end())
        return;
    const int row = static_cast<int>(found - m_lines.begin());
    const int shown = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
    setFirstVisibleLine(std::max(0, row - shown / 3));
    setCursorPosition(row, 0);
}

void FileView::paintMarks()
{
    const ThemeColours colours = themeColours(palette());
    setMarkerBackgroundColor(colours.badSoft, goneMarker);
    setMarkerBackgroundColor(colours.goodSoft, newMarker);
    markerDeleteAll(goneMarker);
    markerDeleteAll(newMarker);
    clearMarginText();
    std::size_t widest = 0;
    for (const DiffLine &line : m_lines)
        widest = std::max(widest, line.before);
    const int digits = static_cast<int>(QString::number(widest).size());
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const DiffLine &line = m_lines[i];
        const int row = static_cast<int>(i);
        const QString number = line.before > 0 ? QString::number(line.before) : QString();
        const QChar sign = line.mark == '-' ? QChar(0x2212) : QLatin1Char(line.mark);
        setMarginText(row,
            number.rightJustified(digits) + QLatin1Char(' ') + sign + QLatin1Char(' '),
            numberStyle);
        if (line.mark != ' ')
            markerAdd(row, line.mark == '-' ? goneMarker : newMarker);
    }
    setMarginWidth(0, QString(digits + 4, QLatin1Char('0')));
}

void FileView::changeEvent(QEvent *event)
{
    CodeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintMarks();
}

/// A view without room to scroll leaves the wheel to what it is in.
void FileView::wheelEvent(QWheelEvent *event)
{
    if (m_room == Room::Lines && event->angleDelta().x() == 0) {
        event->ignore();
        return;
    }
    CodeView::wheelEvent(event);
}

} // namespace headroom
