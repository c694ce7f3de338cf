#pragma once

#include <QDialog>

namespace headroom {

class PriceList;

/// The prices of all chips in one table: typed over, ticked in and out, given back to the profiles.
class PriceDialog : public QDialog
{
    Q_OBJECT
public:
    PriceDialog(PriceList &prices, QWidget *parent);
};

} // namespace headroom
