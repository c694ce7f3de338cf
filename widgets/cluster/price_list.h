#pragma once

#include "widgets/look/flat_table.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

class QSettings;

namespace headroom {

class ProfileLibrary;

/// What a device-hour costs, by chip: the profile's price with its date and source, or the user's
/// own, which the settings keep. A chip without a tick is left out of the question.
class PriceList : public FlatTable
{
    Q_OBJECT
public:
    enum Column { Chip, Price, Source };

    PriceList(const ProfileLibrary &library, QSettings &settings, QObject *parent);

    /// Own prices, by chip.
    std::map<std::string, double> ownPrices() const;
    /// Chips with a tick and a price.
    std::vector<std::string> chips() const;
    void tickAll(bool isTicked);
    void forgetOwnPrices();

    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    /// A price, or nothing for the profile's; a tick. False for what is no price.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

signals:
    /// What was typed is no price, or is one again.
    void refusedChanged(const QString &typed);

private:
    struct Row
    {
        QString id, name, source;
        double profilePrice = 0;
        std::optional<double> own;
        bool isTicked = true;

        double price() const { return own.value_or(profilePrice); }
    };
    std::size_t size() const override { return m_rows.size(); }
    void keep(const Row &row);

    QSettings &m_settings;
    std::vector<Row> m_rows;
};

} // namespace headroom
