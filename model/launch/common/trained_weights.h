#pragma once

#include "model/launch/common/launch_spec.h"

#include <string>

namespace headroom {

/// How a run starts from a trained model's weights of Hugging Face's: the framework's own command
/// that converts them, and the words that load them, in Markdown. Empty where the target has none,
/// or asks for them anyway.
std::string trainedWeightsText(const LaunchSpec &spec);

} // namespace headroom
