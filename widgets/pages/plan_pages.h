#pragma once

#include "widgets/pages/field_page.h"

namespace headroom {

class FactGrid;

/// What is trained.
class ModelPage : public FieldPage
{
    Q_OBJECT
public:
    ModelPage(WindowContext &context, QWidget *parent);

private:
    void refresh();
    void chooseConfig();

    FactGrid *m_facts;
    class TextLabel *m_origin;
};

/// What it runs on.
class HardwarePage : public FieldPage
{
    Q_OBJECT
public:
    HardwarePage(WindowContext &context, QWidget *parent);

private:
    void refresh();

    FieldForm *m_site = nullptr;
    FactGrid *m_facts;
};

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
