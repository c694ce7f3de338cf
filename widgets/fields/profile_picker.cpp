#include "widgets/fields/profile_picker.h"

#include "widgets/fields/profile_table.h"
#include "widgets/look/spacing.h"
#include "widgets/look/table_look.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {

ProfilePicker::ProfilePicker(
    const ProfileLibrary &library, IdSource ids, const QString &current, QWidget *parent)
    : QDialog(parent)
    , m_profiles(new ProfileTable(library, ids, this))
    , m_shown(new QSortFilterProxyModel(this))
    , m_search(new QLineEdit(this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("profilePicker"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(ids == IdSource::Models ? tr("Choose a model") : tr("Choose a chip"));
    m_search->setObjectName(QStringLiteral("pickerSearch"));
    m_search->setPlaceholderText(tr("Name or part of it"));
    m_search->setAccessibleName(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_shown->setSourceModel(m_profiles);
    m_shown->setSortRole(ProfileTable::SortRole);
    m_shown->setFilterRole(ProfileTable::SearchRole);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setObjectName(QStringLiteral("pickerTable"));
    m_table->setAccessibleName(windowTitle());
    m_table->setModel(m_shown);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setTabKeyNavigation(false);
    TableLook::apply(m_table, TableLook::Room::ToColumn, m_profiles->columnCount() - 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_shown->setFilterFixedString(text.trimmed());
        if (!m_table->currentIndex().isValid() && m_shown->rowCount() > 0)
            m_table->selectRow(0);
    });
    connect(m_table, &QTableView::doubleClicked, this, &ProfilePicker::take);
    connect(buttons, &QDialogButtonBox::accepted, this, &ProfilePicker::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(textWidth(130), gap(140));
    select(current);
    m_search->setFocus();
}

void ProfilePicker::select(const QString &id)
{
    const int row = m_profiles->rowOf(id);
    if (row < 0)
        return;
    const QModelIndex at = m_shown->mapFromSource(m_profiles->index(row, 0));
    m_table->selectRow(at.row());
    m_table->scrollTo(at, QAbstractItemView::PositionAtCenter);
}

void ProfilePicker::take()
{
    const QModelIndex at = m_table->currentIndex();
    if (!at.isValid())
        return;
    emit chosen(at.data(ProfileTable::IdRole).toString());
    accept();
}

/// The keys that walk the table work while one types.
bool ProfilePicker::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown
            || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(m_table, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace headroom
