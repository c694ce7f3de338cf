#include "window_test.h"

#include "model/plan/fields/plan_file.h"

namespace headroom {

void WindowTest::openWindow()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
    m_fixture = std::make_unique<WindowFixture>();
    m_window = m_fixture->makeWindow();
    m_window->resize(1280, 720);
    m_window->show();
    TRY_EXPOSED(m_window.get());
}

void WindowTest::closeWindow()
{
    m_window.reset();
    m_fixture.reset();
}

void WindowTest::open(const char *example, const char *page)
{
    m_window->files().openExample(QString::fromLatin1(example));
    controller().flush();
    m_window->showPage(QString::fromLatin1(page));
}

void WindowTest::press(const char *name)
{
    auto *button = child<QPushButton>(name);
    QVERIFY2(button, name);
    QTRY_VERIFY2_WITH_TIMEOUT(button->isVisible(), name, windowPatience);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
}

void WindowTest::type(const QString &path, const QString &text)
{
    m_window->showField(path);
    auto *box = m_window->findChild<QWidget *>(path);
    TRY_FOCUS(box);
    QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(box, text);
    controller().flush();
}

void WindowTest::openBroken()
{
    Plan plan = controller().plan();
    plan.parallelism.fsdp = 4;
    m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("broken.yaml"));
    QVERIFY(savePlan(plan, m_fixture->dialogs.file.toStdString()).empty());
    m_fixture->dialogs.unsaved = UnsavedAnswer::Discard;
    QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
    controller().flush();
    QVERIFY(controller().isStale() && !controller().estimate());
}

} // namespace headroom
#include "moc_window_test.cpp"
