#include "widgets/parallelism/mesh_picture.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <QPainter>

#include <algorithm>

namespace headroom {
namespace {

constexpr int maxDrawnNodes = 8, maxDrawnDevices = 16; ///< that are drawn; the rest is counted
constexpr int devicesInRow = 8;
constexpr int colours = 5; ///< of groups, in turn

} // namespace

MeshPicture::MeshPicture(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setAccessibleName(tr("Devices and their groups"));
}

void MeshPicture::setDevices(int nodes, int devicesPerNode)
{
    m_nodes = nodes;
    m_devicesPerNode = devicesPerNode;
    describe();
    updateGeometry();
    update();
}

void MeshPicture::setAxis(const std::optional<RankAxis> &axis, const QString &name)
{
    m_axis = axis;
    m_axisName = name;
    describe();
    update();
}

int MeshPicture::shownNodes() const
{
    return std::min(m_nodes, maxDrawnNodes);
}

int MeshPicture::shownDevices() const
{
    return std::min(m_devicesPerNode, maxDrawnDevices);
}

void MeshPicture::describe()
{
    const QString devices
        = tr("%1 nodes with %2 devices each.").arg(countText(m_nodes), countText(m_devicesPerNode));
    setAccessibleDescription(m_axis
            //: A picture in words: the devices, an axis, how many work together on it.
            ? tr("%1 Groups of %3 devices share the %2 axis.")
                  .arg(devices, m_axisName, countText(m_axis->degree))
            : devices);
    setToolTip(accessibleDescription());
}

QSize MeshPicture::sizeHint() const
{
    const int rows = (shownDevices() + devicesInRow - 1) / devicesInRow;
    const int lines = (shownNodes() + 1) / 2;
    const int caption = QFontMetrics(textFont(TextRole::Caption)).height();
    const bool isSingle = shownNodes() == 1;
    const int side = isSingle ? gap(6) : gap(4);
    return { textWidth(34),
        (isSingle ? 1 : lines) * (caption + rows * (side + 2) + gap(4))
            + (m_nodes > maxDrawnNodes || m_devicesPerNode > maxDrawnDevices ? caption : 0) };
}

void MeshPicture::paintEvent(QPaintEvent *)
{
    const ThemeColours theme = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(textFont(TextRole::Caption));
    const int caption = painter.fontMetrics().height();
    const int columns = shownNodes() > 1 ? 2 : 1;
    const double room = (width() - (columns - 1) * gap(2)) / static_cast<double>(columns);
    const int inRow = std::min(shownDevices(), devicesInRow);
    const int rows = (shownDevices() + devicesInRow - 1) / devicesInRow;
    const double side
        = std::min((room - 2 * gap(2)) / inRow - 2, columns > 1 ? gap(4) : gap(6) * 1.0);
    const double boxHeight = caption + rows * (side + 2) + gap(3);
    for (int node = 0; node < shownNodes(); ++node) {
        const QRectF box((node % columns) * (room + gap(2)),
            (node / columns) * (boxHeight + gap(1)), room, boxHeight);
        painter.setPen(QPen(theme.border, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), gap(1), gap(1));
        painter.setPen(theme.muted);
        painter.drawText(
            QPointF(box.left() + gap(2), box.top() + painter.fontMetrics().ascent() + 2),
            tr("node %1").arg(node + 1));
        for (int device = 0; device < shownDevices(); ++device) {
            const std::int64_t rank = std::int64_t { node } * m_devicesPerNode + device;
            const QRectF square(box.left() + gap(2) + (device % devicesInRow) * (side + 2),
                box.top() + caption + gap(1) + (device / devicesInRow) * (side + 2), side, side);
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_axis
                    ? pinColour(static_cast<int>(m_axis->groupOf(rank) % colours), palette())
                    : theme.muted);
            painter.drawRoundedRect(square, 2, 2);
        }
    }
    QStringList more;
    if (m_devicesPerNode > maxDrawnDevices)
        more.append(
            tr("%1 more devices in each").arg(countText(m_devicesPerNode - maxDrawnDevices)));
    if (m_nodes > maxDrawnNodes)
        more.append(tr("%1 more nodes like these").arg(countText(m_nodes - maxDrawnNodes)));
    painter.setPen(theme.muted);
    if (!more.isEmpty())
        painter.drawText(rect(), Qt::AlignBottom | Qt::AlignLeft, more.join(QStringLiteral(", ")));
}

} // namespace headroom
