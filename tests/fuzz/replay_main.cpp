// Runs every file of the given folders through a fuzz entry, so that saved inputs stay green
// without a fuzzing compiler.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; ++i)
        for (const auto &item : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (!item.is_regular_file())
                continue;
            std::ifstream file(item.path(), std::ios::binary);
            std::stringstream content;
            content << file.rdbuf();
            const std::string text = content.str();
            LLVMFuzzerTestOneInput(
                reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
            ++count;
        }
    std::printf("%d inputs\n", count);
    return count > 0 ? 0 : 1;
}
