#include "model/calibration/calibration_file.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/text/ascii.h"
#include "model/base/text/plain_number.h"
#include "model/calibration/kernel_evidence.h"
#include "model/calibration/operation_evidence.h"
#include "model/runs/read_runs.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr NumberRange anyPositive { 1e-12, 1e12 };
constexpr NumberRange anyReal { -1e3, 1e3 };

bool isProfile(const std::filesystem::path &file)
{
    const std::string ending = asciiLowered(file.extension().string());
    return ending == ".yaml" || ending == ".yml";
}

/// A number as short as six digits allow.
double rounded(double value)
{
    return plainNumber(fmt::format("{:.6g}", value)).value_or(value);
}

CalibratedConstant readConstant(const Document &item, const std::string &file, Errors &problems)
{
    MappingReader reader(item, file, problems);
    CalibratedConstant own;
    own.constant.profiles = reader.texts("profiles");
    own.constant.key = reader.requiredText("key");
    own.name = reader.text("name");
    own.unit = reader.text("unit");
    const auto limits = constantLimits(own.constant.key);
    if (!limits && !own.constant.key.empty())
        reader.report("calibration-constant", "key", { own.constant.key });
    const NumberRange range = limits ? NumberRange { limits->least, limits->most } : anyPositive;
    own.prior = reader.requiredNumber("prior", { 0, anyPositive.most });
    own.posterior = reader.requiredNumber("posterior", range);
    own.p10 = reader.requiredNumber("p10", { 0, anyPositive.most });
    own.p90 = reader.requiredNumber("p90", { 0, anyPositive.most });
    reader.rejectUnknownKeys();
    return own;
}

/// The lower half of a covariance, row by row.
std::vector<double> readCovariance(
    MappingReader &reader, std::size_t count, const std::string &file, Errors &problems)
{
    std::vector<double> values(count * count, 0);
    const Document *rows = reader.child("covariance");
    if ((rows ? rows->items().size() : 0) != count) {
        reader.report("covariance-shape", "covariance", { std::to_string(count) });
        return values;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Document> &row = rows->items()[i].items();
        const bool isGood = row.size() == i + 1
            && std::ranges::all_of(row, [](const Document &one) { return one.isNumber(); })
            && row.back().number() >= 0;
        if (!isGood) {
            problems.push_back({ "covariance-shape",
                file + ':' + std::to_string(std::max(1, rows->items()[i].line())),
                { std::to_string(i + 1) } });
            return values;
        }
        for (std::size_t j = 0; j <= i; ++j)
            values[i * count + j] = values[j * count + i]
                = std::clamp(row[j].number(), anyReal.least, anyReal.most);
    }
    return values;
}

Document leftOutDocument(const Calibration &calibration)
{
    Document errors = Document::mapping();
    for (std::size_t i = 0; i < calibrationModeNames.size(); ++i)
        if (calibration.leftOutMedian[i])
            errors.set(calibrationModeNames[i], rounded(*calibration.leftOutMedian[i]));
    return errors;
}

void readLeftOut(
    MappingReader &parent, const std::string &file, Calibration &calibration, Errors &problems)
{
    const Document *errors = parent.child("left_out_median_ape");
    if (!errors)
        return;
    MappingReader reader(*errors, file, problems);
    for (std::size_t i = 0; i < calibrationModeNames.size(); ++i)
        calibration.leftOutMedian[i]
            = reader.optionalNumber(calibrationModeNames[i], { 0, anyPositive.most });
    reader.rejectUnknownKeys();
}

} // namespace

ClusterProfile clusterProfileOf(const Document &document, const std::string &file, Errors &problems)
{
    MappingReader reader(document, file, problems);
    requireSchemaVersion(reader);
    ClusterProfile profile;
    Calibration &own = profile.calibration;
    profile.id = reader.requiredText("id");
    profile.name = reader.text("name", profile.id);
    profile.source = reader.requiredText("source");
    own.chosen = reader.oneOf("chosen", calibrationModeNames, CalibrationMode::None);
    own.ids = reader.texts("runs");
    constexpr double maxRuns = 1e6;
    own.runs = static_cast<int>(reader.integer("configurations", { 0, maxRuns }, 0));
    own.operations = static_cast<int>(reader.integer("operations", { 0, maxRuns }, 0));
    readLeftOut(reader, file, own, problems);
    own.plainPeak = reader.optionalNumber("peak_median_ape", { 0, anyPositive.most });
    own.leftOutPeak = reader.optionalNumber("peak_left_out_median_ape", { 0, anyPositive.most });
    own.doubt.stacks = reader.texts("stacks");
    own.doubt.chips = reader.texts("chips");
    own.doubt.scatter = reader.number("scatter", { 0, 10 }, 0);
    own.doubt.widening = reader.number("widening", { minWidening, maxWidening }, 1);
    const auto constants = [&](const char *key) {
        std::vector<CalibratedConstant> found;
        if (const Document *list = reader.child(key))
            for (const Document &item : list->items())
                found.push_back(readConstant(item, file, problems));
        return found;
    };
    own.constants = constants("constants");
    for (const CalibratedConstant &moved : own.constants)
        own.doubt.constants.push_back(moved.constant);
    own.doubt.covariance = readCovariance(reader, own.doubt.constants.size(), file, problems);
    for (CalibratedConstant &moved : constants("memory"))
        own.constants.push_back(std::move(moved));
    reader.rejectUnknownKeys();
    return profile;
}

Result<ClusterProfile> readClusterProfile(const std::filesystem::path &file)
{
    const Result<Document> document = readYamlFile(file);
    if (!document)
        return document.errors();
    Errors problems;
    ClusterProfile profile = clusterProfileOf(*document, file.string(), problems);
    if (!problems.empty())
        return problems;
    return profile;
}

std::string clusterProfileText(const ClusterProfile &profile)
{
    const Calibration &own = profile.calibration;
    Document document = Document::mapping(
        { { "schema_version", 1 }, { "id", profile.id }, { "name", profile.name },
            { "source", profile.source }, { "chosen", calibrationModeName(own.chosen) },
            { "runs", Document::texts(own.ids) }, { "configurations", own.runs },
            { "operations", own.operations }, { "left_out_median_ape", leftOutDocument(own) } });
    if (own.plainPeak)
        document.set("peak_median_ape", rounded(*own.plainPeak));
    if (own.leftOutPeak)
        document.set("peak_left_out_median_ape", rounded(*own.leftOutPeak));
    document.set("stacks", Document::texts(own.doubt.stacks));
    document.set("chips", Document::texts(own.doubt.chips));
    document.set("scatter", rounded(own.doubt.scatter));
    document.set("widening", rounded(own.doubt.widening));
    const std::size_t count = own.doubt.constants.size();
    Document constants = Document::sequence(), memory = Document::sequence();
    for (std::size_t i = 0; i < own.constants.size(); ++i) {
        const CalibratedConstant &moved = own.constants[i];
        (i < count ? constants : memory)
            .append(Document::mapping({ { "profiles", Document::texts(moved.constant.profiles) },
                { "key", moved.constant.key }, { "name", moved.name }, { "unit", moved.unit },
                { "prior", rounded(moved.prior) }, { "posterior", rounded(moved.posterior) },
                { "p10", rounded(moved.p10) }, { "p90", rounded(moved.p90) } }));
    }
    document.set("constants", std::move(constants));
    document.set("memory", std::move(memory));
    Document rows = Document::sequence();
    for (std::size_t i = 0; i < count; ++i) {
        Document row = Document::sequence();
        for (std::size_t j = 0; j <= i; ++j)
            row.append(rounded(own.doubt.covariance[i * count + j]));
        rows.append(std::move(row));
    }
    document.set("covariance", std::move(rows));
    return "# Constants of stacks and chips as own runs show them; plans name this file in "
           "`calibration`.\n"
           "# covariance: of the logarithms of `constants`, lower half.\n"
        + writeYaml(document);
}

Result<Calibration> calibrationOf(const std::filesystem::path &file, const Estimator &estimator)
{
    if (isProfile(file)) {
        Result<ClusterProfile> profile = readClusterProfile(file);
        if (!profile)
            return profile.errors();
        return profile->calibration;
    }
    Result<std::vector<OwnRun>> runs = readOwnRuns(file, estimator);
    if (!runs)
        return runs.errors();
    const auto priors = CalibrationPriors::of(estimator.library());
    if (!priors)
        return priors.errors();
    return calibrate({ *std::move(runs), {}, {} }, estimator, **priors);
}

Result<CalibrationRequest> readEvidence(
    const std::vector<std::string> &files, const Estimator &estimator)
{
    CalibrationRequest request;
    Errors problems;
    std::vector<std::string> others;
    for (const std::string &file : files) {
        if (asciiLowered(std::filesystem::path(file).extension().string()) != ".csv") {
            others.push_back(file);
            continue;
        }
        const Result<std::vector<OwnRun>> runs
            = readOwnRuns(std::filesystem::path(file), estimator, &request.left);
        if (runs)
            request.runs.insert(request.runs.end(), runs->begin(), runs->end());
        else
            problems.insert(problems.end(), runs.errors().begin(), runs.errors().end());
    }
    if (!others.empty())
        for (const OperationSample &sample :
            readRuns(others, estimator.library(), nullptr).operations) {
            if (const auto kind = collectiveNamed(sample.kind); kind && sample.group > 1)
                request.operations.push_back({ *kind, Bytes { sample.bytes }, sample.group,
                    std::max(1, sample.nodes), Seconds { sample.seconds } });
            else if (const auto kernel = measuredKernel(sample))
                request.kernels.push_back(*kernel);
        }
    // What no CSV gave came from other files, which hold parts of a step at most.
    if (problems.empty() && request.runs.empty())
        problems.push_back({ "calibration-no-run", files.front(), {} });
    if (!problems.empty())
        return problems;
    return request;
}

std::filesystem::path calibrationPlace(
    const std::filesystem::path &named, const DataDirectories &directories)
{
    std::error_code unseen;
    const bool isFile = std::filesystem::exists(named, unseen)
        && !std::filesystem::is_directory(named, unseen); // a folder hides no profile
    if (named.empty() || isFile)
        return named;
    const std::filesystem::path found = directories.find(
        std::filesystem::path("clusters") / (named.filename().string() + ".yaml"));
    return found.empty() ? named : found;
}

} // namespace headroom
