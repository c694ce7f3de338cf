#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A file, command or output inside a post, or the sentences around them.
struct PostPart
{
    std::string ending; ///< of a file of its kind (".toml"); empty: its form tells
    std::string text; ///< behind as many empty lines as stand before it, without other parts
};

struct Post
{
    std::vector<PostPart> parts; ///< empty: the text is one file, or sentences alone
    bool isMarked = false; ///< by ``` or `…`, not by its form alone
};

/// "key:" or "key: value" at the margin, as configurations write it and sentences do not.
bool isYamlKey(std::string_view line);

/// Whether the first line that says something is one of YAML.
bool startsAsYaml(std::string_view text);

/// What people paste, an issue or a mail: what stands between ``` or in `…` with an option in it,
/// configurations in TOML, YAML and JSON among sentences, and last the sentences themselves.
Post postOf(std::string_view text);

} // namespace headroom
