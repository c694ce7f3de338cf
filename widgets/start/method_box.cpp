#include "widgets/start/method_box.h"

#include "model/plan/tuning_kinds.h"

namespace headroom {

MethodBox::MethodBox(const char *name, QWidget *parent)
    : QComboBox(parent)
{
    setObjectName(QLatin1String(name));
    setAccessibleName(tr("How the model is trained"));
    addItem(tr("From scratch"), static_cast<int>(TuningMethod::Full));
    addItem(tr("Fine-tune with LoRA"), static_cast<int>(TuningMethod::Lora));
    addItem(tr("Fine-tune with QLoRA"), static_cast<int>(TuningMethod::Qlora));
}

int MethodBox::method() const
{
    return currentData().toInt();
}

void MethodBox::setMethod(int method)
{
    setCurrentIndex(findData(method));
}

} // namespace headroom
