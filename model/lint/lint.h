#pragma once

#include "model/base/outcome/finding.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/lint/source_text.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One thing that is wrong, doubtful or superfluous in a script, with its place.
struct LintFinding
{
    Severity severity = Severity::Hint;
    std::string id;
    TextPosition position;
    std::string name; ///< flag or variable, printable; may be empty
    Operands operands;
    std::vector<TextEdit> edits; ///< what --fix does; empty: nothing it could do safely

    bool operator==(const LintFinding &) const = default;
};

std::string lintMessage(const LintFinding &finding); ///< one English sentence
std::string lintFix(const LintFinding &finding); ///< what to do, one English sentence

struct LintOptions
{
    JaxlibChoice jaxlib; ///< release whose names and values count
    const Accelerator *accelerator = nullptr; ///< adds findings about the chip
    std::string fileName; ///< decides the language together with the content
};

/// A flag or variable that a script sets, for importing it into a plan.
using LintSetting = FlagSetting;

struct LintReport
{
    std::vector<LintFinding> findings; ///< by position
    std::vector<LintSetting> settings; ///< final values of known names, those included that the
                                       ///< release does not have
    std::vector<std::string> unchecked; ///< programs and files whose own settings nobody looked at
    bool usesJaxlib = false; ///< the release had a say: the script has something of JAX or XLA
    bool hasErrors() const;
    std::vector<TextEdit> edits() const; ///< of all findings
};

/// Checks a shell script, sbatch file, Python file or bare flag string. Any bytes are taken; a
/// megabyte costs well under a tenth of a second.
LintReport lintScript(
    const FlagCatalogue &catalogue, std::string_view text, const LintOptions &options);

/// The script with every edit of lintScript made, and those that the result still asks for: fixing
/// what it returns changes nothing.
std::string fixedScript(
    const FlagCatalogue &catalogue, std::string text, const LintOptions &options);

/// Checks the flags of a plan against each other, its release and the plan itself.
LintReport lintPlan(const FlagCatalogue &catalogue, const LoadedPlan &loaded,
    const ResolvedPlan &resolved, const LintOptions &options);

} // namespace headroom
