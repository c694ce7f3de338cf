#include "widgets/charts/log_ticker.h"

#include "widgets/text/quantity_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace headroom {
namespace {

constexpr double manyDecades = 2.5; ///< from here on, powers of ten are ticks enough
constexpr double maxPowers = 7; ///< of ten on one axis; beyond, some are left out
constexpr int fewestTicks = 3; ///< below, finer steps say more
/// Multiples of a power of ten that stand about as far from each other.
constexpr std::array powerTicks { 1.0 };
constexpr std::array coarseTicks { 1.0, 2.0, 5.0 };
constexpr std::array fineTicks { 1.0, 1.5, 2.0, 3.0, 5.0, 7.0 };
constexpr int multiples = 8; ///< of a power of ten before the next one: 20, 30 … 90

class LogTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale &, QChar, int) override;

private:
    bool m_isByDecade = false;
};

QVector<double> LogTicker::createTickVector(double tickStep, const QCPRange &range)
{
    m_isByDecade = false;
    if (!(range.lower > 0) || !(range.upper > range.lower))
        return QCPAxisTicker::createTickVector(tickStep, range);
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    const bool hasMany = std::log10(range.upper / range.lower) >= manyDecades;
    const int stride = std::max(1, static_cast<int>(std::ceil((last - first) / maxPowers)));
    m_isByDecade = hasMany && stride == 1;
    using Ladder = std::span<const double>;
    for (const Ladder ladder :
        { hasMany ? Ladder(powerTicks) : Ladder(coarseTicks), Ladder(fineTicks) }) {
        QVector<double> ticks;
        for (int power = first; power <= last; power += stride)
            for (const double rung : ladder)
                ticks.append(rung * std::pow(10, power));
        const auto inSight = std::ranges::count_if(
            ticks, [&range](double tick) { return tick >= range.lower && tick <= range.upper; });
        if (inSight >= fewestTicks || hasMany)
            return ticks;
    }
    return QCPAxisTicker::createTickVector(tickStep, range); // so narrow that even steps are even
}

int LogTicker::getSubTickCount(double)
{
    return m_isByDecade ? multiples : 0;
}

QString LogTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    return numberText(tick);
}

} // namespace

void setLogarithmic(QCPAxis &axis)
{
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<LogTicker>(new LogTicker));
}

} // namespace headroom
