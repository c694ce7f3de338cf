#pragma once

#include <QComboBox>

namespace headroom {

/// How a model is trained: all weights, or adapters.
class MethodBox : public QComboBox
{
    Q_OBJECT
public:
    MethodBox(const char *name, QWidget *parent);

    // A TuningMethod as its number: lupdate loses the namespace where the type is declared ahead.
    int method() const;
    void setMethod(int method);
};

} // namespace headroom
