#pragma once

// moc cannot read <compare>, which rank_order.h needs, before a header that reads it by parts.
#include <optional>

#include "model/plan/rank_order.h"

#include <QWidget>

namespace headroom {

/// Nodes with their devices. Devices that work together along the chosen axis have one colour.
class MeshPicture : public QWidget
{
    Q_OBJECT
public:
    explicit MeshPicture(QWidget *parent);

    void setDevices(int nodes, int devicesPerNode);
    /// The axis that colours the devices; nothing: each works alone.
    void setAxis(const std::optional<RankAxis> &axis, const QString &name);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int shownNodes() const;
    int shownDevices() const; ///< of each node
    void describe();

    int m_nodes = 1, m_devicesPerNode = 1;
    std::optional<RankAxis> m_axis;
    QString m_axisName;
};

} // namespace headroom
