#include "model/base/document/document.h"
#include "model/base/files/read_fence.h"
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

    void nothingOutsideTheFenceIsRead()
    {
        const QTemporaryDir allowed, other;
        std::filesystem::create_directory(in(allowed, "sub"));
        for (const auto &file :
            { in(allowed, "plain"), in(allowed, "sub/deep"), in(other, "secret") })
            std::ofstream { file } << "text";
        std::filesystem::create_symlink("plain", in(allowed, "inner"));
        std::filesystem::create_symlink(in(other, "secret"), in(allowed, "outer"));
        std::filesystem::create_symlink(other.path().toStdString(), in(allowed, "folder"));
        confineReading({ allowed.path().toStdString() });
        const auto outside = std::string { "file-outside" };
        const std::string plain = problemOf(in(allowed, "plain"));
        const std::string deep = problemOf(in(allowed, "sub/../sub/deep"));
        const std::string inner = problemOf(in(allowed, "inner"));
        const std::string secret = problemOf(in(other, "secret"));
        const std::string none = problemOf(in(other, "none"));
        const std::string outer = problemOf(in(allowed, "outer"));
        const std::string through = problemOf(in(allowed, "folder/secret"));
        const std::string above = problemOf(in(allowed, "sub/../../none"));
        const bool streams = InputStream::open(in(allowed, "outer")).hasValue();
        confineReading({});
        QCOMPARE(plain + deep + inner, std::string {});
        for (const std::string &problem : { secret, none, outer, through, above })
            QCOMPARE(problem, outside);
        QVERIFY(!streams);
        QCOMPARE(problemOf(in(other, "secret")), std::string {});
        // A folder whose name only begins alike is another one.
        QVERIFY(!isBelow("/tmp/a", "/tmp/ab/c"));
        QVERIFY(isBelow("/", "/tmp/a"));
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
