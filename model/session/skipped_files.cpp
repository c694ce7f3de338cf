#include "model/session/skipped_files.h"

#include "model/calibration/components.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/flags/catalogue/flag_texts.h"
#include "model/flags/catalogue/term_texts.h"
#include "model/lessons/course.h"
#include "model/lessons/glossary.h"
#include "model/lessons/lesson_library.h"
#include "model/library/stacks/stack_library.h"
#include "model/measurement/numbers/expected_errors.h"

namespace headroom {
namespace {

constexpr const char *translation = "zh"; ///< the one that texts are shipped in

} // namespace

SkippedProfiles skippedFiles(const ProfileLibrary &library)
{
    const DataDirectories &directories = library.directories();
    SkippedProfiles all = library.skippedProfiles();
    const auto add
        = [&all](const SkippedProfiles &more) { all.insert(all.end(), more.begin(), more.end()); };
    // Only a folder of the user can hold what is skipped; most have none.
    const auto hasOwn = [&directories](const char *folder) {
        std::error_code unseen;
        return !directories.user.empty()
            && std::filesystem::is_directory(directories.user / folder, unseen);
    };
    if (hasOwn("stacks"))
        if (const auto stacks = StackLibrary::load(directories))
            add(stacks->skipped());
    if (hasOwn("flags")) {
        if (const auto catalogue = FlagCatalogue::of(library))
            add((*catalogue)->skipped());
        if (const auto texts = FlagTextLibrary::load(directories, translation))
            add((*texts)->skipped());
    }
    if (hasOwn("glossary")) {
        if (const auto glossary = loadGlossary(directories, translation))
            add(glossary->skipped);
        if (const auto texts = loadTermTexts(directories))
            add(texts->skipped);
    }
    if (hasOwn("fit")) {
        if (const auto priors = CalibrationPriors::of(library))
            add((*priors)->skipped);
        static_cast<void>(expectedErrors(directories, &all));
    }
    if (hasOwn("lessons")) {
        const LessonLibrary lessons { directories, translation };
        static_cast<void>(lessons.lessons());
        add(lessons.skipped());
    }
    if (hasOwn("courses")) {
        const LessonLibrary lessons { directories, translation };
        for (const std::filesystem::path &file : courseFiles(directories.user / "courses"))
            if (const auto course = loadCourse(file, lessons); !course)
                all.push_back({ file.string(), course.errors() });
    }
    return all;
}

} // namespace headroom
