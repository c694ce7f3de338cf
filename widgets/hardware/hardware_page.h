#pragma once

#include "widgets/frame/field_page.h"

namespace headroom {

class FactGrid;
class FieldForm;
struct Accelerator;
struct HardwareChoice;

/// What it runs on.
class HardwarePage : public FieldPage
{
    Q_OBJECT
public:
    HardwarePage(WindowContext &context, QWidget *parent);

protected:
    bool isIdle(const QString &path) const override;

private:
    void refresh();
    void showProfileOf(const HardwareChoice &chosen);
    void showProfile(const Accelerator *chip);

    FieldForm *m_site = nullptr;
    FactGrid *m_facts;
};

} // namespace headroom
