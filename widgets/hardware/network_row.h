#pragma once

#include <QWidget>

namespace headroom {

class NumberBox;
class PlanController;
class TextLabel;

/// The network of a node in the units that people have, "8 × 200 Gb/s", with what that is for one
/// device beside it. Writes the plan's rate per device.
class NetworkRow : public QWidget
{
    Q_OBJECT
public:
    NetworkRow(PlanController &controller, QWidget *parent);

private:
    NumberBox *addBox(const char *name, const QString &title, int width);
    void readBack();
    void take();
    void showRate(double gbytesPerDevice);

    PlanController &m_controller;
    NumberBox *m_links, *m_gigabits;
    TextLabel *m_rate;
    bool m_isTaking = false; ///< what the user types goes to the controller
};

} // namespace headroom
