#pragma once

#include <QObject>
#include <QSet>

#include <functional>
#include <memory>
#include <type_traits>

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

/// Questions of one kind that workers answer: of several only the newest is heard.
class NewestAnswer
{
public:
    /// `asking` runs in a thread, `hear` takes what it returns in the workers' own thread.
    /// @pre this object outlives the workers
    template <class Asking, class Hear> void ask(Workers &workers, Asking asking, Hear hear)
    {
        const int question = ++m_question;
        workers.run([this, question, &workers, asking = std::move(asking), hear = std::move(hear)] {
            // Whoever hears it owns it alone: this thread is not to delete what another has read.
            auto answer = std::make_shared<std::invoke_result_t<const Asking &>>(asking());
            QMetaObject::invokeMethod(
                &workers,
                [this, question, answer = std::move(answer), hear] {
                    if (question == m_question)
                        hear(std::move(*answer));
                },
                Qt::QueuedConnection);
        });
    }
    /// What was asked so far needs no answer any more.
    void drop() { ++m_question; }

private:
    int m_question = 0;
};

} // namespace headroom
