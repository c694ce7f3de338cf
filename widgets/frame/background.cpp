#include "widgets/frame/background.h"

#include <QEventLoop>
#include <QPointer>
#include <QProgressBar>
#include <QProgressDialog>
#include <QThread>
#include <QTimer>

namespace headroom {
namespace {

constexpr unsigned long unnoticed = 50; ///< milliseconds for which the window may stand still
constexpr int withoutDialog = 400; ///< milliseconds before the user is told
constexpr int betweenLooks = 100; ///< milliseconds between two looks at how far the work is

/// Shows how far the work is, from the moment on when it says so.
void follow(QProgressDialog &dialog, const std::shared_ptr<BackgroundTask> &task)
{
    auto *bar = new QProgressBar(&dialog);
    bar->setRange(0, 0);
    dialog.setBar(bar);
    auto *look = new QTimer(&dialog);
    QObject::connect(look, &QTimer::timeout, bar, [bar, task] {
        if (const std::optional<int> step = task->step()) {
            bar->setMaximum(BackgroundTask::steps);
            bar->setValue(*step);
        }
    });
    look->start(betweenLooks);
}

} // namespace

bool doneInBackground(
    QWidget *window, const QString &text, std::function<void(BackgroundTask &)> work)
{
    const auto task = std::make_shared<BackgroundTask>();
    // Once it has ended, any turn of an event loop deletes it.
    const QPointer<QThread> thread
        = QThread::create([task, work = std::move(work)] { work(*task); });
    const auto hasEnded = [&thread] { return !thread || thread->isFinished(); };
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
    if (thread->wait(unnoticed))
        return true;
    QEventLoop loop;
    QObject::connect(thread, &QThread::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(withoutDialog, &loop, &QEventLoop::quit);
    if (!hasEnded())
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    if (hasEnded())
        return true;
    QProgressDialog dialog(text, QProgressDialog::tr("Cancel"), 0, 0, window);
    dialog.setObjectName(QStringLiteral("waiting"));
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(0);
    follow(dialog, task);
    if (hasEnded())
        return true;
    QObject::connect(thread, &QThread::finished, &dialog, &QProgressDialog::accept);
    if (hasEnded())
        return true;
    if (dialog.exec() == QDialog::Accepted)
        return true;
    task->cancel();
    return false;
}

} // namespace headroom
