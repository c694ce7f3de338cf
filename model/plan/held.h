#pragma once

#include <memory>

namespace headroom {

/// A part of a value whose type needs no definition where the whole is passed on: a copy copies the
/// part, equal wholes have equal parts. Its functions are in held_parts.cpp, so that a member added
/// to the part compiles only what reads the part again.
template <class Part> class Held
{
public:
    Held();
    Held(const Held &other);
    Held(Held &&other) noexcept;
    Held &operator=(const Held &other);
    Held &operator=(Held &&other) noexcept;
    ~Held();

    const Part &operator*() const { return *m_part; }
    Part &operator*() { return *m_part; }
    const Part *operator->() const { return m_part.get(); }
    Part *operator->() { return m_part.get(); }
    bool operator==(const Held &other) const;

private:
    std::unique_ptr<Part> m_part; ///< null only after a move
};

} // namespace headroom
