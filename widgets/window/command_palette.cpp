#include "widgets/window/command_palette.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/wording.h"
#include "widgets/window/main_window.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr int entryHeight = 8; ///< steps of gap()
constexpr int maxRows = 11; ///< more scroll

/// All words typed must occur, in any order. What is called so comes before what only mentions it.
class WordFilter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString &text)
    {
        m_words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
        invalidate();
        sort(m_words.isEmpty() ? -1 : 0);
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        return holdsAll(
            sourceModel()->index(row, 0, parent).data(PaletteModel::SearchRole).toString());
    }
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const int a = distance(left), b = distance(right);
        return a != b ? a < b : left.row() < right.row();
    }

private:
    bool holdsAll(const QString &text) const
    {
        return std::ranges::all_of(
            m_words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
    }
    /// Of a title from what was typed: the same, begins so, holds it, does not.
    int distance(const QModelIndex &index) const
    {
        const QString title = index.data().toString(), typed = m_words.join(QLatin1Char(' '));
        return title.compare(typed, Qt::CaseInsensitive) == 0 ? 0
            : title.startsWith(typed, Qt::CaseInsensitive)    ? 1
            : holdsAll(title)                                 ? 2
                                                              : 3;
    }

    QStringList m_words;
};

class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return { textWidth(40), gap(entryHeight) };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        const ThemeColours colours = themeColours(option.palette);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(colours.accentSoft);
            painter->drawRoundedRect(
                QRectF(option.rect).adjusted(gap(1), 1, -gap(1), -1), gap(1), gap(1));
        }
        const QRect inner = option.rect.adjusted(gap(3), 0, -gap(3), 0);
        painter->setFont(textFont(TextRole::Caption));
        painter->setPen(colours.muted);
        const QString kind = index.data(PaletteModel::KindRole).toString();
        painter->drawText(inner, Qt::AlignVCenter | Qt::AlignRight, kind);
        const int kindWidth = painter->fontMetrics().horizontalAdvance(kind) + gap(4);
        painter->setFont(textFont(TextRole::Body));
        painter->setPen(option.palette.color(QPalette::Text));
        painter->drawText(inner, Qt::AlignVCenter | Qt::AlignLeft,
            painter->fontMetrics().elidedText(
                index.data(Qt::DisplayRole).toString(), Qt::ElideRight, inner.width() - kindWidth));
        painter->restore();
    }
};

} // namespace

PaletteModel::PaletteModel(QList<PaletteEntry> entries, QObject *parent)
    : QAbstractListModel(parent)
    , m_entries(std::move(entries))
{ }

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const PaletteEntry &entry = m_entries.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return entry.title;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(entry.title, entry.kind);
    case KindRole:
        return entry.kind;
    case SearchRole:
        return QStringLiteral("%1 %2 %3").arg(entry.title, entry.kind, entry.keywords);
    default:
        return {};
    }
}

CommandPalette::CommandPalette(QList<PaletteEntry> entries, QWidget *parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_model(new PaletteModel(std::move(entries), this))
    , m_filtered(new WordFilter(this))
    , m_input(new QLineEdit(this))
    , m_list(new QListView(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Find"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_filtered->setSourceModel(m_model);
    m_input->setObjectName(QStringLiteral("paletteInput"));
    m_input->setPlaceholderText(tr("Type part of a page, setting, flag or term"));
    m_input->setAccessibleName(tr("Find"));
    m_input->setClearButtonEnabled(true);
    m_input->setFont(textFont(TextRole::Heading));
    m_input->installEventFilter(this);
    m_list->setModel(m_filtered);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Matches"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap(3), gap(3), gap(3), gap(3));
    layout->addWidget(m_input);
    layout->addWidget(m_list);
    fit();
    const auto selectFirst = [this] { m_list->setCurrentIndex(m_filtered->index(0, 0)); };
    connect(m_input, &QLineEdit::textChanged, this, [this, selectFirst](const QString &text) {
        static_cast<WordFilter *>(m_filtered)->setWords(text);
        selectFirst();
        fit();
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    selectFirst();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose();
            return true;
        }
        const int move = key == Qt::Key_Down ? 1
            : key == Qt::Key_Up              ? -1
            : key == Qt::Key_PageDown        ? 8
            : key == Qt::Key_PageUp          ? -8
                                             : 0;
        if (move != 0 && m_filtered->rowCount() > 0) {
            const int row
                = std::clamp(m_list->currentIndex().row() + move, 0, m_filtered->rowCount() - 1);
            m_list->setCurrentIndex(m_filtered->index(row, 0));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

/// As high as its matches need, within limits.
void CommandPalette::fit()
{
    const int rows = std::clamp(m_filtered->rowCount(), 1, maxRows);
    m_list->setFixedHeight(rows * gap(entryHeight) + gap(1));
    setFixedSize(textWidth(80), layout()->totalMinimumSize().height());
}

/// A frameless window needs an edge to stand out from the page under it.
void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(QPen(themeColours(palette()).muted, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void CommandPalette::choose()
{
    const QModelIndex index = m_filtered->mapToSource(m_list->currentIndex());
    if (!index.isValid())
        return;
    const auto run = m_model->entry(index.row()).run;
    accept();
    run();
}

void CommandPalette::open(MainWindow &window)
{
    auto *palette = new CommandPalette(window.paletteEntries(), &window);
    palette->move(window.mapToGlobal(QPoint((window.width() - palette->width()) / 2, gap(16))));
    palette->show();
    palette->m_input->setFocus();
}

} // namespace headroom
