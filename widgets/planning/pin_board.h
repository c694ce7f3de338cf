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

/// Up to four pinned plans. Differences are shown against the first one, once a plan was pinned or
/// made the reference in this session.
class PinBoard : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t most = 4;

    using QObject::QObject;

    const std::vector<Pin> &pins() const { return m_pins; }
    /// What differences are shown against; null when nobody asked for one in this session.
    const Pin *reference() const
    {
        return m_hasReference && !m_pins.empty() ? &m_pins.front() : nullptr;
    }
    bool isFull() const { return m_pins.size() >= most; }
    void add(Pin pin); ///< ignored when full
    void remove(std::size_t index);
    void makeReference(std::size_t index); ///< moves it to the front
    void rename(std::size_t index, std::string name);
    /// Pins of an earlier session, instead of what is pinned; more than fit are left out.
    void setPins(std::vector<Pin> pins);

signals:
    void changed();

private:
    std::vector<Pin> m_pins;
    bool m_hasReference = false;
};

} // namespace headroom
