#pragma once

#include "model/estimate/estimate.h"

#include <QObject>

#include <string>
#include <vector>

namespace headroom {

/// A plan put aside for comparison, with its answer at that time.
struct Pin
{
    Plan plan;
    Estimate estimate;
    std::string name {}; ///< empty: that of the plan
    const std::string &shownName() const { return name.empty() ? plan.name : name; }
};

/// Up to four pinned plans. The first one is what changes are measured against.
class PinBoard : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t most = 4;

    using QObject::QObject;

    const std::vector<Pin> &pins() const { return m_pins; }
    bool isFull() const { return m_pins.size() >= most; }
    void add(Pin pin); ///< ignored when full
    void remove(std::size_t index);
    void makeReference(std::size_t index); ///< moves it to the front
    void rename(std::size_t index, std::string name);
    void setPins(std::vector<Pin> pins); ///< instead of what is pinned; the rest is left out

signals:
    void changed();

private:
    std::vector<Pin> m_pins;
};

} // namespace headroom
