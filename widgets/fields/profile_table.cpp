#include "widgets/fields/profile_table.h"

#include "model/library/architecture/parameter_count.h"
#include "model/library/profiles/profile_library.h"
#include "widgets/text/quantity_text.h"

#include <algorithm>

namespace headroom {
namespace {

/// What a line is found by; `kind`: words that are in no name.
QString words(const std::string &id, const std::string &name, const std::vector<std::string> &more,
    const QString &kind)
{
    QString text = QString::fromStdString(id + ' ' + name + ' ') + kind;
    for (const std::string &alias : more)
        text += QLatin1Char(' ') + QString::fromStdString(alias);
    return text;
}

QString noneText()
{
    return QStringLiteral("\u2014");
}

} // namespace

ProfileTable::ProfileTable(const ProfileLibrary &library, IdSource ids, QObject *parent)
    : FlatTable({}, parent)
{
    if (ids == IdSource::Models)
        addModels(library);
    else
        addChips(library);
}

void ProfileTable::addModels(const ProfileLibrary &library)
{
    setHeadings({ tr("Model"), tr("Parameters"), tr("Active"), tr("Layers"), tr("Experts"),
        tr("Context"), tr("Name") });
    const auto count = [](double value) { return Cell { shortCountText(value), value }; };
    for (const std::string &id : library.modelIds()) {
        const auto model = library.model(id);
        if (!model)
            continue; // Start lists files that cannot be used
        const ModelShape &shape = **model;
        const ParameterCount parameters = countParameters(shape);
        const auto context = static_cast<double>(shape.maxSequence);
        const QString kind = shape.moe ? tr("MoE, mixture of experts") : tr("dense");
        m_rows.append(
            { QString::fromStdString(id), words(id, shape.name, library.modelAliases(id), kind),
                { { QString::fromStdString(id), QString::fromStdString(id) },
                    count(static_cast<double>(parameters.total())),
                    count(static_cast<double>(parameters.active())),
                    { countText(shape.layers), shape.layers },
                    shape.moe
                        ? Cell { tr("%1, %2 a token").arg(shape.moe->experts).arg(shape.moe->topK),
                            shape.moe->experts }
                        : Cell { noneText(), 0 },
                    context > 0 ? Cell { countText(context), context } : Cell { noneText(), 0 },
                    { QString::fromStdString(shape.name), QString::fromStdString(shape.name) } } });
    }
}

void ProfileTable::addChips(const ProfileLibrary &library)
{
    setHeadings({ tr("Chip"), tr("Memory"), tr("Memory rate"), tr("bf16, dense"), tr("fp8, dense"),
        tr("Scale-up link"), tr("Network"), tr("Name") });
    const auto rate = [](const std::optional<FlopPerSecond> &peak) {
        return peak ? Cell { flopRateText(*peak), peak->value() } : Cell { noneText(), 0 };
    };
    const auto bandwidth = [](BytesPerSecond value) {
        return Cell { bandwidthText(value), value.value() };
    };
    for (const std::string &id : library.acceleratorIds()) {
        const auto found = library.accelerator(id);
        if (!found)
            continue;
        const Accelerator &chip = **found;
        m_rows.append({ QString::fromStdString(id),
            words(id, chip.name, library.acceleratorAliases(id),
                QString::fromStdString(chip.vendor)
                    + (chip.kind == AcceleratorKind::Tpu ? QStringLiteral(" TPU")
                                                         : QStringLiteral(" GPU"))),
            { { QString::fromStdString(id), QString::fromStdString(id) },
                { gibText(chip.usableMemory), chip.usableMemory.value() },
                bandwidth(chip.memoryBandwidth), rate(chip.peak.bf16), rate(chip.peak.fp8),
                bandwidth(chip.linkRate), bandwidth(chip.nicRate),
                { QString::fromStdString(chip.name), QString::fromStdString(chip.name) } } });
    }
}

QVariant ProfileTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows.at(index.row());
    const Cell &cell = row.cells.at(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case SortRole:
        return cell.order;
    case IdRole:
        return row.id;
    case SearchRole:
        return row.search;
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter
            | (cell.order.typeId() == QMetaType::QString ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

int ProfileTable::rowOf(const QString &id) const
{
    const auto found = std::ranges::find(m_rows, id, &Row::id);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

} // namespace headroom
