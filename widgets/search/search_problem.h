#pragma once

#include "model/advice/remedies.h"
#include "model/advice/repair.h"
#include "model/search/search.h"
#include "widgets/look/panels.h"

class QPushButton;

namespace headroom {

/// Why a search has no result: the rules that its held settings break, or the nearest miss with
/// what would make it fit.
class SearchProblem : public Card
{
    Q_OBJECT
public:
    explicit SearchProblem(QWidget *parent);

    /// With changes of the plan that would cure them.
    void showErrors(const Errors &errors, const std::vector<Repair> &repairs);
    void showMiss(const NearestMiss &miss, const Plan &plan);
    /// What would make the nearest miss fit, once that is known.
    void showHelps(const Remedies &helps, const NearestMiss &miss);
    void clear();

signals:
    /// Take these settings into the plan.
    void changeWanted(const std::vector<headroom::FieldChange> &changes);
    /// Search again with this setting free.
    void freeWanted(const std::string &path);

private:
    void showRemedies();
    void addRemedy(const NearestMiss::Remedy &remedy);
    QPushButton *addButton(const QString &text, const std::string &path);
    void offer(QPushButton &button, const std::vector<FieldChange> &changes);
    void show(const QString &heading, const QString &text);

    TextLabel *m_heading;
    TextLabel *m_text;
    TextLabel *m_remedyHeading;
    QWidget *m_remedies;
};

} // namespace headroom
