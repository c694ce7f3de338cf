#include "model/runs/text/inflate_stream.h"

#include <zlib.h>

namespace headroom {
namespace {
constexpr std::size_t inputBytes = 64u << 10, outputBytes = 256u << 10;
constexpr int gzipWindow = 15 + 16; ///< largest window, with gzip's header. @source zlib.h
using Traits = std::streambuf::traits_type;
} // namespace

struct InflateStream::Inflater
{
    z_stream state {};
    bool isOpen = false;
    bool isInMember = false; ///< a member was begun and has not ended

    Inflater() { isOpen = inflateInit2(&state, gzipWindow) == Z_OK; }
    ~Inflater()
    {
        if (isOpen)
            inflateEnd(&state);
    }
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;
};

InflateStream::InflateStream(std::istream &packed, std::uint64_t most)
    : std::istream(static_cast<std::streambuf *>(this))
    , m_packed(packed)
    , m_most(most)
    , m_input(inputBytes)
    , m_output(outputBytes)
    , m_inflater(std::make_unique<Inflater>())
{ }

InflateStream::~InflateStream() = default;

bool InflateStream::fillInput()
{
    m_packed.read(m_input.data(), static_cast<std::streamsize>(m_input.size()));
    const auto count = static_cast<uInt>(m_packed.gcount());
    m_inflater->state.next_in = reinterpret_cast<Bytef *>(m_input.data());
    m_inflater->state.avail_in = count;
    return count > 0;
}

std::streambuf::int_type InflateStream::underflow()
{
    z_stream &state = m_inflater->state;
    if (!m_inflater->isOpen)
        m_problem = Problem::Broken;
    while (!m_isAtEnd && m_problem == Problem::None) {
        if (state.avail_in == 0 && !fillInput()) {
            m_isAtEnd = true;
            if (m_inflater->isInMember)
                m_problem = Problem::Broken;
            break;
        }
        state.next_out = reinterpret_cast<Bytef *>(m_output.data());
        state.avail_out = static_cast<uInt>(m_output.size());
        m_inflater->isInMember = true;
        const int status = inflate(&state, Z_NO_FLUSH);
        const std::size_t count = m_output.size() - state.avail_out;
        if (status == Z_STREAM_END) {
            m_inflater->isInMember = false;
            inflateReset(&state);
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            m_problem = Problem::Broken;
        }
        m_unpacked += count;
        if (m_unpacked > m_most)
            m_problem = Problem::TooLarge;
        if (count == 0)
            continue;
        setg(m_output.data(), m_output.data(), m_output.data() + count);
        return Traits::to_int_type(m_output[0]);
    }
    return Traits::eof();
}

} // namespace headroom
