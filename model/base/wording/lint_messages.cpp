#include "model/base/wording/messages.h"

namespace headroom {
namespace {

// Findings of lint. Ids never change once released.
constexpr MessageTemplate lintRows[] {
    // The text itself
    { "lint-unbalanced-quote", "The quote {0} is never closed.", "Close it." },
    { "lint-control-character",
        "The text holds control character {0}, which a program may take for part of a name.",
        "Remove it." },
    { "lint-not-utf8", "Byte {0} is not UTF-8 here.", "Save the file as UTF-8." },
    // Names
    { "lint-unknown-flag",
        "{0} is not known to jaxlib {1}: a process that reads it in {2} ends at start.",
        "Remove it." },
    { "lint-misspelt-flag",
        "{0} is not known to jaxlib {1}: a process that reads it ends at start.",
        "Did you mean --{2}?" },
    { "lint-more-unknown", "{0} more unknown names are not listed one by one (the first {1} are).",
        "Correct the listed ones first." },
    { "lint-more-variables",
        "{0} more variables are not known; only the first {1} were compared with known names.",
        "Check their spelling." },
    { "lint-unknown-tpu-flag",
        "{0} is not in the published lists of TPU flags; the compiler is closed, so it may exist.",
        "Check the spelling against a recipe that works." },
    { "lint-set-name",
        "{0} is the name of a set of flags in a library of recipes and no flag: nothing here puts "
        "its flags in its place.",
        "Write them into {2}: {1}" },
    { "lint-one-dash", "{0} has one dash and is dropped silently.", "Write two dashes." },
    { "lint-too-many-dashes", "{0} has {1} dashes, which makes it an unknown flag.",
        "Write two dashes." },
    { "lint-hyphens", "{0} is spelt with hyphens, which makes it an unknown flag.",
        "Write --{1}." },
    { "lint-word-without-dashes", "\"{0}\" has no dashes: it is dropped silently.", "Write {1}." },
    { "lint-stray-word", "\"{0}\" is no flag: it is dropped silently.", "Remove it." },
    { "lint-removed-flag", "{0} was removed in jaxlib {2}; at {1} it ends the process at start.",
        "Write {3}." },
    { "lint-removed-flag-unneeded",
        "{0} was removed in jaxlib {2}; at {1} it ends the process at start. Its value is what "
        "happens there anyway.",
        "Remove it." },
    { "lint-removed-flag-gone",
        "{0} was removed in jaxlib {2} without a substitute; at {1} it ends the process at start.",
        "Remove it." },
    { "lint-later-flag", "{0} came in jaxlib {2}; at {1} it ends the process at start.",
        "Remove it, or use jaxlib {2}." },
    { "lint-unreleased-flag",
        "{0} is in no release up to now; at jaxlib {1} it ends the process at start.",
        "Write {3}." },
    { "lint-unreleased-flag-gone",
        "{0} is in no release up to now; at jaxlib {1} it ends the process at start.",
        "Remove it." },
    { "lint-never-released-gone",
        "{0} was in no release; at jaxlib {1} it ends the process at start.", "Remove it." },
    { "lint-never-released", "{0} was in no release; at jaxlib {1} it ends the process at start.",
        "Write {3}." },
    { "lint-superseded", "{0} still works but {1} has taken its place.", "Write {1}." },
    // Values
    { "lint-wrong-type", "{0}={1} does not parse: it wants {2}.", "Write {2}." },
    { "lint-out-of-range", "{0}={1} does not fit: it wants {2}.", "Write {2}." },
    { "lint-unknown-value", "{0} does not know the value {5}.", "Use one of: {2}." },
    { "lint-empty-value", "{0} does not accept an empty value.",
        "Leave the flag out, or use one of: {2}." },
    { "lint-wrong-case", "{0} wants the value spelt {2}, and {1} is refused.", "Write {2}." },
    { "lint-later-value", "{0}={1} is understood only since jaxlib {4}; at {3} it is not.",
        "Use a value of that release." },
    { "lint-earlier-value", "{0} no longer knows the value {5} since jaxlib {4}.",
        "Use one of: {2}." },
    { "lint-needs-value", "{0} stands without a value and is then an unknown flag.",
        "Write --{0}=VALUE." },
    { "lint-value-after-blank", "The value {1} of {0} follows after a blank and is lost.",
        "Write --{0}={1}." },
    { "lint-glued-flags",
        "There is no blank between {0}={1} and the next flag, so both are one broken value.",
        "Put a blank between them." },
    // Places
    { "lint-tpu-flag-in-xla-flags",
        "{0} is known to the TPU compiler only; inside XLA_FLAGS it ends the process at start.",
        "Move it to LIBTPU_INIT_ARGS." },
    { "lint-xla-flag-in-libtpu-args",
        "{0} is a flag of the GPU compiler; LIBTPU_INIT_ARGS does not know it.",
        "Move it to XLA_FLAGS." },
    { "lint-variable-in-flags",
        "{0} is an environment variable and no flag: inside a flag string it is lost or ends the "
        "process.",
        "Write export {0}=… on a line of its own." },
    { "lint-flag-as-variable",
        "{0} is a compiler flag; as an environment variable nothing reads it.",
        "Write --{0}=… inside {1}." },
    { "lint-blanks-round-equals",
        "{0} has blanks round the equals sign; a shell then looks for a program of that name.",
        "Write {0}=\"…\" without blanks." },
    // Variables
    { "lint-no-such-variable", "Nothing ever read {0}.",
        "Remove it; `headroom-cli explain {1}` says when to set the one that was meant." },
    { "lint-misspelt-variable", "Nothing known reads {0}.", "Did you mean {1}?" },
    { "lint-variable-not-read-yet", "{0} is read since version {2}; at {1} nothing reads it.",
        "Use {2} or later." },
    { "lint-variable-not-read-any-more",
        "{0} is read no more since version {2}; at {1} nothing reads it.", "Remove it." },
    { "lint-variable-default", "{0}={1} is what happens anyway.", "It may be removed." },
    // Together
    { "lint-duplicate-flag", "{0} is given twice, as {1} and as {2}; the last one counts.",
        "Keep one." },
    { "lint-repeated-flag", "{0} is given twice with the same value.", "Keep one." },
    { "lint-assignment-replaced",
        "This assignment of {0} drops the flags that it held, before any command used them.",
        "Append: {0}=\"${0} …\"." },
    { "lint-conflict", "{1}", "{2}" },
    { "lint-nsys-with-pgle",
        "Nsight Systems and AutoPGLE's JAX profiler cannot both collect in one run.",
        "Profile with AutoPGLE first, then run nsys with JAX_COMPILATION_CACHE_EXPECT_PGLE=true." },
    { "lint-nsys-with-jax-profiler",
        "Nsight Systems and the JAX profiler cannot both collect in one run.",
        "Use profiler=nsys under Nsight Systems, or leave nsys out." },
    { "lint-pgle-with-jax-profiler",
        "AutoPGLE uses the JAX profiler itself; a second profiler window at the same time fails.",
        "Open MaxText's profiler window after the profiled executions." },
    // Without effect
    { "lint-noop", "{0} is accepted without effect at jaxlib {1}.", "It may be removed." },
    { "lint-default", "{0}={1} is already the default at jaxlib {2}.", "It may be removed." },
};

} // namespace

std::span<const MessageTemplate> lintMessages()
{
    return lintRows;
}

} // namespace headroom
