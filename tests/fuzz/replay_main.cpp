// Runs saved inputs through a fuzz entry, so that they stay green without a fuzzing compiler; or,
// for as long as is said, inputs that are made of them by chance:
//   replay_NAME FOLDER|FILE…
//   replay_NAME --mutate SECONDS [--seed N] FOLDER|FILE…
// An input that ends the program stays in the file "last-input-NAME".
#include "input_mutator.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace fs = std::filesystem;

namespace {

/// Seconds that one input may take before it counts as a fault.
constexpr unsigned longestInput = 60;

std::string contentOf(const fs::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

void run(const std::string &text)
{
    ::alarm(longestInput);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
    ::alarm(0);
}

/// The file that holds the input at hand, for the case that it is the last one.
class LastInput
{
public:
    explicit LastInput(std::string name)
        : m_name(std::move(name))
        , m_file(::open(m_name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644))
    { }
    ~LastInput()
    {
        ::close(m_file);
        ::unlink(m_name.c_str());
    }
    LastInput(const LastInput &) = delete;
    LastInput &operator=(const LastInput &) = delete;
    void keep(const std::string &text) const
    {
        if (::ftruncate(m_file, 0) != 0
            || ::pwrite(m_file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
            std::perror(m_name.c_str());
    }

private:
    std::string m_name;
    int m_file;
};

long mutate(const std::vector<std::string> &seeds, double seconds, unsigned seed,
    const std::string &program)
{
    const LastInput last("last-input-" + fs::path(program).filename().string());
    headroom::InputMutator mutator(seeds, seed);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    long count = 0;
    while (Clock::now() < end) {
        const std::string text = mutator.next();
        last.keep(text);
        run(text);
        ++count;
    }
    return count;
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::string> seeds;
    double seconds = 0;
    unsigned seed = 1;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--mutate" && i + 1 < argc)
            seconds = std::atof(argv[++i]);
        else if (word == "--seed" && i + 1 < argc)
            seed = static_cast<unsigned>(std::atoi(argv[++i]));
        else if (fs::is_regular_file(word))
            seeds.push_back(contentOf(word));
        else
            for (const auto &item : fs::recursive_directory_iterator(word))
                if (item.is_regular_file())
                    seeds.push_back(contentOf(item.path()));
    }
    if (seeds.empty()) {
        std::fputs("no inputs\n", stderr);
        return 1;
    }
    if (seconds > 0) {
        std::printf(
            "%ld inputs made of %zu\n", mutate(seeds, seconds, seed, argv[0]), seeds.size());
        return 0;
    }
    for (const std::string &text : seeds)
        run(text);
    std::printf("%zu inputs\n", seeds.size());
    return 0;
}
