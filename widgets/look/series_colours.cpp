#include "widgets/look/series_colours.h"

#include "widgets/look/theme.h"

#include <QPainter>
#include <QString>

#include <array>

namespace headroom {
namespace {

struct Pair
{
    const char *onLight;
    const char *onDark;
};

// After Paul Tol's muted and light qualitative schemes, rearranged so that terms that usually lie
// side by side differ in lightness as well as in hue. https://personal.sron.nl/~pault/
// No colour is used twice, but for what is the same thing in bytes and in seconds: the optimizer,
// and head and loss. States are violets, activations warm.
constexpr std::array<Pair, memoryTermCount> memoryColours { {
    { "#332288", "#5d54c8" }, // weights
    { "#bfa8e6", "#cdbcf0" }, // gradients
    { "#7a6fb8", "#9a90d8" }, // optimizer_state
    { "#ddcc77", "#ddcc77" }, // saved_activations
    { "#e08aa6", "#eb9db6" }, // working_set
    { "#117733", "#3fae68" }, // logits_loss
    { "#aa4499", "#c765b7" }, // gathered_parameters
    { "#6e7f6b", "#8fa18b" }, // temporary
    { "#c9b49a", "#d6c4ad" }, // functional
} };

// Computation in blues and greens, communication in warm tones, waiting in greys.
constexpr std::array<Pair, timeTermCount> timeColours { {
    { "#2f5fa5", "#5b8fd8" }, // gemm
    { "#66b2dd", "#8accee" }, // attention
    { "#44aa99", "#55c2b0" }, // elementwise
    { "#117733", "#3fae68" }, // head_loss
    { "#7a6fb8", "#9a90d8" }, // optimizer
    { "#882255", "#c05f8d" }, // exposed_data
    { "#d55e00", "#f0873a" }, // exposed_fsdp
    { "#cc6677", "#e58b9a" }, // exposed_tensor
    { "#b07aa1", "#cf9cc2" }, // exposed_context
    { "#e69f00", "#f3b83d" }, // exposed_expert
    { "#a5562a", "#cc7d52" }, // exposed_pipeline
    { "#b9bec7", "#7c8592" }, // bubble
    { "#999933", "#b5b54a" }, // host_transfer
    { "#8b93a0", "#98a1ae" }, // fixed
} };

constexpr std::array<Pair, 5> pinColours { {
    { "#1f5f9e", "#5aa5e8" },
    { "#d55e00", "#f0873a" },
    { "#117733", "#3fae68" },
    { "#aa4499", "#c765b7" },
    { "#999933", "#b5b54a" },
} };

constexpr std::array<Pair, chipColours> chipPairs { {
    { "#1f5f9e", "#5aa5e8" },
    { "#d55e00", "#f0873a" },
    { "#117733", "#3fae68" },
    { "#aa4499", "#c765b7" },
    { "#999933", "#b5b54a" },
    { "#44aa99", "#55c2b0" },
    { "#cc6677", "#e58b9a" },
    { "#332288", "#8379f0" },
    { "#6b7380", "#a0a9b8" },
} };

QColor choose(const Pair &pair, const QPalette &palette)
{
    return QColor(QLatin1String(isDark(palette) ? pair.onDark : pair.onLight));
}

} // namespace

QColor seriesColour(MemoryTerm term, const QPalette &palette)
{
    return choose(memoryColours.at(static_cast<std::size_t>(term)), palette);
}

QColor seriesColour(TimeTerm term, const QPalette &palette)
{
    return choose(timeColours.at(static_cast<std::size_t>(term)), palette);
}

QColor seriesColour(const QString &termId, const QPalette &palette)
{
    const std::string id = termId.toStdString();
    if (const auto memory = memoryTermById(id))
        return seriesColour(*memory, palette);
    if (const auto time = timeTermById(id))
        return seriesColour(*time, palette);
    // qHash is seeded per process; a plain sum keeps the colour from run to run.
    std::size_t sum = 0;
    for (const QChar letter : termId)
        sum += letter.unicode();
    return choose(memoryColours.at(sum % memoryColours.size()), palette);
}

QColor pinColour(int index, const QPalette &palette)
{
    return choose(pinColours.at(static_cast<std::size_t>(index) % pinColours.size()), palette);
}

QColor chipColour(int index, const QPalette &palette)
{
    return choose(chipPairs.at(static_cast<std::size_t>(index) % chipPairs.size()), palette);
}

bool isHatched(TimeTerm term)
{
    return term >= TimeTerm::ExposedData && term <= TimeTerm::ExposedPipeline;
}

QBrush seriesBrush(const QColor &colour, bool hatched)
{
    if (!hatched)
        return colour;
    constexpr int side = 8; // of the pattern
    QPixmap tile(side, side);
    QPainter painter(&tile);
    paintSeries(painter, QRectF(0, 0, side, side), colour, true);
    return QBrush(tile);
}

void paintSeries(QPainter &painter, const QRectF &rect, const QColor &colour, bool hatched)
{
    painter.fillRect(rect, colour);
    if (!hatched)
        return;
    QColor stripe = colour.lightness() > 110 ? colour.darker(150) : colour.lighter(170);
    stripe.setAlpha(150);
    painter.fillRect(rect, QBrush(stripe, Qt::BDiagPattern));
}

} // namespace headroom
