#include "widgets/frame/workers.h"

#include <QThread>

namespace headroom {

Workers::~Workers()
{
    for (QThread *thread : m_threads)
        thread->wait();
}

void Workers::run(std::function<void()> work)
{
    QThread *thread = QThread::create(std::move(work));
    thread->setParent(this);
    m_threads.insert(thread);
    connect(thread, &QThread::finished, thread, [this, thread] {
        m_threads.remove(thread);
        thread->deleteLater();
    });
    thread->start(QThread::LowPriority);
}

} // namespace headroom
