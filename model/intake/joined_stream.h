#pragma once

#include <array>
#include <istream>
#include <streambuf>
#include <string>

namespace headroom {

/// What was read of a stream already, and then the rest of it.
class JoinedStream : public std::istream
{
public:
    JoinedStream(std::string &begun, std::istream &rest)
        : std::istream(nullptr)
        , m_buffer(begun, rest)
    {
        rdbuf(&m_buffer);
    }

private:
    class Buffer : public std::streambuf
    {
    public:
        Buffer(std::string &begun, std::istream &rest)
            : m_rest(rest)
        {
            setg(begun.data(), begun.data(), begun.data() + begun.size());
        }

    protected:
        int_type underflow() override
        {
            m_rest.read(m_block.data(), static_cast<std::streamsize>(m_block.size()));
            const auto count = m_rest.gcount();
            if (count <= 0)
                return traits_type::eof();
            setg(m_block.data(), m_block.data(), m_block.data() + count);
            return traits_type::to_int_type(m_block[0]);
        }

    private:
        std::istream &m_rest;
        std::array<char, 65536> m_block {};
    };

    Buffer m_buffer;
};

} // namespace headroom
