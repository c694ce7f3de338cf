#include "widgets/window/drop_files.h"

#include "model/lessons/course.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/runs/runs_page.h"
#include "widgets/window/main_window.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWindow>

namespace headroom {
namespace {

/// Files of this machine; folders and addresses of others are no logs.
QStringList localFiles(const QMimeData *data)
{
    QStringList files;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    return files;
}

} // namespace

DropFiles::DropFiles(MainWindow &window, PlanFiles &plans)
    : QObject(&window)
    , m_window(window)
    , m_plans(plans)
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

bool DropFiles::eventFilter(QObject *watched, QEvent *event)
{
    // Fields that take text would keep drops from the window: the native one sees them first.
    if (event->type() == QEvent::Show && m_window.windowHandle())
        m_window.windowHandle()->installEventFilter(this);
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove
        && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto *drop = static_cast<QDropEvent *>(event);
    const QStringList files = localFiles(drop->mimeData());
    if (files.isEmpty())
        return QObject::eventFilter(watched, event);
    drop->acceptProposedAction();
    // The program that files are dragged from waits until the drop is over.
    if (event->type() == QEvent::Drop)
        QMetaObject::invokeMethod(
            this, [this, files] { take(files); }, Qt::QueuedConnection);
    return true;
}

void DropFiles::take(const QStringList &files)
{
    constexpr const char *planEnding = ".headroom.yaml";
    if (files.size() == 1 && teachingFile(files.front().toStdString()) == TeachingFile::Course) {
        emit m_window.context().openCourseFile(files.front());
        return;
    }
    const bool isPlan = files.size() == 1 && files.front().endsWith(QLatin1String(planEnding));
    if (isPlan || m_window.currentPage() == QLatin1String("start")) {
        m_plans.openAny(files);
        return;
    }
    m_window.showPage(QStringLiteral("runs"));
    if (auto *page = qobject_cast<RunsPage *>(m_window.pageWidget(QStringLiteral("runs"))))
        page->addFiles(files);
}

} // namespace headroom
