#include "model/runs/text/digest_stream.h"

#include <fmt/format.h>

namespace headroom {
namespace {
constexpr std::size_t digestBlockBytes = 1u << 20;
using Traits = std::streambuf::traits_type;
} // namespace

DigestStream::DigestStream(std::istream &source)
    : std::istream(static_cast<std::streambuf *>(this))
    , m_source(source)
    , m_block(digestBlockBytes)
{ }

std::streambuf::int_type DigestStream::underflow()
{
    m_source.read(m_block.data(), static_cast<std::streamsize>(m_block.size()));
    const auto count = static_cast<std::size_t>(m_source.gcount());
    if (count == 0)
        return Traits::eof();
    m_hash.add({ m_block.data(), count });
    m_bytes += count;
    setg(m_block.data(), m_block.data(), m_block.data() + count);
    return Traits::to_int_type(m_block[0]);
}

std::string_view DigestStream::beginning()
{
    if (gptr() == egptr() && underflow() == Traits::eof())
        return {};
    return { gptr(), static_cast<std::size_t>(egptr() - gptr()) };
}

std::string DigestStream::digest()
{
    while (underflow() != Traits::eof()) { }
    return fmt::format("{}-{}", m_hash.text(), m_bytes);
}

} // namespace headroom
