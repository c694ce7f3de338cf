#pragma once

#include "widgets/look/application_style.h"
#include "widgets/look/theme.h"

#include <QApplication>
#include <QLoggingCategory>
#include <QTest>

namespace headroom {

/// Runs a suite on a platform that knows one font, a box for each letter, and in the style and the
/// light colours of the program: so places and sizes are the same on every machine.
template <class Test> int runWithFixedLook(int count, char **words)
{
    qputenv("QT_QPA_PLATFORM", "minimal");
    qputenv("TMPDIR", "/tmp"); // as long on every machine
    QApplication::setStyle(new ApplicationStyle); // the application takes it over
    QApplication application(count, words);
    applyAppearance(Appearance::Light);
    // What that platform cannot do is no fault of the window.
    QLoggingCategory::setFilterRules(
        QStringLiteral("default.warning=false\nqt.core.qobject.connect.warning=false"));
    Test test;
    return QTest::qExec(&test, count, words);
}

} // namespace headroom
