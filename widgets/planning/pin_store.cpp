#include "widgets/planning/pin_store.h"

#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QScopedValueRollback>

namespace headroom {

PinStore::PinStore(
    PinBoard &board, PlanController &controller, std::filesystem::path folder, QObject *parent)
    : QObject(parent)
    , m_board(board)
    , m_controller(controller)
    , m_folder(std::move(folder))
{
    connect(&board, &PinBoard::changed, this, &PinStore::save);
    connect(&controller, &PlanController::estimateChanged, this, [this] {
        if (m_isWaiting)
            load();
    });
}

std::filesystem::path PinStore::file() const
{
    const std::filesystem::path &plan = m_controller.file();
    return plan.empty() ? m_folder / "unsaved.pins.yaml" : pinsFileBeside(plan);
}

void PinStore::load()
{
    m_isWaiting = false;
    m_kept.clear();
    m_keptFile = file();
    const Result<std::vector<PinnedPlan>> pins = loadPins(file());
    if (!pins) {
        emit failed(tr("The pinned plans cannot be read: %1").arg(errorLinesText(pins.errors())));
        return;
    }
    if (pins->empty())
        return;
    const QScopedValueRollback loading(m_isLoading, true);
    std::vector<Pin> answered;
    m_unanswered.clear();
    for (const PinnedPlan &pin : *pins) {
        if (auto estimate = m_controller.estimateOf(pin.plan))
            answered.push_back({ pin.plan, *std::move(estimate), pin.name });
        else
            m_unanswered.push_back(pin);
    }
    if (!m_unanswered.empty())
        emit failed(tr("%n pinned plans have no result and are not shown.", nullptr,
            static_cast<int>(m_unanswered.size())));
    m_board.setPins(std::move(answered));
    m_kept = ownPins();
}

void PinStore::planSaved()
{
    if (!m_isWaiting && !m_board.pins().empty())
        save();
}

void PinStore::save()
{
    if (m_isLoading)
        return;
    std::vector<PinnedPlan> pins = ownPins();
    const std::filesystem::path place = file();
    // Under another name the pins go with the plan, in the place of those that are there.
    const Problems problems
        = place == m_keptFile ? changePins(m_kept, pins, place) : savePins(pins, place);
    if (!problems.empty()) {
        emit failed(tr("The pinned plans cannot be saved: %1").arg(errorLinesText(problems)));
        return;
    }
    m_kept = std::move(pins);
    m_keptFile = place;
}

std::vector<PinnedPlan> PinStore::ownPins() const
{
    std::vector<PinnedPlan> pins;
    for (const Pin &pin : m_board.pins())
        pins.push_back({ pin.name, pin.plan });
    pins.insert(pins.end(), m_unanswered.begin(), m_unanswered.end());
    return pins;
}

} // namespace headroom
