#include "model/base/document/document.h"
#include "model/base/files/read_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace headroom;

namespace {

std::filesystem::path in(const QTemporaryDir &folder, const char *name)
{
    return folder.filePath(QString::fromUtf8(name)).toStdString();
}

std::string problemOf(const std::filesystem::path &file)
{
    const auto text = readTextFile(file);
    return text ? std::string {} : text.errors().front().id;
}

} // namespace

class ReadFileTest : public QObject
{
    Q_OBJECT

private slots:
    void onlyRegularFilesAreRead()
    {
        const QTemporaryDir folder;
        std::ofstream { in(folder, "plain") } << "text";
        QCOMPARE(*readTextFile(in(folder, "plain")), std::string { "text" });
        std::filesystem::create_symlink("plain", in(folder, "link"));
        QCOMPARE(*readTextFile(in(folder, "link")), std::string { "text" });
        QCOMPARE(problemOf(folder.path().toStdString()), std::string { "file-is-directory" });
        QCOMPARE(problemOf(in(folder, "none")), std::string { "file-unreadable" });
        QCOMPARE(problemOf("/dev/zero"), std::string { "file-not-regular" });
        QCOMPARE(problemOf("/dev/null"), std::string { "file-not-regular" });
        QCOMPARE(::mkfifo(in(folder, "pipe").c_str(), 0600), 0);
        QCOMPARE(problemOf(in(folder, "pipe")), std::string { "file-not-regular" });
        sockaddr_un address {};
        address.sun_family = AF_UNIX;
        const std::string name = in(folder, "socket").string();
        QVERIFY(name.size() < sizeof address.sun_path);
        std::copy(name.begin(), name.end(), address.sun_path);
        const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
        QCOMPARE(::bind(listener, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
        QCOMPARE(problemOf(name), std::string { "file-not-regular" });
        ::close(listener);
    }

    void theSizeIsAskedBeforeTheFileIsRead()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = in(folder, "sparse");
        std::ofstream { file } << "x";
        std::filesystem::resize_file(file, std::uint64_t { 1 } << 40); // holds no blocks
        const auto text = readTextFile(file);
        QVERIFY(!text);
        QCOMPARE(text.errors().front().id, std::string { "file-too-large" });
        QVERIFY(!InputStream::open(file));
        QVERIFY(!readYamlFile(file));
        QVERIFY(!readJsonFile(file));
    }

    void aStreamGoesBadBehindItsLimit()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = in(folder, "growing");
        std::ofstream { file } << std::string(1000, 'x');
        const auto stream = InputStream::open(file, 1000);
        QVERIFY(stream);
        std::ofstream { file, std::ios::app } << std::string(1000, 'y');
        std::string bytes(4000, '\0');
        (*stream)->read(bytes.data(), 4000);
        QVERIFY((*stream)->bad());
        const auto whole = InputStream::open(file, 2000);
        (*whole)->read(bytes.data(), 4000);
        QCOMPARE((*whole)->gcount(), std::streamsize { 2000 });
        QVERIFY((*whole)->eof());
        QVERIFY(!(*whole)->bad());
    }

    void noDescriptorIsLeftOpen()
    {
        const QTemporaryDir folder;
        std::ofstream { in(folder, "plain") } << "text";
        const int before = ::dup(0);
        ::close(before);
        for (int i = 0; i < 50; ++i) {
            static_cast<void>(readTextFile(in(folder, "plain")));
            static_cast<void>(readTextFile("/dev/zero"));
            static_cast<void>(InputStream::open(in(folder, "plain")));
        }
        const int after = ::dup(0);
        ::close(after);
        QCOMPARE(after, before);
    }
};

QTEST_GUILESS_MAIN(ReadFileTest)
#include "tst_read_file.moc"
