#include "model/intake/yaml_scripts.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::size_t maxLines = 100'000;
constexpr std::size_t maxVariables = 1000;

struct Line
{
    std::size_t from = 0, to = 0; ///< without the line break
    std::size_t indent = 0; ///< of its first letter; that of the letter behind "- " in `inner`
    std::size_t inner = 0;
    bool isItem = false;
};

std::vector<Line> linesOf(std::string_view text)
{
    std::vector<Line> lines;
    for (std::size_t at = 0; at < text.size() && lines.size() < maxLines;) {
        Line line;
        line.from = at;
        line.to = std::min(text.find('\n', at), text.size());
        std::size_t from = at;
        while (from < line.to && text[from] == ' ')
            ++from;
        line.indent = line.inner = from - at;
        while (from + 1 < line.to && text[from] == '-' && text[from + 1] == ' ') {
            line.isItem = true;
            from += 2;
            while (from < line.to && text[from] == ' ')
                ++from;
            line.inner = from - at;
        }
        at = line.to + 1;
        lines.push_back(line);
    }
    return lines;
}

bool launches(std::string_view text)
{
    static constexpr std::array signs { "torchrun", "torch.distributed", "accelerate launch",
        "deepspeed ", "pretrain_", "llamafactory-cli", "axolotl", "tune run", "train.py", "train_",
        "--tensor-model-parallel", "tensor_model_parallel_size=", "_parallelism=", "per_device_",
        "maxtext", "MaxText", "run_pretraining", "finetune" };
    return std::ranges::any_of(
        signs, [text](const char *sign) { return text.find(sign) != std::string_view::npos; });
}

class YamlScriptFinder
{
public:
    explicit YamlScriptFinder(std::string_view text)
        : m_text(text)
        , m_lines(linesOf(text))
    {
        m_found.shell.assign(text.size(), ' ');
        for (const Line &line : m_lines)
            if (line.to < text.size())
                m_found.shell[line.to] = '\n';
    }

    YamlScripts run()
    {
        for (m_at = 0; m_at < m_lines.size();) {
            const std::size_t before = m_at;
            readLine();
            m_at = std::max(m_at, before + 1);
        }
        if (!launches(m_found.shell))
            m_found.shell.clear();
        return std::move(m_found);
    }

private:
    std::string_view content(const Line &line) const
    {
        return trimmed(m_text.substr(line.from + line.inner, line.to - line.from - line.inner));
    }

    /// "key" of "key: value"; empty: none.
    static std::string_view keyOf(std::string_view content)
    {
        const std::size_t colon = content.find(':');
        const bool isKey = colon != std::string_view::npos && colon > 0
            && (colon + 1 == content.size() || content[colon + 1] == ' ');
        return isKey ? content.substr(0, colon) : std::string_view {};
    }

    static bool opensBlock(std::string_view value)
    {
        return !value.empty() && (value[0] == '|' || value[0] == '>')
            && value.find_first_not_of("|>+-0123456789 ") == std::string_view::npos;
    }

    void readLine()
    {
        const Line &line = m_lines[m_at];
        const std::string_view own = content(line);
        if (own.empty() || own[0] == '#')
            return;
        const std::string_view key = keyOf(own);
        const std::string_view value
            = key.empty() ? own : trimmed(own.substr(std::min(key.size() + 1, own.size())));
        if (opensBlock(value)) {
            const std::size_t parent = key.empty() ? line.indent : line.inner;
            takeBlock(parent);
            return;
        }
        const bool isCommand = key == "command" || key == "args" || key == "entrypoint";
        if (isCommand && value.empty())
            takeList(line);
        else if (key == "env" || key == "envs" || key == "environment")
            takeVariables(line);
        else if (value.empty())
            return;
        else if (isCommand && value[0] == '[')
            takeFlow(static_cast<std::size_t>(value.data() - m_text.data()));
        else if (isCommand || key == "run" || key == "script")
            copy(static_cast<std::size_t>(value.data() - m_text.data()), line.to);
    }

    void copy(std::size_t from, std::size_t to)
    {
        std::copy(m_text.begin() + static_cast<std::ptrdiff_t>(from),
            m_text.begin() + static_cast<std::ptrdiff_t>(to),
            m_found.shell.begin() + static_cast<std::ptrdiff_t>(from));
    }

    /// The lines below that are further in.
    void takeBlock(std::size_t parent)
    {
        std::size_t end = m_at + 1;
        while (
            end < m_lines.size() && (m_lines[end].indent > parent || content(m_lines[end]).empty()))
            ++end;
        if (end > m_at + 1)
            copy(m_lines[m_at + 1].from, m_lines[end - 1].to);
        m_at = end;
    }

    /// Items below the key, in one line; one that is a block is a script.
    void takeList(const Line &key)
    {
        const std::size_t indent = key.inner;
        std::size_t end = m_at + 1;
        std::size_t last = std::string::npos; // end of the item before
        while (end < m_lines.size()) {
            const Line &line = m_lines[end];
            const std::string_view own = content(line);
            if (own.empty() || own[0] == '#') {
                ++end;
                continue;
            }
            if (!line.isItem || line.indent < indent)
                break;
            if (opensBlock(own)) {
                m_at = end;
                takeBlock(line.indent);
                end = m_at;
                last = std::string::npos;
                continue;
            }
            if (last != std::string::npos)
                std::fill(m_found.shell.begin() + static_cast<std::ptrdiff_t>(last),
                    m_found.shell.begin() + static_cast<std::ptrdiff_t>(line.from), ' ');
            else if (m_joinsFrom != std::string::npos)
                std::fill(m_found.shell.begin() + static_cast<std::ptrdiff_t>(m_joinsFrom),
                    m_found.shell.begin() + static_cast<std::ptrdiff_t>(line.from), ' ');
            copy(line.from + line.inner, line.to);
            last = line.to;
            ++end;
        }
        // "args" right behind "command" goes on with its line.
        const bool goesOn = last != std::string::npos && end < m_lines.size()
            && keyOf(content(m_lines[end])) == "args";
        m_joinsFrom = goesOn ? last : std::string::npos;
        m_at = end;
    }

    /// ["torchrun", "--nproc_per_node=8"]: commas and brackets are blanks.
    void takeFlow(std::size_t from)
    {
        char quote = '\0';
        int depth = 0;
        std::size_t at = from;
        for (; at < m_text.size(); ++at) {
            const char letter = m_text[at];
            if (quote != '\0') {
                quote = letter == quote ? '\0' : quote;
            } else if (letter == '"' || letter == '\'') {
                quote = letter;
            } else if (letter == '[' || letter == ']') {
                depth += letter == '[' ? 1 : -1;
                if (depth == 0)
                    break;
                continue;
            } else if (letter == ',' || letter == '\n') {
                m_found.shell[at] = ' ';
                continue;
            }
            m_found.shell[at] = letter;
        }
        while (m_at < m_lines.size() && m_lines[m_at].to < at)
            ++m_at;
    }

    /// "- name: X" with "value: Y" below, or "X: Y".
    void takeVariables(const Line &key)
    {
        YamlVariable open;
        std::size_t end = m_at + 1;
        for (; end < m_lines.size() && m_found.variables.size() < maxVariables; ++end) {
            const Line &line = m_lines[end];
            const std::string_view own = content(line);
            if (own.empty() || own[0] == '#')
                continue;
            if (line.indent < key.inner || (line.indent == key.inner && !line.isItem))
                break;
            const std::string_view name = keyOf(own);
            std::string_view value = trimmed(own.substr(std::min(name.size() + 1, own.size())));
            const std::size_t comment = value.find(" #");
            value = trimmed(value.substr(0, comment));
            if (value.size() >= 2 && (value[0] == '"' || value[0] == '\'')
                && value.back() == value[0])
                value = value.substr(1, value.size() - 2);
            if (name == "name")
                open = { std::string(value), {}, end + 1 };
            else if (name == "value" && !open.name.empty())
                m_found.variables.push_back({ open.name, std::string(value), open.line });
            else if (!name.empty() && isAsciiUpper(name[0]))
                m_found.variables.push_back({ std::string(name), std::string(value), end + 1 });
        }
        m_at = end;
    }

    std::string_view m_text;
    std::vector<Line> m_lines;
    YamlScripts m_found;
    std::size_t m_at = 0;
    std::size_t m_joinsFrom = std::string::npos;
};

} // namespace

YamlScripts scriptsInYaml(std::string_view text)
{
    return YamlScriptFinder(text).run();
}

} // namespace headroom
