#pragma once

// moc cannot read <compare>, which rank_order.h needs, before a header that reads it by parts.
#include <optional>

#include "model/estimate/axis_traffic.h"

#include <QWidget>

namespace headroom {

/// Nodes with their devices, the links in a node and the network between nodes. Devices that work
/// together along the chosen axis have one colour, and the link that carries its traffic is lit.
/// Pointing at a device lights its group.
class MeshPicture : public QWidget
{
    Q_OBJECT
public:
    explicit MeshPicture(QWidget *parent);

    void setDevices(int nodes, int devicesPerNode);
    /// The axis that colours the devices; nothing: each works alone.
    /// @param load what crosses its links, in words
    void setAxis(const std::optional<AxisTraffic> &axis, const QString &name, const QString &load);

    QSize sizeHint() const override;
    /// Where a device is drawn; empty for those that are only counted.
    QRectF deviceRect(std::int64_t rank) const;

protected:
    bool event(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Grid;
    int heightAt(int width) const;
    Grid grid(int width) const;
    int shownNodes() const;
    int shownDevices() const; ///< of each node
    bool crossesNodes() const;
    std::int64_t deviceAt(const QPointF &place) const; ///< -1: none
    QString deviceText(std::int64_t rank) const;
    void paintNode(QPainter &painter, const Grid &grid, int node) const;
    void paintNetwork(QPainter &painter, const Grid &grid) const;
    void describe();

    int m_nodes = 1, m_devicesPerNode = 1;
    std::optional<AxisTraffic> m_axis;
    QString m_axisName, m_load;
    std::int64_t m_pointed = -1; ///< the device below the pointer
};

} // namespace headroom
