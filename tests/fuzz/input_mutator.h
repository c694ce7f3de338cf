#pragma once

#include <random>
#include <string>
#include <vector>

namespace headroom {

/// Makes inputs of saved ones: bytes, words, numbers, lines and pieces of others changed by chance.
/// The same seed gives the same inputs.
class InputMutator
{
public:
    InputMutator(std::vector<std::string> seeds, unsigned seed);

    std::string next();

private:
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : m_engine() % bound; }
    void changeOnce(std::string &text);
    void changeNumber(std::string &text);
    void changeLines(std::string &text);

    std::vector<std::string> m_seeds;
    std::mt19937 m_engine;
};

} // namespace headroom
