#pragma once

#include "model/runs/facts/kernel_groups.h"
#include "model/runs/facts/run_trace.h"

#include <cstddef>
#include <vector>

namespace headroom {

/// One step of a profile in terms, mean over its steps and devices. "gemm", "attention",
/// "elementwise", "other", "host_transfer", "exposed_KIND" and "idle" sum to the step;
/// "hidden_KIND" is the time of a collective beside computation.
struct StepProfile
{
    std::vector<TermSeconds> terms;
    std::vector<double> stepSeconds; ///< of the steps that count, on the first device
    int devices = 0;
    bool empty() const { return terms.empty(); }
};

/// Gathers what ran on devices and divides it among steps (FORMULAS §11.4). An instant belongs to
/// the computation that runs, the first by the order of KernelGroup where several do; without one
/// to the collectives that run, in equal parts; then to copies from and to the host; else nothing
/// runs. Times are microseconds of the trace's own clock.
class ProfileBuilder
{
public:
    /// Profilers keep a million events or five; one of them takes 16 bytes here.
    static constexpr std::size_t maxEvents = 4'000'000;
    static constexpr std::size_t maxSteps = 100'000;
    static constexpr int maxDevices = 250;

    /// False: there is no room for more.
    bool add(int device, KernelGroup group, double start, double duration);
    void addStep(int device, double start, double end);

    bool empty() const { return m_events.empty(); }
    bool hasSteps() const { return !m_steps.empty(); }
    /// Steps of devices without marks are those of the device that has some; without any mark the
    /// whole span counts as `statedSteps`. Empty when neither says how many there are.
    StepProfile finish(int statedSteps);

private:
    struct Event
    {
        double start;
        float duration;
        std::uint8_t device;
        KernelGroup group;
    };
    struct Window
    {
        double start, end;
        int device;
    };
    std::vector<Window> windowsOf(int device, int &stepsOfEach, int statedSteps) const;

    std::vector<Event> m_events;
    std::vector<Window> m_steps;
};

/// "gemm=0.5;idle=0.01", as a project file keeps terms; what is not understood is left out.
std::string termsText(const std::vector<TermSeconds> &terms);
std::vector<TermSeconds> parseTerms(std::string_view text);

/// Whether an id is one that profiles have.
bool isProfileTerm(std::string_view id);

} // namespace headroom
