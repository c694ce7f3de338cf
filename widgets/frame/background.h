#pragma once

#include <QString>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>

class QWidget;

namespace headroom {

/// What a work in a thread of its own says of itself, and hears of whoever waits for it.
class BackgroundTask
{
public:
    static constexpr int steps = 1000; ///< of the way from nothing to all

    /// From any thread. @pre all > 0
    void report(std::size_t done, std::size_t all)
    {
        m_step = static_cast<int>(done * steps / all);
    }
    /// Nothing while the work has not said how far it is.
    std::optional<int> step() const
    {
        const int step = m_step;
        return step < 0 ? std::nullopt : std::optional(step);
    }
    /// The user gave up: what is found is not wanted any more.
    void cancel() { m_stop.request_stop(); }
    std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    std::atomic<int> m_step = -1;
    std::stop_source m_stop;
};

/// Does work that takes long in a thread of its own, so that the window goes on living. What
/// takes longer shows a dialog with `text` in which the user can give up: then false, and the work
/// ends on its own some time, sooner where it looks at its task. It must therefore hold whatever it
/// uses.
bool doneInBackground(
    QWidget *window, const QString &text, std::function<void(BackgroundTask &)> work);

/// The value that `work` makes in a thread of its own; nothing when the user gave up. It may take
/// the task, to tell how far it is.
template <class Work> auto madeInBackground(QWidget *window, const QString &text, Work work)
{
    const auto run = [work](BackgroundTask &task) {
        if constexpr (std::is_invocable_v<const Work &, BackgroundTask &>)
            return work(task);
        else
            return work();
    };
    using Made = std::invoke_result_t<decltype(run), BackgroundTask &>;
    auto made = std::make_shared<std::optional<Made>>();
    if (!doneInBackground(
            window, text, [made, run](BackgroundTask &task) { made->emplace(run(task)); }))
        return std::optional<Made>();
    return std::move(*made);
}

} // namespace headroom
