#include "runs_fixture.h"

#include "model/diagnosis/run_project.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QTest>
#include <QUrl>
#include <QWindow>

using namespace headroom;

/// Files that are dropped on the window.
class RunsDroppedTest : public RunsTest
{
    Q_OBJECT

private slots:
    void init() { openRuns(); }
    void cleanup() { closeWindow(); }

    /// Anywhere: over a field that takes text, too, which must not get the file's name.
    void filesAreDroppedOnTheWindow()
    {
        m_window->showPage(QStringLiteral("workload"));
        const auto fields
            = m_window->pageWidget(QStringLiteral("workload"))->findChildren<QLineEdit *>();
        const auto found = std::ranges::find_if(fields, [](const QLineEdit *one) {
            return one->isVisible() && one->isEnabled() && one->acceptDrops();
        });
        QVERIFY(found != fields.end());
        const QLineEdit *field = *found;
        const QString before = field->text();
        const QPoint place = field->mapTo(m_window.get(), field->rect().center());
        drop({ sample("slow.log"), sample("nemo2.log") }, place);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 2, patience);
        QCOMPARE(field->text(), before);
        // A plan is opened instead.
        const QString other = m_fixture->folder.filePath(QStringLiteral("other.headroom.yaml"));
        QVERIFY(QFile::copy(m_plan, other));
        drop({ other }, m_window->rect().center());
        QTRY_COMPARE(QString::fromStdString(m_window->controller().file().string()), other);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QTRY_COMPARE(table().model()->rowCount(), 0);
    }

    /// Several lines are pasted as a file in a field, too; a single one is the field's text.
    void linesAreNotPastedIntoAField()
    {
        m_window->showPage(QStringLiteral("model"));
        m_window->activateWindow();
        QTRY_VERIFY(m_window->isActiveWindow());
        const QString own = QString::fromStdString(m_window->controller().plan().name);
        QLineEdit *name = nullptr;
        for (auto *line :
            m_window->pageWidget(QStringLiteral("model"))->findChildren<QLineEdit *>())
            if (line->isVisible() && line->text() == own)
                name = line;
        QVERIFY(name);
        name->setFocus();
        const QString before = name->text();
        QFile log(sample("slow.log"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        QApplication::clipboard()->setText(QString::fromUtf8(log.readAll()));
        QTest::keyClick(name, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(name->text(), before);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        m_window->showPage(QStringLiteral("model"));
        name->setFocus();
        name->selectAll();
        QApplication::clipboard()->setText(QStringLiteral("one line"));
        QTest::keyClick(name, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(name->text(), QStringLiteral("one line"));
    }

    /// A script and a model's configuration are a run that nothing was measured of yet.
    void scriptsAndConfigurationsAreDropped()
    {
        const auto copied = [this](const char *name, const QByteArray &content) {
            QFile file(m_fixture->folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
                ? file.fileName()
                : QString();
        };
        const QString config = copied("config.json",
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 2048,
                "intermediate_size": 8192, "num_attention_heads": 32, "num_hidden_layers": 16,
                "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": true})");
        drop({ sample("pretrain.sh") }, m_window->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        drop({ config }, m_window->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 2, patience);
        const auto runs = listProject(project().toStdString());
        QVERIFY(runs);
        const auto plan = parsePlan(runs->back().plan, "dropped");
        QVERIFY(plan);
        const auto resolved = resolvePlan(plan->plan, controller().library());
        QVERIFY(resolved);
        QCOMPARE(resolved->model->layers, 16);
        // Text that is no file stays the field's own.
        QMimeData words;
        words.setText(QStringLiteral("4"));
        QDragEnterEvent enter(
            m_window->rect().center(), Qt::CopyAction, &words, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(m_window->windowHandle(), &enter);
        QVERIFY(!enter.isAccepted());
    }

private:
    /// As the window system tells it: to the native window, a file manager's names as text beside.
    void drop(const QStringList &files, QPoint place)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        data.setText(files.join(QLatin1Char('\n')));
        QWindow *native = m_window->windowHandle();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(native, &enter);
        QVERIFY(enter.isAccepted());
        QDragMoveEvent move(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(native, &move);
        QVERIFY(move.isAccepted());
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(native, &event);
        QVERIFY(event.isAccepted());
    }
};

QTEST_MAIN(RunsDroppedTest)
#include "tst_runs_dropped.moc"
