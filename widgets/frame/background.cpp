#include "widgets/frame/background.h"

#include <QEventLoop>
#include <QPointer>
#include <QProgressDialog>
#include <QThread>
#include <QTimer>

namespace headroom {
namespace {

constexpr unsigned long unnoticed = 50; ///< milliseconds for which the window may stand still
constexpr int withoutDialog = 400; ///< milliseconds before the user is told

} // namespace

bool doneInBackground(QWidget *window, const QString &text, std::function<void()> work)
{
    // Once it has ended, any turn of an event loop deletes it.
    const QPointer<QThread> thread = QThread::create(std::move(work));
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
    if (hasEnded())
        return true;
    QObject::connect(thread, &QThread::finished, &dialog, &QProgressDialog::accept);
    if (hasEnded())
        return true;
    return dialog.exec() == QDialog::Accepted;
}

} // namespace headroom
