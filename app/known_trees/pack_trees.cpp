#include "model/base/document/known_trees.h"
#include "model/base/document/yaml_reading.h"
#include "model/base/wording/messages.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <vector>

// Run by the build: reads every YAML file below a folder and writes the trees as a C++ source.
namespace {

using namespace headroom;

std::vector<std::filesystem::path> yamlFiles(const std::filesystem::path &folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto &item : std::filesystem::recursive_directory_iterator(folder))
        if (item.is_regular_file() && item.path().extension() == ".yaml")
            files.push_back(item.path());
    std::ranges::sort(files);
    return files;
}

Result<std::vector<KnownText>> readAll(const std::vector<std::filesystem::path> &files)
{
    std::vector<KnownText> texts;
    Errors problems;
    for (const std::filesystem::path &file : files) {
        Result<std::string> text = readTextFile(file);
        if (!text) {
            problems.insert(problems.end(), text.errors().begin(), text.errors().end());
            continue;
        }
        YamlReading reading = readYaml(*text, file.string());
        problems.insert(problems.end(), reading.problems.begin(), reading.problems.end());
        if (reading.tree && reading.problems.empty())
            texts.push_back({ *std::move(text), *std::move(reading.tree) });
    }
    if (!problems.empty())
        return problems;
    return texts;
}

/// Octal escapes of three digits end where they should, whatever follows.
std::string asSource(const std::string &bytes)
{
    constexpr std::size_t bytesPerLine = 64;
    std::string source = "#include \"app/known_trees/shipped_trees.h\"\n\n"
                         "namespace headroom {\nnamespace {\n\n"
                         "alignas(8) constexpr char pack[] =";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i % bytesPerLine == 0)
            source += i == 0 ? "\n    \"" : "\"\n    \"";
        const auto byte = static_cast<unsigned char>(bytes[i]);
        const bool isPlain
            = byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\' && byte != '?';
        if (isPlain)
            source.push_back(bytes[i]);
        else
            for (const int shift : { 6, 3, 0 })
                source.append(shift == 6 ? "\\" : "")
                    .push_back(static_cast<char>('0' + ((byte >> shift) & 7)));
    }
    return source
        + "\";\n\n} // namespace\n\n"
          "std::string_view shippedTrees() { return { pack, sizeof pack - 1 }; }\n\n"
          "} // namespace headroom\n";
}

int writePack(const char *folder, const char *source)
{
    const Result<std::vector<KnownText>> texts = readAll(yamlFiles(folder));
    if (!texts) {
        for (const Error &error : texts.errors())
            std::fprintf(stderr, "%s\n", errorText(error).c_str());
        return 1;
    }
    std::ofstream file { source, std::ios::binary };
    file << asSource(packTrees(*texts));
    file.close();
    return file ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fputs("usage: headroom-pack-trees FOLDER SOURCE\n", stderr);
        return 2;
    }
    try {
        return writePack(argv[1], argv[2]);
    } catch (const std::exception &fault) {
        std::fprintf(stderr, "%s: %s\n", argv[1], fault.what());
        return 1;
    }
}
