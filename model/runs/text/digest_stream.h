#pragma once

#include "model/launch/common/shell_text.h"

#include <istream>
#include <streambuf>
#include <vector>

namespace headroom {

/// Passes a stream on block by block and names its content on the way, so that a file is read once.
class DigestStream : private std::streambuf, public std::istream
{
public:
    explicit DigestStream(std::istream &source);

    /// The first block, of which nothing is taken; call it before reading.
    std::string_view beginning();
    /// Reads to the end, then "DIGITS-BYTES" (FNV-1a of 64 bits, and the length).
    std::string digest();

private:
    std::streambuf::int_type underflow() override;

    std::istream &m_source;
    std::vector<char> m_block;
    ContentHash m_hash;
    std::uint64_t m_bytes = 0;
};

} // namespace headroom
