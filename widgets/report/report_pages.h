#pragma once

class QPagedPaintDevice;
class QString;
class QTextDocument;

namespace headroom {

/// Lays the document out on the pages of the device and draws them. A table, list or picture that
/// fits on one page is not split, its heading goes with it, and every page has a foot line.
void drawPages(QTextDocument &document, QPagedPaintDevice &device, const QString &foot);

} // namespace headroom
