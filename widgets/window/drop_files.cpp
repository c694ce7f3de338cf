#include "widgets/window/drop_files.h"

#include "model/lessons/course.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/runs/runs_page.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QKeyEvent>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTextEdit>
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

/// Whether text of several lines can be written there.
bool takesLines(const QWidget *widget)
{
    return qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QTextEdit *>(widget);
}

} // namespace

DropFiles::DropFiles(MainWindow &window, PlanFiles &plans)
    : QObject(&window)
    , m_window(window)
    , m_plans(plans)
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
    qApp->installEventFilter(this); // a field would take a pasted log as one long line
}

/// Whether Ctrl+V brings several lines or files, of which a field would keep one line.
bool DropFiles::claimsPaste(QEvent *event) const
{
    if (event->type() != QEvent::ShortcutOverride || !m_window.isActiveWindow()
        || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Paste)
        || takesLines(QApplication::focusWidget()))
        return false;
    const QMimeData *data = QApplication::clipboard()->mimeData();
    return data
        && (!localFiles(data).isEmpty() || data->text().trimmed().contains(QLatin1Char('\n')));
}

void DropFiles::paste()
{
    const QMimeData *data = QApplication::clipboard()->mimeData();
    if (const QStringList files = data ? localFiles(data) : QStringList(); !files.isEmpty())
        return take(files);
    const QByteArray text = data ? data->text().toUtf8() : QByteArray();
    if (text.trimmed().isEmpty()) {
        emit m_window.context().message(tr("The clipboard holds no text."));
        return;
    }
    // Without an ending: what it is shows by its form.
    const QString name = ++m_pastedCount == 1 ? QStringLiteral("pasted")
                                              : QStringLiteral("pasted-%1").arg(m_pastedCount);
    QFile file(m_pasted.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        emit m_window.context().message(tr("%1 cannot be written.").arg(file.fileName()));
        return;
    }
    file.close();
    take({ file.fileName() });
}

bool DropFiles::eventFilter(QObject *watched, QEvent *event)
{
    if (claimsPaste(event)) {
        event->ignore(); // the shortcut of the menu has it then
        return true;
    }
    if (watched != &m_window && watched != m_window.windowHandle())
        return QObject::eventFilter(watched, event);
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
