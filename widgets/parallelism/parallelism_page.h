#pragma once

#include "widgets/frame/field_page.h"

namespace headroom {

class FactGrid;

/// How it is spread over the devices, and what is recomputed.
class ParallelismPage : public FieldPage
{
    Q_OBJECT
public:
    ParallelismPage(WindowContext &context, QWidget *parent);

private:
    void refresh();

    FactGrid *m_facts;
};

} // namespace headroom
