#include "widgets/cluster/price_dialog.h"

#include "widgets/cluster/price_list.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int dialogWidth = 120; // characters
constexpr int dialogHeight = 110; // steps of gap()

} // namespace

PriceDialog::PriceDialog(PriceList &prices, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("priceDialog"));
    setWindowTitle(tr("Prices and chips"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    auto *purpose = new TextLabel(tr("Enter what you pay per device-hour; leave empty for the "
                                     "profile's price. Unticked chips are not tried."),
        TextRole::Body, TextLabel::Ink::Muted, this);
    purpose->setWordWrap(true);
    layout->addWidget(purpose);
    auto *table = new QTableView(this);
    table->setObjectName(QStringLiteral("priceTable"));
    table->setAccessibleName(tr("Prices of the chips"));
    table->setModel(&prices);
    TableLook::apply(table, TableLook::Room::ToColumn, PriceList::Source);
    table->setEditTriggers(QAbstractItemView::AnyKeyPressed | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::DoubleClicked); // other tables are only read
    table->setSelectionBehavior(QAbstractItemView::SelectItems); // one price is edited
    layout->addWidget(table, 1);
    auto *problem = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Bad, this);
    problem->setObjectName(QStringLiteral("priceProblem"));
    problem->hide();
    connect(&prices, &PriceList::refusedChanged, problem, [problem](const QString &typed) {
        problem->setText(
            tr("\"%1\" is not a price: enter dollars above 0, or leave empty for the profile's.")
                .arg(typed));
        problem->setVisible(!typed.isEmpty());
    });
    layout->addWidget(problem);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto add = [&](const QString &text, const char *name, auto action) {
        auto *button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, &prices, action);
    };
    add(tr("Tick &all"), "tickAll", [&prices] { prices.tickAll(true); });
    add(tr("Tick &none"), "tickNone", [&prices] { prices.tickAll(false); });
    add(tr("&Profile prices"), "profilePrices", [&prices] { prices.forgetOwnPrices(); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::accept);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter ends an edit
    layout->addWidget(buttons);
    resize(textWidth(dialogWidth), gap(dialogHeight));
    table->setCurrentIndex(prices.index(0, PriceList::Price));
    table->setFocus();
}

} // namespace headroom
