// What the thread sanitizer passes over in Qt, which is not compiled with it.
extern "C" {
const char *__tsan_default_suppressions()
{
    // What these libraries write and free they order by themselves: interceptors that they call are
    // passed over. Whoever of sender and receiver is the last deletes what was sent.
    return "called_from_lib:libQt6Core.so.6\n"
           "called_from_lib:libQt6Gui.so.6\n"
           "called_from_lib:libQt6Widgets.so.6\n"
           "called_from_lib:libQt6Test.so.6\n"
           "called_from_lib:libglib-2.0.so.0\n"
           "race:QWaitCondition::~QWaitCondition\n"
           "race:QMetaObject::invokeMethodImpl\n";
}
}
