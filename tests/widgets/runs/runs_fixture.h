#pragma once

#include "window_test.h"

#include "model/plan/fields/plan_file.h"
#include "widgets/runs/runs_page.h"

#include <QApplication>
#include <QFile>
#include <QTableView>

namespace headroom {

/// A test of the Runs page, opened with a plan that has a file.
class RunsTest : public WindowTest
{
protected:
    static constexpr int patience = windowPatience;

    static QString sample(const char *name)
    {
        return QStringLiteral(HEADROOM_TEST_DATA "/runs/") + QString::fromLatin1(name);
    }
    void openRuns()
    {
        openWindow();
        m_plan = m_fixture->folder.filePath(QStringLiteral("mine.headroom.yaml"));
        QVERIFY(savePlan(m_window->controller().plan(), m_plan.toStdString()).empty());
        QVERIFY(m_window->files().open(m_plan.toStdString()));
        m_window->controller().flush();
        m_window->showPage(QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
    }
    RunsPage &page()
    {
        return *qobject_cast<RunsPage *>(m_window->pageWidget(QStringLiteral("runs")));
    }
    QTableView &table() { return *child<QTableView>("runTable"); }
    template <class Widget> Widget *child(const char *name)
    {
        return page().findChild<Widget *>(QLatin1String(name));
    }
    QString project() { return m_fixture->folder.filePath(QStringLiteral("mine.runs.csv")); }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void add(const char *name)
    {
        m_fixture->dialogs.file = sample(name);
        auto *button = child<QPushButton>("addRuns");
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QApplication::processEvents();
    }
    /// Runs of three frameworks, from which leave-one-out lets constants move.
    void addEvidence()
    {
        for (const char *name :
            { "bimodal.log", "nemo2.log", "maxtext-2026-07.log", "megatron-2026.log",
                "torchtitan-2026.log", "megatron-2025.log", "megatron-bridge.log", "slow.log" })
            add(name);
    }
    void click(const char *name)
    {
        auto *button = child<QPushButton>(name);
        page().reveal(button);
        QTRY_VERIFY2_WITH_TIMEOUT(button->isVisible() && button->isEnabled(), name, patience);
        QTest::mouseClick(button, Qt::LeftButton);
    }

    QString m_plan;
};

} // namespace headroom
