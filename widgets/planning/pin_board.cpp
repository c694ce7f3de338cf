#include "widgets/planning/pin_board.h"

#include <algorithm>

namespace headroom {

void PinBoard::add(Pin pin)
{
    if (isFull())
        return;
    m_pins.push_back(std::move(pin));
    emit changed();
}

void PinBoard::remove(std::size_t index)
{
    if (index >= m_pins.size())
        return;
    m_pins.erase(m_pins.begin() + static_cast<std::ptrdiff_t>(index));
    emit changed();
}

void PinBoard::makeReference(std::size_t index)
{
    if (index == 0 || index >= m_pins.size())
        return;
    std::rotate(m_pins.begin(), m_pins.begin() + static_cast<std::ptrdiff_t>(index),
        m_pins.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    emit changed();
}

void PinBoard::clear()
{
    if (m_pins.empty())
        return;
    m_pins.clear();
    emit changed();
}

} // namespace headroom
