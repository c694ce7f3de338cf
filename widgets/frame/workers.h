#pragma once

#include <QObject>
#include <QSet>

#include <functional>

class QThread;

namespace headroom {

/// Threads of a page: work that nobody waits for but whoever goes away, its owner.
class Workers : public QObject
{
    Q_OBJECT
public:
    explicit Workers(QObject *parent)
        : QObject(parent)
    { }
    ~Workers() override;

    /// In a thread of its own, at low priority. It ends before this object does.
    void run(std::function<void()> work);
    bool isIdle() const { return m_threads.isEmpty(); }

private:
    QSet<QThread *> m_threads;
};

} // namespace headroom
