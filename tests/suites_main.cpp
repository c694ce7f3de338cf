// A program of several suites: runs the one by whose name it is called.
#include <cstdio>
#include <string_view>

#define SUITE(name)                                                                                \
    namespace name {                                                                               \
    int main(int, char **);                                                                        \
    }
#include HEADROOM_SUITES
#undef SUITE

int main(int count, char **words)
{
    const std::string_view path = words[0];
    const std::string_view called = path.substr(path.rfind('/') + 1);
#define SUITE(name)                                                                                \
    if (called == #name)                                                                           \
        return name::main(count, words);
#include HEADROOM_SUITES
    std::fprintf(stderr, "%s: call one of the suites by its name\n", words[0]);
    return 1;
}
