#pragma once

#include "model/base/document/document.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Trees of YAML texts that were read when the program was built. They are found by the text itself
/// (its digest and length), never by a file's name or date, so that an edited profile or one of the
/// user is parsed as ever and an old pack can only miss. yaml-cpp reads about 5 MB/s, which made up
/// nine tenths of a short command; a packed tree is ready a hundred times sooner.
class KnownTrees
{
public:
    KnownTrees() = default;
    /// `pack`: bytes of packTrees, which must outlive this object; others hold no tree.
    explicit KnownTrees(std::string_view pack);

    /// The tree of exactly this text, with lines and spellings, or nothing.
    std::optional<Document> find(std::string_view text) const;
    std::size_t count() const { return m_count; }

private:
    std::string_view m_pack;
    std::size_t m_count = 0;
};

/// A text and the tree that readYaml made of it.
struct KnownText
{
    std::string text;
    Document tree;
};

/// Bytes for KnownTrees, in the byte order of this machine; equal texts are kept once.
std::string packTrees(std::span<const KnownText> texts);

/// From now on readYamlFile answers from this pack where it knows the text. To be called at most
/// once, at the start of a program and before its threads.
void useKnownTrees(std::string_view pack);

} // namespace headroom
