#include "app/cli/profile_listing.h"

#include "model/base/units/format_quantity.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/library/architecture/parameter_count.h"
#include "model/plan/fields/plan_file.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

std::string rateText(const std::optional<FlopPerSecond> &rate)
{
    return rate ? fmt::format("{:g}", inTflopPerSecond(*rate)) : "-";
}

void setRate(Document &record, const char *key, const std::optional<FlopPerSecond> &rate)
{
    if (rate)
        record.set(key, inTflopPerSecond(*rate));
}

/// Chips on which some way of running the recipe works: any, nvidia, amd, tpu.
std::vector<std::string> chipsOf(const PrecisionRecipe &recipe)
{
    std::vector<std::string> chips;
    for (const RecipeVariant &variant : recipe.variants)
        if (variant.outcome == "works" && std::ranges::find(chips, variant.chips) == chips.end())
            chips.push_back(variant.chips);
    return chips;
}

/// Width in characters; texts are UTF-8.
std::size_t widthOf(const std::string &text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string rowText(const std::vector<std::string> &row, const std::vector<std::size_t> &widths)
{
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i)
        line += " " + row[i]
            + (i + 1 < row.size() ? std::string(widths[i] - widthOf(row[i]) + 1, ' ') : "");
    return line + "\n";
}

} // namespace

ProfileListing listModels(const Workbench &bench)
{
    const ProfileLibrary &library = bench.library();
    ProfileListing listing { "models", "Models", { "id", "parameters", "active", "layers", "name" },
        {} };
    for (const std::string &id : library.modelIds()) {
        const auto model = library.model(id);
        if (!model)
            continue; // reported with the skipped files
        const ModelShape &shape = **model;
        const ParameterCount count = countParameters(shape);
        const auto total = static_cast<double>(count.total());
        const auto active = static_cast<double>(count.active());
        listing.rows.push_back({ id, formatCount(total), total == active ? "" : formatCount(active),
            std::to_string(shape.layers), shape.name });
        Document record = Document::mapping();
        record.set("id", id);
        record.set("name", shape.name);
        record.set("family", shape.family);
        record.set("aliases", Document::texts(library.modelAliases(id)));
        record.set("parameters_total", count.total());
        record.set("parameters_active", count.active());
        record.set("layers", shape.layers);
        record.set("hidden", shape.hidden);
        record.set("heads", shape.heads);
        record.set("kv_heads", shape.kvHeads);
        record.set("vocab", shape.vocab);
        record.set("experts", shape.moe ? shape.moe->experts : 0);
        record.set("max_sequence", shape.maxSequence);
        record.set("source", shape.source);
        listing.records.append(std::move(record));
    }
    return listing;
}

ProfileListing listHardware(const Workbench &bench)
{
    const ProfileLibrary &library = bench.library();
    ProfileListing listing { "hardware", "Hardware",
        { "id", "memory GiB", "GB/s", "bf16 TFLOP/s", "fp8", "link GB/s", "name" }, {} };
    for (const std::string &id : library.acceleratorIds()) {
        const auto accelerator = library.accelerator(id);
        if (!accelerator)
            continue;
        const Accelerator &chip = **accelerator;
        const double bandwidth = chip.memoryBandwidth.value() / bytesPerGb;
        const double link = chip.linkRate.value() / bytesPerGb;
        listing.rows.push_back({ id, fmt::format("{:g}", inGib(chip.usableMemory)),
            fmt::format("{:g}", bandwidth), rateText(chip.peak.bf16), rateText(chip.peak.fp8),
            fmt::format("{:g}", link), chip.name });
        Document record = Document::mapping();
        record.set("id", id);
        record.set("name", chip.name);
        record.set("vendor", chip.vendor);
        record.set("kind", chip.kind == AcceleratorKind::Tpu ? "tpu" : "gpu");
        record.set("aliases", Document::texts(library.acceleratorAliases(id)));
        record.set("memory_gib", inGib(chip.memory));
        record.set("usable_memory_gib", inGib(chip.usableMemory));
        record.set("memory_bandwidth_gbytes_per_s", bandwidth);
        setRate(record, "bf16_tflops", chip.peak.bf16);
        setRate(record, "fp16_tflops", chip.peak.fp16);
        setRate(record, "fp8_tflops", chip.peak.fp8);
        setRate(record, "fp4_tflops", chip.peak.fp4);
        setRate(record, "int8_tops", chip.peak.int8);
        record.set("link_gbytes_per_s", link);
        record.set("nic_gbytes_per_s_per_device", chip.nicRate.value() / bytesPerGb);
        record.set("host_link", chip.hostLink);
        record.set("host_gbytes_per_s_per_device", chip.hostRate.value() / bytesPerGb);
        record.set("devices_per_node", chip.devicesPerNode);
        record.set("scale_up_domain", chip.scaleUpDomain);
        record.set("tdp_w", chip.tdpW);
        record.set("usd_per_device_hour",
            chip.pricePerDeviceHour > 0 ? Document { chip.pricePerDeviceHour } : Document {});
        record.set("price_date", chip.priceDate);
        if (chip.bestGemmBf16)
            record.set("best_gemm_bf16", *chip.bestGemmBf16);
        record.set("source", chip.source);
        listing.records.append(std::move(record));
    }
    return listing;
}

ProfileListing listMachines(const Workbench &bench)
{
    const ProfileLibrary &library = bench.library();
    ProfileListing listing { "machines", "Machines",
        { "id", "chips", "network GB/s", "host GiB", "USD/h a device", "as of", "name" }, {} };
    for (const std::string &id : library.machineIds()) {
        const auto found = library.machine(id);
        if (!found)
            continue;
        const Machine &machine = **found;
        const double nic = machine.nicRate ? machine.nicRate->value() / bytesPerGb : 0;
        const auto shown
            = [](double value) { return value > 0 ? fmt::format("{:g}", value) : "-"; };
        listing.rows.push_back({ id, fmt::format("{} x {}", machine.devices, machine.accelerator),
            shown(nic), shown(machine.hostMemoryGib), shown(machine.pricePerDeviceHour),
            machine.priceDate, machine.name + ", " + machine.provider });
        Document record = Document::mapping();
        record.set("id", id);
        record.set("name", machine.name);
        record.set("provider", machine.provider);
        record.set("aliases", Document::texts(machine.aliases));
        record.set("accelerator", machine.accelerator);
        record.set("devices", machine.devices);
        record.set("topology", machine.topology);
        if (machine.nicRate)
            record.set("nic_gbytes_per_s_per_device", nic);
        if (machine.hostMemoryGib > 0)
            record.set("host_memory_gib", machine.hostMemoryGib);
        if (machine.pricePerDeviceHour > 0) {
            record.set("usd_per_device_hour", machine.pricePerDeviceHour);
            record.set("price_date", machine.priceDate);
            record.set("price_basis", machine.priceBasis);
        }
        record.set("source", machine.source);
        listing.records.append(std::move(record));
    }
    return listing;
}

ProfileListing listFlags(const Workbench &bench)
{
    ProfileListing listing { "flags", "Flags and environment variables",
        { "name", "carrier", "type", "since", "removed" }, {} };
    const auto catalogue = bench.catalogue();
    if (!catalogue) {
        listing.problems = catalogue.errors();
        return listing;
    }
    for (const FlagEntry &entry : (*catalogue)->entries()) {
        const std::string since = entry.since ? entry.since->text() : entry.sinceText;
        const std::string removed = entry.removed ? entry.removed->text() : std::string {};
        const std::string mark = entry.sinceOrEarlier ? "≤ " : "";
        listing.rows.push_back({ entry.name, carrierName(entry.carrier), typeName(entry),
            since.empty() ? "" : mark + since, removed });
        Document record = Document::mapping();
        record.set("name", entry.name);
        record.set("carrier", carrierName(entry.carrier));
        record.set("owner", entry.owner);
        record.set("area", areaId(entry.area));
        record.set("type", typeName(entry));
        record.set("since", since);
        record.set("since_or_earlier", entry.sinceOrEarlier);
        record.set("removed", removed);
        record.set("says", entry.says);
        listing.records.append(std::move(record));
    }
    return listing;
}

ProfileListing listPlans(const Workbench &bench)
{
    const ProfileLibrary &library = bench.library();
    ProfileListing listing { "plans", "Example plans", { "id", "devices", "model", "name" }, {} };
    for (const std::string &id : library.planIds()) {
        const auto path = library.planPath(id);
        const auto loaded = path ? loadPlan(*path) : Result<LoadedPlan> { path.errors() };
        if (!loaded)
            continue;
        const Plan &plan = loaded->plan;
        const int devices = plan.hardware.nodes * plan.hardware.devicesPerNode;
        listing.rows.push_back({ id, fmt::format("{} {}", devices, plan.hardware.accelerator),
            plan.model.id, plan.name });
        Document record = Document::mapping();
        record.set("id", id);
        record.set("name", plan.name);
        record.set("model", plan.model.id);
        record.set("accelerator", plan.hardware.accelerator);
        record.set("devices", devices);
        record.set("framework", plan.framework);
        listing.records.append(std::move(record));
    }
    return listing;
}

ProfileListing listPolicies(const Workbench &bench)
{
    const ProfileLibrary &library = bench.library();
    ProfileListing listing { "remat_policies", "Remat policies", { "id", "keeps", "frameworks" },
        {} };
    for (const std::string &id : library.rematPolicyIds()) {
        const auto policy = library.rematPolicy(id);
        std::vector<std::string> kept;
        std::vector<std::string> offloaded;
        for (const auto &[tensor, place] : policy->tensors)
            (place == TensorPlace::Offload ? offloaded : kept).push_back(tensor);
        listing.rows.push_back({ id,
            policy->perTensorKeys
                ? "as remat.tensors says"
                : fmt::format("{} on device, {} on host", kept.size(), offloaded.size()),
            fmt::format("{}", fmt::join(policy->frameworks, " ")) });
        Document record = Document::mapping();
        record.set("id", id);
        record.set("frameworks", Document::texts(policy->frameworks));
        record.set("device", Document::texts(kept));
        record.set("offload", Document::texts(offloaded));
        record.set("note", policy->note);
        listing.records.append(std::move(record));
    }
    return listing;
}

ProfileListing listRecipes(const Workbench &bench)
{
    const ProfileLibrary &library = bench.library();
    ProfileListing listing { "recipes", "Precision recipes",
        { "id", "rate", "chips", "frameworks" }, {} };
    for (const std::string &id : library.recipeIds()) {
        const auto recipe = library.recipe(id);
        const std::vector<std::string> chips = chipsOf(*recipe);
        const bool hasRate = recipe->matmulRate != MatmulRate::None;
        const std::string rate = hasRate ? matmulRateName(recipe->matmulRate) : "";
        listing.rows.push_back({ id, hasRate ? rate : "-", fmt::format("{}", fmt::join(chips, " ")),
            fmt::format("{}", fmt::join(recipe->frameworks, " ")) });
        Document record = Document::mapping();
        record.set("id", id);
        record.set("matmul_rate", rate);
        record.set("chips", Document::texts(chips));
        record.set("frameworks", Document::texts(recipe->frameworks));
        listing.records.append(std::move(record));
    }
    return listing;
}

std::string listingText(const ProfileListing &listing)
{
    std::vector<std::size_t> widths;
    for (const std::string &column : listing.columns)
        widths.push_back(widthOf(column));
    for (const std::vector<std::string> &row : listing.rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    std::string text = fmt::format("{} ({})\n", listing.title, listing.rows.size());
    text += rowText(listing.columns, widths);
    for (const std::vector<std::string> &row : listing.rows)
        text += rowText(row, widths);
    return text;
}

} // namespace headroom
