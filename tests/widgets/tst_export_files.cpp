// The files of an export: grouped by what they are for.
#include "window_test.h"

#include <QLabel>
#include <QListView>
#include <QTest>

using namespace headroom;

class ExportFilesTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_window->showPage(QStringLiteral("export"));
    }

    void cleanup() { closeWindow(); }

    /// What runs comes first, then what checks, then what is read; each below a heading that
    /// cannot be chosen.
    void filesAreGrouped()
    {
        const auto *list = m_window->findChild<QListView *>(QStringLiteral("exportFiles"));
        const QAbstractItemModel *names = list->model();
        QStringList headings, after;
        bool isAfter = false;
        for (int row = 0; row < names->rowCount(); ++row) {
            const QModelIndex index = names->index(row, 0);
            const bool isHeading = !(index.flags() & Qt::ItemIsSelectable);
            if (isHeading)
                headings.append(index.data().toString());
            else if (isAfter)
                after.append(index.data().toString());
            isAfter = isHeading;
        }
        QCOMPARE(headings,
            QStringList(
                { QStringLiteral("Runs the plan"), QStringLiteral("Checks the machines first"),
                    QStringLiteral("To read and to open here") }));
        QCOMPARE(after,
            QStringList({ QStringLiteral("config.yml"), QStringLiteral("check_network.sh"),
                QStringLiteral("plan.headroom.yaml") }));
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("config.yml"));
    }

    /// Every file but the README, which lists them, says above its text what it is.
    void everyFileHasItsSentence()
    {
        auto *list = child<QListView>("exportFiles");
        auto *sentence = child<QLabel>("exportSentence");
        const QAbstractItemModel *names = list->model();
        for (int row = 0; row < names->rowCount(); ++row) {
            const QModelIndex index = names->index(row, 0);
            const QString name = index.data(Qt::UserRole).toString();
            if (name.isEmpty())
                continue;
            list->setCurrentIndex(index);
            const bool isReadme = name == QLatin1String("README.md");
            QVERIFY2(sentence->isVisible() != isReadme, qPrintable(name));
            if (!isReadme)
                QVERIFY2(sentence->text().startsWith(name + QStringLiteral(": "))
                        && sentence->text().size() > name.size() + 10,
                    qPrintable(sentence->text()));
        }
    }
};

QTEST_MAIN(ExportFilesTest)
#include "tst_export_files.moc"
