#pragma once

#include <QComboBox>

#include <cstdint>

namespace headroom {

enum class TuningMethod : std::uint8_t;

/// How a model is trained: all weights, or adapters.
class MethodBox : public QComboBox
{
    Q_OBJECT
public:
    MethodBox(const char *name, QWidget *parent);

    TuningMethod method() const;
    void setMethod(TuningMethod method);
};

} // namespace headroom
