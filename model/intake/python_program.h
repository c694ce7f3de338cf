#pragma once

#include "model/base/document/document.h"
#include "model/intake/python_arguments.h"
#include "model/runs/readers/config_files.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Whether a text is a training program on Hugging Face's libraries: it imports something and calls
/// what makes their models, adapters or arguments.
bool isTrainerProgram(std::string_view text);

/// The Trainer's name for what an argument of such a program says; empty: nothing of it.
std::string trainerKeyOf(const PythonArgument &argument);

/// What such a program says in arguments of calls, in variables that these name, and in defaults of
/// its own options, as the Trainer's settings. Nothing is run: an expression that is no literal,
/// name, product or quotient is passed over. At most the first MiB is read.
std::optional<RunTrace> readTrainerProgram(std::string_view text, const TextPlace &place);

/// The code of a notebook, its cells one after the other; empty: it is none.
/// @source nbformat 4 (cells, cell_type, source)
std::string notebookCode(const Document &tree);

/// Whether the program trains with unsloth's loss, which makes no logits, in evaluations neither.
/// @source unslothai/unsloth models/llama.py, models/mistral.py (unsloth_fused_ce_loss unless
/// UNSLOTH_RETURN_LOGITS is set); of models that it compiles, unsloth_zoo compiler.py
bool makesNoLogits(std::string_view program);

} // namespace headroom
