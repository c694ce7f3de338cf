#pragma once

#include "fixed_look.h"
#include "window_stage.h"

namespace headroom {

/// How parts of the window are built, as text, for some scenes: a changed property, distance, share
/// of room or painted line is a changed line of tests/golden/blueprint.
class WindowBlueprint : public QObject
{
    Q_OBJECT

public:
    /// Names of scenes.
    explicit WindowBlueprint(QStringList scenes)
        : m_scenes(std::move(scenes))
    { }

private slots:
    void parts_data();
    void parts();
    void cleanup() { applyAppearance(Appearance::Light); }

private:
    QStringList m_scenes;
};

} // namespace headroom
