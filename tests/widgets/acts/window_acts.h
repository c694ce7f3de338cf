#pragma once

#include "window_hands.h"
#include "window_stage.h"

#include <QStringList>

namespace headroom {

/// What every control of the window does, as text: each button, choice, key, click and link of some
/// scenes once, and what then reads otherwise.
class WindowActs : public QObject
{
    Q_OBJECT

public:
    /// Names of scenes.
    explicit WindowActs(QStringList scenes)
        : m_scenes(std::move(scenes))
    { }

private slots:
    void acts_data();
    void acts();

private:
    QWidget *controlOf(const QString &name);
    bool makeWindow();
    QStringList state();
    QStringList details();
    QStringList takeNoted();
    void tryHand(const Hand &hand, QStringList &lines);
    void act(const Hand &hand, const Hand *inner, const QString &title, QStringList &lines);
    void restore();

    QStringList m_scenes;
    const Scene *m_scene = nullptr;
    WindowStage *m_stage = nullptr;
    DialogWatch *m_watch = nullptr;
    QStringList m_base;
    QList<Hand> m_inDialog;
};

} // namespace headroom
