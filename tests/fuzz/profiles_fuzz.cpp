// Profiles in the user's folder; the first line of an input may be the file that it becomes
// ("lessons/99-a.yaml"), else it is tried as a model and as a chip. Whatever it holds, what is
// shipped can still be used, and a file that cannot be is named with its reason.
#include "fuzz_entry.h"

#include "model/lessons/lesson_library.h"
#include "model/library/architecture/parameter_count.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

using namespace headroom;
using namespace headroom::fuzz;

namespace fs = std::filesystem;

namespace {

/// Where an input may go: names that the readers look for.
constexpr const char *places[] { "models/a.yaml", "hardware/a.yaml", "lessons/99-a.yaml",
    "plans/a.headroom.yaml", "remat/policies.yaml", "recipes/recipes.yaml", "remat/tensors.yaml" };

class UserFolder
{
public:
    UserFolder()
        : m_path(fs::temp_directory_path() / ("headroom-fuzz-" + std::to_string(::getpid())))
    {
        fs::create_directories(m_path);
    }
    ~UserFolder()
    {
        std::error_code unseen;
        fs::remove_all(m_path, unseen);
    }
    const fs::path &path() const { return m_path; }

private:
    fs::path m_path;
};

void tryAs(const char *place, std::string_view content)
{
    static const UserFolder user;
    const fs::path file = user.path() / place;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, user.path() } };
    promise(library.model("llama3.1-8b").hasValue(), "a shipped model can be used");
    promise(library.accelerator("h100-sxm").hasValue(), "a shipped chip can be used");
    promise(library.rematPolicy("full").hasValue(), "a shipped policy can be used");
    if (const auto model = library.model("a"))
        promise(countParameters(**model).total() > 0, "a model has parameters");
    (void)library.accelerator("a");
    for (const std::string &id : library.planIds())
        (void)library.planPath(id);
    if (std::string_view(place).starts_with("lessons")) {
        const LessonLibrary lessons { library.directories() };
        promise(!lessons.lessons().empty(), "shipped lessons are there");
    }
    for (const SkippedProfile &skipped : library.skippedProfiles())
        promisePlaces(skipped.problems);
    fs::remove(file);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = textOf(data, size);
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const char *place : places)
        if (text.substr(0, end) == place) {
            tryAs(place, text.substr(std::min(end + 1, text.size())));
            return 0;
        }
    tryAs("models/a.yaml", text);
    tryAs("hardware/a.yaml", text);
    return 0;
}
