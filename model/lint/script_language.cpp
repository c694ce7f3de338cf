#include "model/lint/lint_script.h"

namespace headroom {

ScriptLanguage scriptLanguage(std::string_view fileName, std::string_view text)
{
    if (fileName.ends_with(".py"))
        return ScriptLanguage::Python;
    if (fileName.ends_with(".sh") || fileName.ends_with(".sbatch") || fileName.ends_with(".bash")
        || fileName.ends_with(".slurm"))
        return ScriptLanguage::Shell;
    const std::string_view head = text.substr(0, 4096);
    if (head.starts_with("#!"))
        return head.substr(0, head.find('\n')).find("python") != std::string_view::npos
            ? ScriptLanguage::Python
            : ScriptLanguage::Shell;
    for (const std::string_view mark :
        { "import os", "os.environ", "import jax", "environ[", "environ.update" })
        if (head.find(mark) != std::string_view::npos)
            return ScriptLanguage::Python;
    return ScriptLanguage::Shell;
}

std::vector<ScriptProblem> encodingProblems(std::string_view text)
{
    std::vector<ScriptProblem> problems;
    bool hasControl = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isControl
            = (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
        if (isControl && !hasControl) {
            hasControl = true;
            problems.push_back({ "lint-control-character", i, std::to_string(byte) });
        }
        if (byte < 0x80)
            continue;
        const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
        bool isValid = byte >= 0xC2 && byte <= 0xF4 && i + length <= text.size();
        for (std::size_t k = 1; isValid && k < length; ++k)
            isValid = (static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80;
        if (!isValid) {
            problems.push_back({ "lint-not-utf8", i, std::to_string(byte) });
            return problems;
        }
        i += length - 1;
    }
    return problems;
}

} // namespace headroom
