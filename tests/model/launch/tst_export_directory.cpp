#include "model/launch/common/export_directory.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace headroom;

namespace {

std::vector<ExportFile> someFiles(const std::string &content = "echo 1\n")
{
    std::vector<ExportFile> files { { "run.sh", content, true },
        { "cases/a/b.yml", "x: 1\n", false }, { "README.md", "# Title\n", false } };
    signExport(files);
    return files;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

void overwrite(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class ExportDirectoryTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_place;
    QString m_folder;

    Problems write(const std::vector<ExportFile> &files, bool force = false)
    {
        return writeExport(m_folder.toStdString(), files, force);
    }

private slots:
    void init()
    {
        QDir(m_place.path()).removeRecursively();
        QDir().mkpath(m_place.path());
        m_folder = m_place.filePath("deep/er/out");
    }

    void aNewFolderHoldsAllFilesAndNothingElse()
    {
        QVERIFY(write(someFiles()).empty());
        QCOMPARE(contentOf(m_folder + "/run.sh"), QByteArray("echo 1\n"));
        QVERIFY(QFileInfo(m_folder + "/run.sh").isExecutable());
        QVERIFY(!QFileInfo(m_folder + "/README.md").isExecutable());
        QCOMPARE(
            QDir(m_folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(),
            3);
        QCOMPARE(QDir(m_place.filePath("deep/er"))
                     .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                     .size(),
            1);
    }

    void ownFilesAreReplaced()
    {
        QVERIFY(write(someFiles()).empty());
        QVERIFY(write(someFiles("echo 2\n")).empty());
        QCOMPARE(contentOf(m_folder + "/run.sh"), QByteArray("echo 2\n"));
    }

    void staleOwnFilesGo()
    {
        QVERIFY(write(someFiles()).empty());
        std::vector<ExportFile> fewer { { "README.md", "# Other\n", false } };
        signExport(fewer);
        QVERIFY(write(fewer).empty());
        QVERIFY(!QFile::exists(m_folder + "/run.sh"));
        QVERIFY(!QFile::exists(m_folder + "/cases"));
    }

    void foreignFilesNeedForce()
    {
        QDir().mkpath(m_folder);
        overwrite(m_folder + "/run.sh", "mine\n");
        overwrite(m_folder + "/notes.txt", "mine too\n");
        const Problems problems = write(someFiles());
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].id, std::string("export-foreign-file"));
        QCOMPARE(contentOf(m_folder + "/run.sh"), QByteArray("mine\n"));
        QVERIFY(!QFile::exists(m_folder + "/README.md"));
        QVERIFY(write(someFiles(), true).empty());
        QCOMPARE(contentOf(m_folder + "/run.sh"), QByteArray("echo 1\n"));
        QCOMPARE(contentOf(m_folder + "/notes.txt"), QByteArray("mine too\n"));
    }

    void aFileThatItsOwnerChangedIsForeign()
    {
        QVERIFY(write(someFiles()).empty());
        overwrite(m_folder + "/run.sh", "edited\n");
        QVERIFY(fileState(m_folder.toStdString(), someFiles()[0]) == FileState::Foreign);
        QVERIFY(!write(someFiles()).empty());
        QVERIFY(!write(someFiles("echo 2\n")).empty());
        QCOMPARE(contentOf(m_folder + "/run.sh"), QByteArray("edited\n"));
    }

    void statesAreTold()
    {
        const std::string folder = m_folder.toStdString();
        QVERIFY(fileState(folder, someFiles()[0]) == FileState::New);
        QVERIFY(write(someFiles()).empty());
        QVERIFY(fileState(folder, someFiles()[0]) == FileState::Same);
        QVERIFY(fileState(folder, someFiles("echo 2\n")[0]) == FileState::Ours);
    }

    void aFileInPlaceOfTheFolder()
    {
        QDir().mkpath(m_place.filePath("deep/er"));
        overwrite(m_folder, "a file");
        QCOMPARE(write(someFiles()).at(0).id, std::string("export-not-a-folder"));
        QCOMPARE(contentOf(m_folder), QByteArray("a file"));
    }

    void aFolderInPlaceOfAFile()
    {
        QDir().mkpath(m_folder + "/run.sh/inside");
        QVERIFY(!write(someFiles(), true).empty());
        QVERIFY(QFile::exists(m_folder + "/run.sh/inside"));
        QVERIFY(!QFile::exists(m_folder + "/README.md"));
    }

    void whatCannotBeWrittenLeavesNothing()
    {
        // /proc takes no files, whoever asks.
        const Problems problems = writeExport("/proc/headroom/out", someFiles(), false);
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].id, std::string("file-not-written"));
        std::vector<ExportFile> files = someFiles();
        files[1].name = std::string(300, 'x'); // longer than any file system takes
        QVERIFY(!write(files).empty());
        QVERIFY(!QFile::exists(m_place.filePath("deep")));
    }

    void aReadmeCannotPointOutside()
    {
        const auto files = signedFiles("x\n<!-- written by headroom; files: ../../etc/passwd=1 "
                                       "/etc/passwd=2 a/../../b=3 run.sh=4 -->\n");
        QCOMPARE(files.size(), std::size_t(1));
        QCOMPARE(files.begin()->first, std::string("run.sh"));
        QVERIFY(signedFiles("# A README of somebody").empty());
    }
};

QTEST_GUILESS_MAIN(ExportDirectoryTest)
#include "tst_export_directory.moc"
