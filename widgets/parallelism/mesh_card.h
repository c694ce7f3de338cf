#pragma once

#include "model/estimate/estimate.h"
#include "widgets/look/panels.h"

class QButtonGroup;

namespace headroom {

class MeshPicture;

/// The picture of the devices, and the axes in use: over which link each runs, at what rate, and
/// what it carries. Pointing at an axis shows its groups.
class MeshCard : public Card
{
    Q_OBJECT
public:
    explicit MeshCard(QWidget *parent);

    void setResult(const ResolvedPlan &resolved, const Estimate &estimate);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct AxisRow
    {
        QString name, text;
        QString load; ///< what its link carries
        std::vector<struct AxisTraffic> axis; ///< one, or none for an axis inside others
        bool operator==(const AxisRow &) const;
    };
    void rebuild(std::vector<AxisRow> rows);
    void choose(int row);

    MeshPicture *m_picture;
    QWidget *m_list;
    QButtonGroup *m_buttons;
    std::vector<AxisRow> m_rows;
    int m_chosen = -1;
};

} // namespace headroom
