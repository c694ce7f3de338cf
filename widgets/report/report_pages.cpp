#include "widgets/report/report_pages.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

#include <cmath>

namespace headroom {
namespace {

constexpr double margin = 56; ///< around the text, in points of the page: two centimetres
constexpr int footSize = 9; ///< points
constexpr double pageWidth = 595; ///< points; the height follows the paper

/// A block or table of the document with the place that it takes.
struct Part
{
    QTextBlock first; ///< where a break can stand
    QRectF place;
    bool goesWithNext = false; ///< a heading, or the picture over a table
};

bool isPicture(const QTextBlock &block)
{
    return block.begin() != block.end() && block.begin().fragment().charFormat().isImageFormat();
}

std::vector<Part> parts(const QTextDocument &document)
{
    const QAbstractTextDocumentLayout &layout = *document.documentLayout();
    std::vector<Part> found;
    for (auto at = document.rootFrame()->begin(); !at.atEnd(); ++at) {
        if (QTextFrame *frame = at.currentFrame())
            found.push_back(
                { frame->firstCursorPosition().block(), layout.frameBoundingRect(frame) });
        else if (const QTextBlock block = at.currentBlock(); block.isValid())
            found.push_back({ block, layout.blockBoundingRect(block),
                block.blockFormat().headingLevel() > 0 || isPicture(block) });
    }
    return found;
}

/// Puts a break before the first group of parts that a page end would split; false when there is
/// none.
bool breakOnce(QTextDocument &document, double height)
{
    const double room = height - 2 * margin;
    const auto pageOf = [height](double y) { return static_cast<int>(y / height); };
    const std::vector<Part> all = parts(document);
    for (std::size_t last = 1; last < all.size(); ++last) {
        if (all[last].goesWithNext)
            continue;
        std::size_t first = last;
        while (first > 0 && all[first - 1].goesWithNext)
            --first;
        // A group that is taller than a page is split inside, but not from its last heading.
        while (first < last && all[last].place.bottom() - all[first].place.top() > room)
            ++first;
        const Part &start = all[first];
        if (first == 0 || all[last].place.bottom() - start.place.top() > room
            || pageOf(start.place.top()) == pageOf(all[last].place.bottom()))
            continue;
        QTextCursor cursor(start.first);
        if (QTextTable *table = cursor.currentTable()) {
            QTextTableFormat format = table->format();
            if (format.pageBreakPolicy() == QTextFormat::PageBreak_AlwaysBefore)
                continue;
            format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            table->setFormat(format);
            return true;
        }
        QTextBlockFormat format = cursor.blockFormat();
        if (format.pageBreakPolicy() == QTextFormat::PageBreak_AlwaysBefore)
            continue;
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        cursor.setBlockFormat(format);
        return true;
    }
    return false;
}

} // namespace

void drawPages(QTextDocument &document, QPagedPaintDevice &device, const QString &foot)
{
    const QRect paper(0, 0, device.width(), device.height());
    const double height = std::round(pageWidth * paper.height() / paper.width());
    QTextFrameFormat frame = document.rootFrame()->frameFormat();
    frame.setMargin(margin);
    document.rootFrame()->setFrameFormat(frame);
    document.setPageSize({ pageWidth, height });
    while (breakOnce(document, height)) { }
    QPainter painter(&device);
    painter.scale(paper.width() / pageWidth, paper.height() / height);
    const int pages = document.pageCount();
    for (int page = 0; page < pages; ++page) {
        if (page > 0)
            device.newPage();
        painter.save();
        painter.translate(0, -page * height);
        document.drawContents(&painter, QRectF(0, page * height, pageWidth, height));
        painter.restore();
        const QRectF line(margin, height - margin * 0.7, pageWidth - 2 * margin, margin / 2);
        QFont small = document.defaultFont();
        small.setPixelSize(footSize); // as the page is scaled
        painter.setFont(small);
        painter.setPen(Qt::darkGray);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, foot);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
            //: Foot of a page: its number, and how many there are.
            QCoreApplication::translate("headroom::Report", "%1 of %2").arg(page + 1).arg(pages));
    }
}

} // namespace headroom
