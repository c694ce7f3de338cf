// Qt is not compiled with the thread sanitizer, which therefore does not see that an event comes
// behind what its sender did, nor that a thread's end comes behind its work. Here it is told; what
// Qt does by itself is passed over (tests/qt_suppressions.cpp).
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEvent>
#include <QThread>

#include <sanitizer/tsan_interface.h>

#include <future>

namespace {

char endOfWork; // its address stands for all threads' ends

/// Sees every event of the main thread before its receiver does.
class Deliveries : public QObject
{
    bool eventFilter(QObject *receiver, QEvent *event) override
    {
        if (event->type() == QEvent::MetaCall) {
            __tsan_acquire(receiver);
            __tsan_acquire(&endOfWork);
        }
        return false;
    }
};

void watchDeliveries()
{
    qApp->installEventFilter(new Deliveries);
}
Q_COREAPP_STARTUP_FUNCTION(watchDeliveries)

} // namespace

// The linker puts these before Qt's own (--wrap), by their names in the library.
extern "C" {
bool __real__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
    QObject *, QtPrivate::QSlotObjectBase *, Qt::ConnectionType, void *);
bool __wrap__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
    QObject *receiver, QtPrivate::QSlotObjectBase *slot, Qt::ConnectionType type, void *result)
{
    __tsan_release(receiver);
    return __real__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
        receiver, slot, type, result);
}

QThread *__real__ZN7QThread16createThreadImplEOSt6futureIvE(std::future<void> &&);
QThread *__wrap__ZN7QThread16createThreadImplEOSt6futureIvE(std::future<void> &&work)
{
    return __real__ZN7QThread16createThreadImplEOSt6futureIvE(
        std::async(std::launch::deferred, [own = std::move(work)]() mutable {
            own.get();
            own = {}; // with all that it holds
            __tsan_release(&endOfWork);
        }));
}

bool __real__ZN7QThread4waitE14QDeadlineTimer(QThread *, QDeadlineTimer);
bool __wrap__ZN7QThread4waitE14QDeadlineTimer(QThread *thread, QDeadlineTimer deadline)
{
    const bool hasEnded = __real__ZN7QThread4waitE14QDeadlineTimer(thread, deadline);
    __tsan_acquire(&endOfWork);
    return hasEnded;
}
}
