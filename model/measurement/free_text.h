#pragma once

#include "model/library/profiles/profile_library.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// What the word of a measurement says about rematerialisation.
struct RematWords
{
    bool isKnown = false;
    std::string policy; ///< policy id; "custom" when tensors are named
    std::map<std::string, TensorPlace> tensors;
    std::vector<std::string> notUnderstood;
};

/// Reads the free words of column `remat`: policy ids, none, full, selective, and lists of tensors
/// that are kept, recomputed or offloaded. Case is ignored; unknown words are listed.
RematWords readRemat(const std::string &text, const std::vector<std::string> &policyIds);

/// NIC rate of one device in GB/s that a note states ("4x100 Gb RoCE per node", "400 Gb/s RDMA per
/// GPU", "~200 GB/s/VM"), or nothing.
std::optional<double> readNetworkRate(const std::string &note, double devicesPerNode);

std::string loweredText(const std::string &text);
bool hasWord(const std::string &lowered, const char *word);

} // namespace headroom
