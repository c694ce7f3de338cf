#pragma once

#include "model/plan/fields/pinned_plans.h"

#include <QObject>

#include <filesystem>
#include <vector>

namespace headroom {

class PinBoard;
class PlanController;

/// Keeps the pins beside the plan at hand, or in a folder of the program while the plan has no
/// file. A plan that has pins of its own brings them; one that has none keeps what is pinned.
class PinStore : public QObject
{
    Q_OBJECT
public:
    PinStore(
        PinBoard &board, PlanController &controller, std::filesystem::path folder, QObject *parent);

    /// A plan was opened: its pins come once it has its first answer.
    void planOpened() { m_isWaiting = true; }
    /// The plan was saved, perhaps under another name: its pins go with it.
    void planSaved();
    std::filesystem::path file() const;

signals:
    void failed(const QString &text);

private:
    void load();
    void save();
    /// What this window pins: the board and what has no result today.
    std::vector<PinnedPlan> ownPins() const;

    PinBoard &m_board;
    PlanController &m_controller;
    std::filesystem::path m_folder;
    std::vector<PinnedPlan> m_unanswered; ///< read, but without a result today; kept in the file
    /// Read or written last; other windows may change the file meanwhile.
    std::vector<PinnedPlan> m_kept;
    std::filesystem::path m_keptFile;
    bool m_isWaiting = false;
    bool m_isLoading = false;
};

} // namespace headroom
