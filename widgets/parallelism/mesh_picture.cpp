#include "widgets/parallelism/mesh_picture.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace headroom {
namespace {

constexpr int maxDrawnNodes = 8, maxDrawnDevices = 16; ///< that are drawn; the rest is counted
constexpr int devicesInRow = 8;
constexpr int colours = 5; ///< of groups, in turn
constexpr double dimmed = 0.25; ///< opacity of devices outside the group that is pointed at
constexpr int litWidth = 3, plainWidth = 1; ///< of links

} // namespace

/// Where everything is drawn.
struct MeshPicture::Grid
{
    int columns = 1, inRow = 1, rows = 1, lines = 1;
    double room = 0, side = 0, caption = 0, boxHeight = 0;

    QRectF box(int node) const
    {
        return { (node % columns) * (room + gap(4)), (node / columns) * (boxHeight + gap(2)), room,
            boxHeight };
    }
    QRectF device(int node, int device) const
    {
        const QRectF around = box(node);
        return { around.left() + gap(2) + (device % inRow) * (side + gap(1)),
            around.top() + caption + gap(1) + (device / inRow) * (side + gap(1)), side, side };
    }
    /// Height of the line that links the devices of a node.
    double link(int node) const { return box(node).bottom() - gap(2); }
    /// Of the line between the nodes.
    double network() const { return lines * (boxHeight + gap(2)) + gap(1); }
};

MeshPicture::MeshPicture(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setAccessibleName(tr("Devices and their groups"));
    setObjectName(QStringLiteral("meshPicture"));
    setMouseTracking(true);
}

void MeshPicture::setDevices(int nodes, int devicesPerNode)
{
    m_nodes = nodes;
    m_devicesPerNode = devicesPerNode;
    m_pointed = -1;
    describe();
    setFixedHeight(heightAt(width()));
    updateGeometry();
    update();
}

void MeshPicture::setAxis(
    const std::optional<AxisTraffic> &axis, const QString &name, const QString &load)
{
    m_axis = axis;
    m_axisName = name;
    m_load = load;
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

bool MeshPicture::crossesNodes() const
{
    return m_axis && m_axis->link == Roof::Network;
}

void MeshPicture::describe()
{
    const QString devices
        = tr("%1 nodes with %2 devices each.").arg(countText(m_nodes), countText(m_devicesPerNode));
    setAccessibleDescription(m_axis
            //: A picture in words: the devices, an axis, how many work together on it, and what
            //: crosses their links.
            ? tr("%1 Groups of %3 devices share the %2 axis. %4")
                  .arg(devices, m_axisName, countText(m_axis->axis.degree), m_load)
                  .trimmed()
            : devices);
}

MeshPicture::Grid MeshPicture::grid(int width) const
{
    Grid grid;
    grid.caption = QFontMetrics(textFont(TextRole::Caption)).height();
    grid.columns = shownNodes() > 1 ? 2 : 1;
    grid.lines = (shownNodes() + grid.columns - 1) / grid.columns;
    grid.inRow = std::min(shownDevices(), devicesInRow);
    grid.rows = (shownDevices() + devicesInRow - 1) / devicesInRow;
    grid.room = (width - (grid.columns - 1) * gap(4)) / static_cast<double>(grid.columns);
    grid.side = std::clamp((grid.room - 2 * gap(2)) / grid.inRow - gap(1), 2.0,
        static_cast<double>(grid.columns > 1 ? gap(5) : gap(9)));
    grid.boxHeight = grid.caption + grid.rows * (grid.side + gap(1)) + gap(5);
    return grid;
}

QSize MeshPicture::sizeHint() const
{
    return { textWidth(34), heightAt(std::max(width(), textWidth(34))) };
}

int MeshPicture::heightAt(int width) const
{
    const Grid all = grid(width);
    const bool isCounted = m_nodes > maxDrawnNodes || m_devicesPerNode > maxDrawnDevices;
    return static_cast<int>(all.network() + gap(2) + all.caption + (isCounted ? all.caption : 0));
}

/// The squares grow with the width up to a size, and the height follows.
void MeshPicture::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    setFixedHeight(heightAt(width()));
}

QRectF MeshPicture::deviceRect(std::int64_t rank) const
{
    const auto node = static_cast<int>(rank / m_devicesPerNode);
    const auto device = static_cast<int>(rank % m_devicesPerNode);
    return node < shownNodes() && device < shownDevices() ? grid(width()).device(node, device)
                                                          : QRectF();
}

std::int64_t MeshPicture::deviceAt(const QPointF &place) const
{
    for (int node = 0; node < shownNodes(); ++node)
        for (int device = 0; device < shownDevices(); ++device) {
            const std::int64_t rank = std::int64_t { node } * m_devicesPerNode + device;
            if (deviceRect(rank).contains(place))
                return rank;
        }
    return -1;
}

QString MeshPicture::deviceText(std::int64_t rank) const
{
    const QString device = tr("Node %1, device %2")
                               .arg(countText(static_cast<double>(rank / m_devicesPerNode + 1)),
                                   countText(static_cast<double>(rank % m_devicesPerNode + 1)));
    if (!m_axis)
        return device;
    //: A device, an axis such as "FSDP 8", how many devices its group has, and its traffic.
    return tr("%1: one of %3 devices in its %2 group. %4")
        .arg(device, m_axisName, countText(m_axis->axis.degree), m_load)
        .trimmed();
}

void MeshPicture::mouseMoveEvent(QMouseEvent *event)
{
    const std::int64_t pointed = deviceAt(event->position());
    if (pointed != m_pointed) {
        m_pointed = pointed;
        update();
    }
}

void MeshPicture::leaveEvent(QEvent *event)
{
    m_pointed = -1;
    update();
    QWidget::leaveEvent(event);
}

bool MeshPicture::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<const QHelpEvent *>(event);
    const std::int64_t rank = deviceAt(help->pos());
    QToolTip::showText(
        help->globalPos(), rank >= 0 ? deviceText(rank) : accessibleDescription(), this);
    return true;
}

void MeshPicture::paintNode(QPainter &painter, const Grid &grid, int node) const
{
    const ThemeColours theme = themeColours(palette());
    const QRectF box = grid.box(node);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), gap(1), gap(1));
    painter.setPen(theme.muted);
    painter.drawText(QPointF(box.left() + gap(2), box.top() + painter.fontMetrics().ascent() + 2),
        tr("node %1").arg(node + 1));
    // The links first, so that they end at the devices.
    const bool isLit = m_axis && !crossesNodes();
    painter.setPen(
        QPen(isLit ? theme.accent : theme.border, isLit ? litWidth : plainWidth, Qt::SolidLine));
    const double y = grid.link(node);
    if (shownDevices() > 1) {
        for (int device = 0; device < grid.inRow; ++device) {
            const double x = grid.device(node, device).center().x();
            painter.drawLine(QPointF(x, grid.device(node, device).bottom()), QPointF(x, y));
        }
        painter.drawLine(QPointF(grid.device(node, 0).center().x(), y),
            QPointF(grid.device(node, grid.inRow - 1).center().x(), y));
    }
    for (int device = 0; device < shownDevices(); ++device) {
        const std::int64_t rank = std::int64_t { node } * m_devicesPerNode + device;
        QColor colour = m_axis
            ? pinColour(static_cast<int>(m_axis->axis.groupOf(rank) % colours), palette())
            : theme.muted;
        const QRectF square = grid.device(node, device);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.card);
        painter.drawRoundedRect(square, 2, 2);
        if (m_axis && m_pointed >= 0
            && m_axis->axis.groupOf(rank) != m_axis->axis.groupOf(m_pointed))
            colour.setAlphaF(dimmed);
        painter.setBrush(colour);
        painter.drawRoundedRect(square, 2, 2);
    }
}

/// The line between nodes: each hangs on it.
void MeshPicture::paintNetwork(QPainter &painter, const Grid &grid) const
{
    if (m_nodes < 2)
        return;
    const ThemeColours theme = themeColours(palette());
    const bool isLit = crossesNodes();
    painter.setPen(QPen(isLit ? theme.accent : theme.border, isLit ? litWidth : plainWidth));
    const double middle = grid.room + gap(2);
    const double y = grid.network();
    painter.drawLine(QPointF(0, y), QPointF(2 * grid.room + gap(4), y));
    painter.drawLine(
        QPointF(middle, grid.box(0).center().y()), QPointF(middle, y)); // between the columns
    for (int node = 0; node < shownNodes(); ++node) {
        const QRectF box = grid.box(node);
        painter.drawLine(QPointF(node % 2 == 0 ? box.right() : box.left(), box.center().y()),
            QPointF(middle, box.center().y()));
    }
}

void MeshPicture::paintEvent(QPaintEvent *)
{
    const ThemeColours theme = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(textFont(TextRole::Caption));
    const Grid all = grid(width());
    paintNetwork(painter, all);
    for (int node = 0; node < shownNodes(); ++node)
        paintNode(painter, all, node);
    if (m_axis) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(0, all.network() + gap(1), width(), all.caption),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(m_load, Qt::ElideRight, width()));
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
