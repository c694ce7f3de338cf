#include "model/session/plan_estimator.h"

#include "model/base/wording/messages.h"
#include "model/calibration/calibration_file.h"
#include "model/calibration/components.h"

#include <mutex>
#include <numbers>

namespace headroom {

namespace {

/// The compiler's plan beside the estimate of the same plan.
Result<MemoryCorrection> correctionBy(
    const CompiledPlan &compiled, const ResolvedPlan &asked, const Estimator &estimator)
{
    const Result<ResolvedPlan> resolved
        = resolvePlan(compiled.plan, estimator.library(), asked.compiledFile.parent_path());
    if (!resolved)
        return resolved.errors();
    ResolvedPlan own = *resolved;
    own.compiledFile.clear(); // its ratio is to what the formulas say
    const Evaluation evaluation = evaluate(estimator.prepare(own), planCandidate(own.plan));
    const CompiledStep step = ofChip(compiled.step, own.accelerator);
    const Bytes state = stateOf(evaluation.memory);
    return MemoryCorrection { { compiledSide(step, true), state },
        { compiledSide(step, false), evaluation.peak - state }, 0 };
}

/// Half of the 80 % band of ln(bytes) of a carried ratio, read when first asked for.
class CarriedWidth
{
public:
    explicit CarriedWidth(const ProfileLibrary &library)
        : m_library(library)
    { }

    const Result<double> &get()
    {
        std::call_once(m_read, [this] {
            const auto priors = CalibrationPriors::of(m_library);
            // Two plans of one stack are off by errors of their own, and a ratio carries both.
            m_width.emplace(priors ? Result<double>(
                                deviationsOf80 * std::numbers::sqrt2 * (*priors)->memoryScatter)
                                   : Result<double>(priors.errors()));
        });
        return *m_width;
    }

private:
    const ProfileLibrary &m_library;
    std::once_flag m_read;
    std::optional<Result<double>> m_width;
};

Result<CompiledAnswer> compiledAnswer(CompiledShelf &shelf, CarriedWidth &width,
    const ResolvedPlan &resolved, const Estimator &estimator)
{
    if (!width.get())
        return width.get().errors();
    const auto offers = shelf.get(resolved.compiledFile);
    if (!offers)
        return offers.errors();
    const auto nearest = nearestCompiled(**offers, resolved.compiledFile, resolved.plan);
    if (!nearest)
        return nearest.errors();
    Result<MemoryCorrection> correction = correctionBy(nearest->compiled, resolved, estimator);
    if (!correction)
        return correction.errors();
    const CompiledStep &step = nearest->compiled.step;
    correction.value().halfWidth = *width.get();
    CompiledAnswer answer { *correction, nearest->differences.empty(), {} };
    if (answer.isOfThisPlan) {
        const std::string by = step.backEnd.empty() ? "log" : step.backEnd;
        answer.findings.push_back({ Severity::Hint, "memory-compiled",
            { ofChip(step, resolved.accelerator).memory.total(), by }, "", {} });
        return answer;
    }
    answer.findings.push_back({ Severity::Hint, "memory-carried",
        { fieldList(nearest->differences), Amount { Amount::Gain, correction->state.factor() - 1 },
            Amount { Amount::Gain, correction->rest.factor() - 1 } },
        "", {} });
    return answer;
}

Finding unusable(const ResolvedPlan &resolved, const Result<CompiledAnswer> &answer)
{
    const Error &problem = answer.errors().front();
    return { Severity::Warning, "compiled-unusable",
        { resolved.plan.compiled, errorText({ problem.id, {}, problem.args }) }, "compiled", {} };
}

} // namespace

std::shared_ptr<CompiledShelf> compiledShelf(const ProfileLibrary &library)
{
    return std::make_shared<CompiledShelf>(
        [&library](const std::filesystem::path &file) -> CompiledShelf::Made {
            auto own = compiledOffers(file, library);
            if (!own)
                return own.errors();
            return std::make_shared<const std::vector<CompiledPlan>>(*std::move(own));
        });
}

Estimator::CompiledSource compiledMemorySource(
    const ProfileLibrary &library, std::shared_ptr<CompiledShelf> shelf)
{
    return [shelf = std::move(shelf), width = std::make_shared<CarriedWidth>(library)](
               const ResolvedPlan &resolved, const Estimator &estimator) {
        const Result<CompiledAnswer> answer = compiledAnswer(*shelf, *width, resolved, estimator);
        return answer ? *answer : CompiledAnswer { {}, false, { unusable(resolved, answer) } };
    };
}

CalibratedEstimators::CalibratedEstimators(const Estimator &plain)
    : m_plain(plain)
    , m_shelf([&plain](const std::filesystem::path &file) -> FileShelf<Estimator>::Made {
        Estimator own = plain;
        const Result<Calibration> calibration = calibrationOf(file, own);
        if (!calibration)
            return calibration.errors();
        own.setCalibration(*calibration);
        return std::make_shared<const Estimator>(std::move(own));
    })
{ }

std::filesystem::path CalibratedEstimators::placeOf(const ResolvedPlan &resolved) const
{
    return calibrationPlace(resolved.calibrationFile, m_plain.library().directories());
}

std::shared_ptr<const Estimator> CalibratedEstimators::of(const ResolvedPlan &resolved)
{
    if (!resolved.calibrationFile.empty())
        if (auto own = m_shelf.get(placeOf(resolved)))
            return *own;
    return { std::shared_ptr<const Estimator> {}, &m_plain };
}

Estimate CalibratedEstimators::estimate(const ResolvedPlan &resolved)
{
    if (resolved.calibrationFile.empty())
        return m_plain.estimate(resolved);
    const auto own = m_shelf.get(placeOf(resolved));
    if (own)
        return (*own)->estimate(resolved);
    Estimate result = m_plain.estimate(resolved);
    const Error &problem = own.errors().front();
    result.findings.push_back({ Severity::Warning, "calibration-unusable",
        { resolved.plan.calibration, errorText({ problem.id, {}, problem.args }) }, "calibration",
        {} });
    return result;
}

std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile)
{
    if (!option.empty())
        return option;
    return plan.calibration.empty() ? std::filesystem::path {}
                                    : planFile.parent_path() / plan.calibration;
}

} // namespace headroom
