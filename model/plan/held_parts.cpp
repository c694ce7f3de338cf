#include "model/plan/held.h"
#include "model/plan/job.h"
#include "model/plan/plan.h"
#include "model/plan/reliability.h"
#include "model/plan/tuning.h"

#include <utility>

namespace headroom {

template <class Part>
Held<Part>::Held()
    : m_part(std::make_unique<Part>())
{ }

template <class Part>
Held<Part>::Held(const Held &other)
    : m_part(other.m_part ? std::make_unique<Part>(*other.m_part) : nullptr)
{ }

template <class Part> Held<Part>::Held(Held &&other) noexcept = default;
template <class Part> Held<Part> &Held<Part>::operator=(Held &&other) noexcept = default;
template <class Part> Held<Part>::~Held() = default;

template <class Part> Held<Part> &Held<Part>::operator=(const Held &other)
{
    if (m_part && other.m_part)
        *m_part = *other.m_part; // keeps the memory: a search copies plans
    else
        *this = Held(other);
    return *this;
}

template <class Part> bool Held<Part>::operator==(const Held &other) const
{
    return m_part && other.m_part ? *m_part == *other.m_part : m_part == other.m_part;
}

template class Held<Job>;
template class Held<Reliability>;
template class Held<Tuning>;

bool isAdapted(const Plan &plan)
{
    return plan.tuning->isAdapted();
}

bool adapts(const Plan &plan, TuningTarget target)
{
    return plan.tuning->adapts(target);
}

BaseFormat storedBase(const Plan &plan)
{
    return plan.tuning->storedBase();
}

TuningMethod tuningMethod(const Plan &plan)
{
    return plan.tuning->method;
}

} // namespace headroom
