#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <streambuf>
#include <vector>

namespace headroom {

/// The content of a gzip stream, unpacked block by block; members behind one another are one text.
/// Reading ends early, with a word in problem(), where the data are broken or unpack to more than
/// `maxUnpacked`: a small file can hold a very large text.
class InflateStream : private std::streambuf, public std::istream
{
public:
    static constexpr std::uint64_t maxUnpacked = std::uint64_t { 16 } << 30;

    explicit InflateStream(std::istream &packed, std::uint64_t most = maxUnpacked);
    ~InflateStream() override;

    enum class Problem { None, Broken, TooLarge };
    Problem problem() const { return m_problem; }

private:
    std::streambuf::int_type underflow() override;
    bool fillInput();

    struct Inflater; ///< zlib's state
    std::istream &m_packed;
    std::uint64_t m_most, m_unpacked = 0;
    std::vector<char> m_input, m_output;
    std::unique_ptr<Inflater> m_inflater;
    Problem m_problem = Problem::None;
    bool m_isAtEnd = false;
};

} // namespace headroom
