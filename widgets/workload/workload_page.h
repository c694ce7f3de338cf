#pragma once

#include "widgets/frame/field_page.h"

namespace headroom {

class FactGrid;
class TextLabel;

/// How much of it, which program runs it, in which number formats.
class WorkloadPage : public FieldPage
{
    Q_OBJECT
public:
    WorkloadPage(WindowContext &context, QWidget *parent);

protected:
    bool isIdle(const QString &path) const override;

private:
    void chooseMeasurements();
    void refresh();
    void refreshReleases();

    FactGrid *m_facts;
    FieldForm *m_software = nullptr;
    TextLabel *m_beside = nullptr; ///< what the framework's release goes with
};

} // namespace headroom
