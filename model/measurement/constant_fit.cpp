#include "model/measurement/constant_fit.h"

#include "model/base/document/schema_version.h"
#include "model/measurement/numbers/symmetric_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {
namespace {

/// A constant only moves runs on its own stacks or chips.
bool concerns(const StackLibrary &library, const FittedConstant &constant, const FitRun &run)
{
    return constant.isOf(library.stacks()[run.stack].id)
        || constant.isOf(library.chips()[run.chip].id);
}

std::vector<FittedConstant> readConstants(const std::filesystem::path &path, Errors &problems)
{
    std::vector<FittedConstant> constants;
    readSchemaFile(path, problems, [&](MappingReader &reader) {
        constants = reader.list("constants", [](MappingReader &entry) {
            FittedConstant constant;
            constant.profiles = entry.texts("profiles");
            constant.key = entry.requiredText("key");
            constant.prior = entry.requiredNumber("prior", { 1e-9, 1e6 });
            constant.spread = entry.requiredNumber("spread", { 1e-4, 10 });
            constant.name = entry.requiredText("name");
            constant.unit = entry.requiredText("unit");
            constant.source = entry.requiredText("source");
            return constant;
        });
    });
    return constants;
}

} // namespace

Result<std::vector<FittedConstant>> loadFittedConstants(
    const DataDirectories &directories, SkippedProfiles *skipped)
{
    return loadOverlaid(directories, "fit/constants.yaml", skipped, readConstants);
}

std::vector<FitRun> fitRuns(const std::vector<MeasuredRun> &runs, const Estimator &estimator)
{
    std::map<std::string, double> count, twins;
    for (const MeasuredRun &run : runs)
        if (run.step && !run.row.isDuplicate() && !run.row.isWeak())
            ++twins[run.row.twinKey()];
    // A configuration counts once, however many releases or repetitions it was measured with.
    for (const MeasuredRun &run : runs)
        if (run.step && !run.row.isDuplicate() && !run.row.isWeak())
            count[run.row.family()] += 1 / twins[run.row.twinKey()];
    std::vector<FitRun> result;
    for (const MeasuredRun &run : runs) {
        if (!run.step)
            continue;
        FitRun fit;
        fit.run = run;
        fit.prepared = preparedRun(run, estimator);
        fit.candidate = runCandidate(run, fit.prepared);
        const auto &stacks = estimator.stacks().stacks();
        fit.stack = static_cast<std::size_t>(run.stack - stacks.data());
        const ChipProfile &chip = estimator.stacks().chip(run.resolved.accelerator);
        fit.chip = static_cast<std::size_t>(&chip - estimator.stacks().chips().data());
        const bool isMoe = run.resolved.model->moe.has_value();
        const bool isNoisy = run.row.notes.find("profiler") != std::string::npos;
        fit.spread = (isNoisy ? 0.3 : 0) + 0.05 + (isMoe ? 0.10 : 0) + 0.02 * run.missing.count();
        const bool counts = !run.row.isDuplicate() && !run.row.isWeak();
        fit.weight
            = counts ? std::min(1.0, 20 / count[run.row.family()]) / twins[run.row.twinKey()] : 0;
        result.push_back(std::move(fit));
    }
    return result;
}

double logError(FitRun &run, const StackLibrary &library)
{
    // Constants move, not what the row says of its own program (preparedRun).
    const bool keepsComputeCopy = run.prepared.stack.keepsComputeCopy;
    applyConstants(run.prepared, library.chips()[run.chip], library.stacks()[run.stack]);
    run.prepared.stack.keepsComputeCopy = keepsComputeCopy;
    NoTrace none;
    const Evaluation evaluation = evaluate(run.prepared, run.candidate, none);
    return std::log(evaluation.step / *run.run.step);
}

StackLibrary fitConstants(std::vector<FitRun> &runs, const StackLibrary &start,
    const std::vector<FittedConstant> &constants,
    const std::function<bool(const FitRun &)> &takesPart)
{
    StackLibrary library = start;
    for (const FittedConstant &constant : constants)
        setConstant(library, constant, constant.prior);
    std::vector<FitRun *> rows;
    for (FitRun &run : runs)
        if (run.weight > 0 && takesPart(run))
            rows.push_back(&run);
    const std::size_t n = constants.size();
    std::vector<double> offset(n, 0);
    constexpr double step = 0.01, bend = 1.5;
    for (int round = 0; round < 12; ++round) {
        std::vector<double> base;
        for (FitRun *row : rows)
            base.push_back(logError(*row, library));
        std::vector<std::vector<double>> slopes(n);
        for (std::size_t i = 0; i < n; ++i) {
            StackLibrary moved = library;
            setConstant(moved, constants[i], constants[i].prior * std::exp(offset[i] + step));
            for (std::size_t r = 0; r < rows.size(); ++r)
                slopes[i].push_back(concerns(library, constants[i], *rows[r])
                        ? (logError(*rows[r], moved) - base[r]) / step
                        : 0.0);
        }
        SymmetricMatrix a(n);
        std::vector<double> b(n, 0);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const double scaled = std::abs(base[r]) / rows[r]->spread;
            const double robust = scaled > bend ? bend / scaled : 1;
            const double weight = rows[r]->weight * robust / (rows[r]->spread * rows[r]->spread);
            for (std::size_t i = 0; i < n; ++i) {
                if (slopes[i][r] == 0)
                    continue;
                b[i] -= weight * slopes[i][r] * base[r];
                for (std::size_t j = 0; j <= i; ++j)
                    a.at(i, j) += weight * slopes[i][r] * slopes[j][r];
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double belief = 1 / (constants[i].spread * constants[i].spread);
            a.at(i, i) += belief + 1e-9;
            b[i] -= belief * offset[i];
        }
        const std::vector<double> change = a.factorised().solved(std::move(b));
        double largest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double bounded = std::clamp(change[i], -0.3, 0.3);
            offset[i] += bounded;
            largest = std::max(largest, std::abs(bounded));
            setConstant(library, constants[i], constants[i].prior * std::exp(offset[i]));
        }
        if (largest < 1e-3)
            break;
    }
    return library;
}

} // namespace headroom
