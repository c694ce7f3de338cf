#pragma once

#include "model/launch/targets/export_remedies.h"
#include "widgets/look/panels.h"

#include <string>
#include <vector>

namespace headroom {

class PlanController;
class TextLabel;

/// What a target makes of the plan: every cause of a refusal with one button that lifts them all,
/// or what is still open while files are exported. Hidden where there is nothing to say.
class ExportVerdict : public Card
{
    Q_OBJECT
public:
    ExportVerdict(PlanController &controller, QWidget *parent);

    void showRefusal(const ExportRefusal &refusal);
    /// @param framework  that the files are for: it may see another plan than the one being edited
    void showFindings(const std::string &framework, const std::vector<Finding> &findings);

private:
    void clear();

    PlanController &m_controller;
    TextLabel *m_text;
    QWidget *m_remedies = nullptr; ///< below the causes of a refusal
};

} // namespace headroom
