#pragma once

#include "noted_dialogs.h"

#include "widgets/frame/page.h"

#include <QStringList>

#include <functional>

namespace headroom {

/// A state of the window that is worth a look: a plan, what is done to it, and the part that is
/// looked at.
struct Scene
{
    const char *name;
    const char *plan; ///< an example by its id
    const char *page; ///< shown last; empty: none
    const char *steps = ""; ///< with semicolons between them, see doStep()
    const char *root = ""; ///< name of the part; empty: the page
};

/// What is done to it, one after the other; `as NAME` in front stands for the steps of another.
QStringList stepsOf(const Scene &scene);
/// Names of all scenes whose names begin so.
QStringList scenesNamed(const QString &beginning);
/// The scene of that name, or null.
const Scene *sceneOf(const QString &name);

/// A window that can be made anew as often as a scene asks for it.
class WindowStage
{
public:
    explicit WindowStage(QSize size);

    /// The window in a scene, with all of it worked out; false when it does not come up.
    bool make(const Scene &scene);
    void close() { window.reset(); }
    /// Done before each step of a scene, with those inside the dialog that it opens.
    std::function<void(const QStringList &inner)> beforeStep;
    /// Until nothing is left to be worked out, and a later look shows the same.
    void settle();
    /// The part that a scene is about.
    QWidget &root(const Scene &scene) const;
    /// With the actions of a page, which are in the row of Back and Next.
    QList<QWidget *> parts(const Scene &scene) const;

    QTemporaryDir folder { QStringLiteral("/tmp/headroom-XXXXXX") }; ///< as long on every machine
    ProfileLibrary library;
    std::unique_ptr<ApplicationServices> application;
    NotedDialogs dialogs;
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<MainWindow> window;
    QStringList said; ///< messages of the window since they were last taken

private:
    QSize m_size;
    int m_made = 0;
};

} // namespace headroom
