#pragma once

#include "tests/widgets/window_fixture.h"

#include "widgets/lessons/lesson_panel.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/lessons/lesson_view.h"
#include "widgets/lessons/task_box.h"

#include <QApplication>
#include <QListView>
#include <QRegularExpression>
#include <QTest>

namespace headroom {

/// A window with the classroom, driven by keys alone.
struct Classroom
{
    Classroom()
        : window(fixture.makeWindow())
    {
        window->resize(1280, 720);
        window->show();
    }

    /// On the screen, for one test function, which fails on a warning; null if it does not appear.
    static std::unique_ptr<Classroom> opened()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
        auto room = std::make_unique<Classroom>();
        return QTest::qWaitForWindowExposed(room->window.get(), windowPatience) ? std::move(room)
                                                                                : nullptr;
    }

    LessonSession &session() { return *window->findChild<LessonSession *>(); }
    QWidget *focus() { return QApplication::focusWidget(); }

    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(focus() ? focus() : window.get(), static_cast<Qt::Key>(key), modifiers);
    }

    /// Walks with Tab until a widget of that name has the focus.
    bool tabTo(const QString &name)
    {
        for (int i = 0; i < 400; ++i) {
            if (focus() && focus()->objectName() == name)
                return true;
            press(Qt::Key_Tab);
        }
        return false;
    }

    QString verdict() { return window->findChild<TaskBox *>()->verdict(); }

    /// From the list, by its row.
    void openByKey(int row)
    {
        window->showPage(QStringLiteral("learn"));
        auto *list = window->findChild<QListView *>(QStringLiteral("lessonList"));
        list->setFocus();
        TRY_FOCUS(list);
        press(Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            press(Qt::Key_Down);
        press(Qt::Key_Return);
        QVERIFY(session().lesson());
    }

    /// Fails, takes every hint and looks at the answer.
    void solveByKey()
    {
        LessonSession &at = session();
        QVERIFY2(!at.outcome().isSolved, at.task()->id.c_str());
        QVERIFY(tabTo(QStringLiteral("checkTask")));
        press(Qt::Key_Space);
        QVERIFY2(verdict().contains(QStringLiteral("Not yet")),
            qPrintable(QString::fromStdString(at.task()->id) + QStringLiteral(": ") + verdict()));
        while (at.hasHint()) {
            const auto taken = at.hints().size();
            QVERIFY(tabTo(QStringLiteral("hintTask")));
            press(Qt::Key_Space);
            QCOMPARE(at.hints().size(), taken + 1);
        }
        QVERIFY(tabTo(QStringLiteral("answerTask")));
        press(Qt::Key_Space);
        QVERIFY2(at.outcome().isSolved, at.task()->id.c_str());
        QVERIFY(verdict().contains(QStringLiteral("Solved")));
    }

    WindowFixture fixture;
    std::unique_ptr<MainWindow> window;
};

} // namespace headroom
