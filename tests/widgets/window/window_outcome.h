#pragma once

#include "fixed_look.h"
#include "window_hands.h"
#include "window_stage.h"

namespace headroom {

/// A window in a scene, and what has come of something that was done to it, as text.
class WindowOutcome : public QObject
{
    Q_OBJECT

protected slots:
    void init();
    void cleanup();

protected:
    /// The page, the focus, the plan, what opened and what was said since the last call.
    QStringList outcome();
    /// Closes what opened, and goes back to the page of the models; a new window where need be.
    void restore();
    static QString focusName();

    std::unique_ptr<WindowStage> m_stage;
    std::unique_ptr<DialogWatch> m_watch;
    QString m_name;
};

} // namespace headroom
