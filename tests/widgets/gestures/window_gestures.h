#pragma once

#include "fixed_look.h"
#include "window_hands.h"
#include "window_stage.h"

namespace headroom {

/// What mouse, wheel, keys and menus do to everything in some scenes that paints or answers by
/// itself, as text: after each gesture the lines that are built, painted or shown otherwise. One
/// gesture follows the other, as at a desk.
class WindowGestures : public QObject
{
    Q_OBJECT

public:
    /// Names of scenes.
    explicit WindowGestures(QStringList scenes)
        : m_scenes(std::move(scenes))
    { }

private slots:
    void gestures_data();
    void gestures();
    void cleanup() { applyAppearance(Appearance::Light); }

private:
    QStringList state();
    void attempt(QWidget &target, const QString &gesture, QStringList &lines);

    QStringList m_scenes;
    const Scene *m_scene = nullptr;
    WindowStage *m_stage = nullptr;
    DialogWatch *m_watch = nullptr;
    QStringList m_before;
};

} // namespace headroom
