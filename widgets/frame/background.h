#pragma once

#include <QString>

#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace headroom {

/// Does work that waits for a disk in a thread of its own, so that the window goes on living. What
/// takes longer shows a dialog with `text` in which the user can give up: then false, and the work
/// ends on its own some time. It must therefore hold whatever it uses.
bool doneInBackground(QWidget *window, const QString &text, std::function<void()> work);

/// The value that `work` makes in a thread of its own; nothing when the user gave up.
template <class Work>
auto madeInBackground(QWidget *window, const QString &text, Work work)
    -> std::optional<decltype(work())>
{
    auto made = std::make_shared<std::optional<decltype(work())>>();
    if (!doneInBackground(window, text, [made, work] { made->emplace(work()); }))
        return std::nullopt;
    return std::move(*made);
}

} // namespace headroom
