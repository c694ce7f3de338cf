// Saves and exports while one system call after the other fails or ends the process: the file or
// folder is the old one or the new one, never a mixture; what was said about it is true; and the
// next attempt succeeds and leaves nothing behind. Started with fault_shim loaded before everything
// else.
#include "fault_shim.h"

#include "model/base/files/write_file.h"
#include "model/launch/common/export_directory.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headroom;

namespace fs = std::filesystem;

namespace {

constexpr long maxCalls = 3000;
constexpr int killed = -1; ///< in place of an exit status

using Contents = std::map<std::string, std::string>;

int failures = 0;

void fail(const std::string &what)
{
    if (++failures <= 40)
        std::printf("FAIL %s\n", what.c_str());
}

ArmFault armFault()
{
    static const auto arm = reinterpret_cast<ArmFault>(::dlsym(RTLD_DEFAULT, armFaultName));
    return arm;
}

/// Something that can be written: a file, or a folder of files.
struct Subject
{
    const char *name;
    bool isFolder = false;
    bool existsBefore = false;
    bool hasOthers = false; ///< a file of the user beside those of the export
    bool isPlain = false; ///< on a file system without the finer calls
};

Problems write(const Subject &subject, const fs::path &place, const std::string &content)
{
    if (!subject.isFolder)
        return writeFileAtomically(place, content);
    std::vector<ExportFile> files { { "run.sh", "# " + content + "\n", true },
        { "deep/config.yaml", content + "\n", false },
        { "only-" + content + ".txt", content, false }, { "README.md", content + "\n", false } };
    signExport(files);
    return writeExport(place, files, false);
}

/// In a process of its own: 0 when it says that all is written, 2 when it says that nothing is.
int writeApart(
    const Subject &subject, const fs::path &place, const std::string &content, Fault fault = {})
{
    const pid_t child = ::fork();
    if (child == 0) {
        fault.isPlain = subject.isPlain;
        armFault()(fault);
        const bool isWritten = write(subject, place, content).empty();
        ::_exit(isWritten ? 0 : 2);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? killed : WEXITSTATUS(status);
}

std::string textOf(const fs::path &file)
{
    std::ifstream stream { file };
    return { std::istreambuf_iterator<char> { stream }, {} };
}

bool isHidden(const fs::path &relative)
{
    for (const fs::path &part : relative)
        if (part.string().starts_with('.') && part != ".")
            return true;
    return false;
}

/// What a user sees: names with a dot in front belong to a replacement under way.
Contents stateOf(const fs::path &home)
{
    Contents state;
    for (const auto &entry : fs::recursive_directory_iterator { home })
        if (const fs::path name = entry.path().lexically_relative(home);
            entry.is_regular_file() && !isHidden(name))
            state[name.string()] = textOf(entry.path());
    return state;
}

bool holdsHidden(const fs::path &home)
{
    for (const auto &entry : fs::recursive_directory_iterator { home })
        if (isHidden(entry.path().lexically_relative(home)))
            return true;
    return false;
}

class Trial
{
public:
    explicit Trial(const Subject &subject)
        : m_subject(subject)
    {
        // Thousands of flushes: in memory where there is a file system in memory.
        std::error_code unseen;
        const fs::path memory = "/dev/shm";
        const fs::path folder
            = fs::is_directory(memory, unseen) ? memory : fs::temp_directory_path();
        std::string pattern = (folder / "headroom-faults-XXXXXX").string();
        m_home = ::mkdtemp(pattern.data());
    }
    ~Trial() { fs::remove_all(m_home); }
    Trial(const Trial &) = delete;
    Trial &operator=(const Trial &) = delete;

    /// The state after writes that nothing disturbs.
    Contents after(const std::vector<std::string> &contents)
    {
        fs::remove_all(m_home);
        fs::create_directory(m_home);
        for (const std::string &content : contents) {
            if (writeApart(m_subject, place(), content) != 0)
                fail("cannot even write undisturbed");
            if (m_subject.hasOthers)
                std::ofstream { place() / "mine.txt" } << "mine";
        }
        return stateOf(m_home);
    }

    /// Lets one call fail, looks at what is there, and tries again.
    void strike(Fault fault)
    {
        const std::vector<std::string> before = m_subject.existsBefore
            ? std::vector<std::string> { "old" }
            : std::vector<std::string> {};
        after(before);
        const int status = writeApart(m_subject, place(), "new", fault);
        const Contents state = stateOf(m_home);
        const bool isOld = state == m_old, isNew = state == m_new;
        const std::string where = std::string { m_subject.name } + ", error "
            + std::to_string(fault.code) + " at call " + std::to_string(fault.at) + ", status "
            + std::to_string(status);
        if (status == 0 && !isNew)
            fail(where + ": says that it is written");
        if (status == 2 && !isOld)
            fail(where + ": says that nothing is written");
        if (status == killed && !isOld && !isNew && !(m_subject.hasOthers && isMendable(state)))
            fail(where + ": a mixture");
        if (writeApart(m_subject, place(), "last") != 0 || stateOf(m_home) != m_last)
            fail(where + ": the next attempt fails");
        else if (holdsHidden(m_home))
            fail(where + ": the next attempt leaves something behind");
    }

    void run()
    {
        const std::vector<std::string> none;
        const std::vector<std::string> old { "old" };
        m_last = after({ "last" });
        m_new = after({ "new" });
        m_old = m_subject.existsBefore ? after(old) : after(none);
        const long calls = countCalls();
        std::printf("%s: %ld calls\n", m_subject.name, calls);
        std::fflush(stdout); // or the children print it again
        if (calls < 5 || calls >= maxCalls)
            fail(std::string { m_subject.name } + ": no such number of calls");
        for (const int code : { 0, EIO, EINVAL })
            for (long at = 1; at <= calls; ++at)
                strike({ at, code });
    }

private:
    fs::path place() const { return m_home / "there"; }

    /// A process that dies in a folder with files of others may leave each file old or new.
    bool isMendable(const Contents &state) const
    {
        for (const auto &[name, text] : state) {
            const auto older = m_old.find(name), newer = m_new.find(name);
            if ((older == m_old.end() || older->second != text)
                && (newer == m_new.end() || newer->second != text))
                return false;
        }
        return state.contains("there/mine.txt");
    }

    /// How many calls one undisturbed write makes: those that a killed process still reaches.
    long countCalls()
    {
        long calls = 0;
        for (long step = 1024; step > 0; step /= 2) {
            after(m_subject.existsBefore ? std::vector<std::string> { "old" }
                                         : std::vector<std::string> {});
            if (writeApart(m_subject, place(), "new", { calls + step, 0 }) == killed)
                calls += step;
        }
        return calls;
    }

    const Subject &m_subject;
    fs::path m_home;
    Contents m_old, m_new, m_last;
};

} // namespace

int main()
{
    if (!armFault()) {
        std::puts("FAIL: start this with LD_PRELOAD=headroom_fault_shim.so");
        return 1;
    }
    constexpr Subject subjects[] {
        { "a new file" },
        { "a file over another", false, true },
        { "a new export", true },
        { "an export over another", true, true },
        { "an export beside other files", true, true, true },
        { "a new file, plain", false, false, false, true },
        { "a file over another, plain", false, true, false, true },
        { "a new export, plain", true, false, false, true },
        { "an export beside other files, plain", true, true, true, true },
    };
    for (const Subject &subject : subjects)
        Trial { subject }.run();
    std::printf("%d failed\n", failures);
    return failures == 0 ? 0 : 1;
}
