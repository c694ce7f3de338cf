#pragma once

#include "model/base/document/document.h"
#include "model/session/workbench.h"

#include <string>
#include <vector>

namespace headroom {

/// What is known of one kind, as rows for people and as records for programs.
struct ProfileListing
{
    std::string key; ///< of the JSON document: models, hardware, …
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows {}; ///< one text for each column
    Document records = Document::sequence();
    Errors problems {}; ///< why something is missing, beyond the skipped files of the library
};

ProfileListing listModels(const Workbench &bench);
ProfileListing listHardware(const Workbench &bench);
ProfileListing listMachines(const Workbench &bench);
/// Flags and environment variables.
ProfileListing listFlags(const Workbench &bench);
ProfileListing listPlans(const Workbench &bench);
ProfileListing listPolicies(const Workbench &bench);
ProfileListing listRecipes(const Workbench &bench);

/// The rows as a text table with a title; columns are as wide as their longest entry.
std::string listingText(const ProfileListing &listing);

} // namespace headroom
