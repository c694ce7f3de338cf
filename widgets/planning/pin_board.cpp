#include "widgets/planning/pin_board.h"

#include <algorithm>

namespace headroom {

void PinBoard::add(Pin pin)
{
    if (isFull())
        return;
    m_pins.push_back(std::move(pin));
    m_hasReference = true;
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
    if (index >= m_pins.size() || (index == 0 && m_hasReference))
        return;
    m_hasReference = true;
    std::rotate(m_pins.begin(), m_pins.begin() + static_cast<std::ptrdiff_t>(index),
        m_pins.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    emit changed();
}

void PinBoard::rename(std::size_t index, std::string name)
{
    if (index >= m_pins.size() || m_pins[index].shownName() == name)
        return;
    m_pins[index].name = std::move(name);
    emit changed();
}

void PinBoard::setPins(std::vector<Pin> pins)
{
    if (pins.size() > most)
        pins.erase(pins.begin() + most, pins.end());
    m_pins = std::move(pins);
    m_hasReference = false;
    emit changed();
}

} // namespace headroom
