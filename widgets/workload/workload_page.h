#pragma once

#include "widgets/frame/field_page.h"

namespace headroom {

class FactGrid;

/// How much of it, in which number formats.
class WorkloadPage : public FieldPage
{
    Q_OBJECT
public:
    WorkloadPage(WindowContext &context, QWidget *parent);

private:
    void chooseMeasurements();
    void refresh();

    FactGrid *m_facts;
};

} // namespace headroom
