#include "model/base/files/file_shelf.h"
#include "model/base/files/read_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fstream>
#include <semaphore>

using namespace headroom;

namespace {

using Shelf = FileShelf<std::string>;

Shelf::Made madeOf(const std::filesystem::path &file)
{
    Result<std::string> text = readTextFile(file);
    if (!text)
        return text.errors();
    return std::make_shared<const std::string>(*std::move(text));
}

} // namespace

class FileShelfTest : public QObject
{
    Q_OBJECT

private slots:
    void aValueIsMadeAgainWhenItsFileChanges()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("a")).toStdString();
        int made = 0;
        Shelf shelf { [&made](const std::filesystem::path &path) {
            ++made;
            return madeOf(path);
        } };
        QVERIFY(!shelf.get(file));
        std::ofstream { file } << "one";
        QCOMPARE(**shelf.get(file), std::string { "one" });
        QCOMPARE(**shelf.get(file), std::string { "one" });
        QCOMPARE(made, 2);
        std::ofstream { file } << "three";
        QCOMPARE(**shelf.get(file), std::string { "three" });
        QCOMPARE(made, 3);
    }

    /// The disk does not answer until the test lets it.
    void nobodyWaitsForASlowDisk()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("slow")).toStdString();
        std::ofstream { file } << "late";
        std::binary_semaphore disk { 0 };
        std::atomic<int> arrivals = 0;
        Shelf shelf { [&disk](const std::filesystem::path &path) {
            disk.acquire();
            return madeOf(path);
        } };
        shelf.readAside([&arrivals] { ++arrivals; });
        for (int i = 0; i < 3; ++i) {
            const auto present = shelf.get(file);
            QVERIFY(!present);
            QCOMPARE(present.errors().front().id, std::string { "file-being-read" });
        }
        QCOMPARE(arrivals.load(), 0);
        disk.release();
        QTRY_COMPARE(arrivals.load(), 1);
        QCOMPARE(**shelf.get(file), std::string { "late" });
    }

    void whatIsKnownServesWhileTheFileIsLookedAtAgain()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("a")).toStdString();
        std::ofstream { file } << "one";
        std::atomic<int> arrivals = 0;
        Shelf shelf { madeOf };
        shelf.readAside([&arrivals] { ++arrivals; });
        QVERIFY(!shelf.get(file));
        QTRY_COMPARE(arrivals.load(), 1);
        std::ofstream { file } << "two, later";
        QTRY_COMPARE(**shelf.get(file), std::string { "two, later" });
        QCOMPARE(arrivals.load(), 2);
    }
};

QTEST_GUILESS_MAIN(FileShelfTest)
#include "tst_file_shelf.moc"
