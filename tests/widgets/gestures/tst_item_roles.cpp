// What the models under tables and lists answer beyond what is read in them: keys for sorting,
// texts for screen readers, what may be edited, and what is outside of them.
#include "window_outcome.h"
#include "window_walk.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QHeaderView>

using namespace headroom;

namespace {

constexpr int shownRows = 3;
constexpr int figures = 6;
constexpr int ownRoles = 6; ///< of a model, from the first on
const int commonRoles[] = { Qt::EditRole, Qt::StatusTipRole, Qt::WhatsThisRole, Qt::CheckStateRole,
    Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole, Qt::TextAlignmentRole };

QString text(const QVariant &value)
{
    if (value.userType() == QMetaType::Double)
        return QString::number(value.toDouble(), 'g', figures);
    if (value.userType() == QMetaType::QStringList)
        return value.toStringList().join('/');
    return value.toString().simplified().left(80);
}

bool isOurs(const QAbstractItemModel &model)
{
    const auto *proxy = qobject_cast<const QAbstractProxyModel *>(&model);
    return QByteArray(model.metaObject()->className()).startsWith("headroom::")
        || (proxy && proxy->sourceModel() && isOurs(*proxy->sourceModel()));
}

QList<int> roles()
{
    QList<int> all(std::begin(commonRoles), std::end(commonRoles));
    for (int i = 0; i < ownRoles; ++i)
        all << Qt::UserRole + i;
    return all;
}

void addCells(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &lines)
{
    for (int row = 0; row < std::min(model.rowCount(parent), shownRows); ++row)
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex cell = model.index(row, column, parent);
            QStringList told;
            for (const int role : roles())
                if (const QVariant value = cell.data(role);
                    value.isValid() && (role != Qt::EditRole || value != cell.data()))
                    told << QStringLiteral("%1=%2").arg(role).arg(text(value));
            if (row == 0)
                told << QStringLiteral("flags %1, %2 below")
                            .arg(int(cell.flags()), 0, 16)
                            .arg(model.rowCount(cell));
            if (!told.isEmpty())
                lines << QStringLiteral("- %1,%2: %3")
                             .arg(row + 1)
                             .arg(column + 1)
                             .arg(told.join(QStringLiteral("; ")));
        }
    if (!parent.isValid() && model.rowCount() > 0 && model.rowCount(model.index(0, 0)) > 0)
        addCells(model, model.index(0, 0), lines);
}

/// What is answered where there is nothing.
void addOutside(const QAbstractItemModel &model, QStringList &lines)
{
    QStringList told;
    QList<int> asked = roles();
    asked << Qt::DisplayRole << Qt::DecorationRole << Qt::ToolTipRole << Qt::FontRole
          << Qt::ForegroundRole << Qt::BackgroundRole;
    for (const int role : asked)
        if (model.data({}, role).isValid())
            told << QStringLiteral("no cell tells %1").arg(role);
    for (const int section : { 0, model.columnCount() - 1, model.columnCount() })
        for (const int role : { int(Qt::DisplayRole), int(Qt::ToolTipRole),
                 int(Qt::TextAlignmentRole), int(Qt::UserRole) })
            for (const Qt::Orientation way : { Qt::Horizontal, Qt::Vertical })
                if (const QVariant value = model.headerData(section, way, role); value.isValid())
                    told << QStringLiteral("heading %1 %2 %3: %4")
                                .arg(section)
                                .arg(way)
                                .arg(role)
                                .arg(text(value));
    if (model.index(model.rowCount(), 0).isValid() || model.index(-1, 0).isValid()
        || model.index(0, model.columnCount()).isValid() || model.parent({}).isValid())
        told << QStringLiteral("has a cell outside");
    lines += told;
}

/// What can be edited takes something and refuses nothing; a cell that cannot stays.
void addEdits(QAbstractItemModel &model, QStringList &lines)
{
    for (int column = 0; model.rowCount() > 0 && column < model.columnCount(); ++column)
        for (const auto &[role, value] :
            { std::pair { int(Qt::EditRole), QVariant(QStringLiteral("17")) },
                { int(Qt::EditRole), QVariant(QString()) },
                { int(Qt::CheckStateRole), QVariant(int(Qt::Checked)) },
                { int(Qt::CheckStateRole), QVariant(int(Qt::Unchecked)) } }) {
            const int rows = model.rowCount();
            const bool isTaken = model.setData(model.index(0, column), value, role);
            QApplication::processEvents();
            const QModelIndex cell = model.index(0, column);
            if (isTaken || rows != model.rowCount())
                lines << QStringLiteral("set %1 %2 to \"%3\": %4, %5")
                             .arg(column + 1)
                             .arg(role)
                             .arg(value.toString(), text(cell.data()),
                                 text(cell.data(Qt::CheckStateRole)));
        }
    if (model.setData({}, QVariant(1), Qt::EditRole))
        lines << QStringLiteral("takes what has no place");
}

} // namespace

class ItemRolesTest : public WindowOutcome
{
    Q_OBJECT

private slots:
    void everyModelAnswers_data()
    {
        QTest::addColumn<QString>("scene");
        for (const char *scene : { "cluster", "suggest", "result", "compare", "runs-many", "flags",
                 "flags-compared", "timeline-changed", "validation", "learn", "learn-incidents",
                 "export", "levers", "levers-details", "formula", "incident-measured" })
            QTest::newRow(scene) << QString::fromLatin1(scene);
    }

    void everyModelAnswers()
    {
        QFETCH(QString, scene);
        const Scene *found = sceneOf(scene);
        QVERIFY(found);
        QVERIFY(m_stage->make(*found));
        m_stage->said.clear();
        QStringList lines;
        for (auto *view : m_stage->root(*found).findChildren<QAbstractItemView *>()) {
            if (!view->model() || qobject_cast<QHeaderView *>(view) || !isOurs(*view->model()))
                continue;
            lines << QStringLiteral("=== %1 %2")
                         .arg(QLatin1String(view->metaObject()->className()),
                             view->objectName().isEmpty() ? view->accessibleName()
                                                          : view->objectName())
                         .trimmed();
            for (QAbstractItemModel *model = view->model(); model;) {
                addModel(*model, lines);
                auto *proxy = qobject_cast<QAbstractProxyModel *>(model);
                model = proxy ? proxy->sourceModel() : nullptr;
            }
        }
        m_stage->settle();
        lines += outcome();
        compareWithRecorded(lines, QStringLiteral("../blueprint/roles-%1.txt").arg(scene));
    }

private:
    static void addModel(QAbstractItemModel &model, QStringList &lines)
    {
        lines << QStringLiteral("%1: %2 rows of %3")
                     .arg(QString::fromLatin1(model.metaObject()->className())
                              .remove(QStringLiteral("headroom::")))
                     .arg(model.rowCount())
                     .arg(model.columnCount());
        QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        addCells(model, {}, lines);
        addOutside(model, lines);
        if (!qobject_cast<QAbstractProxyModel *>(&model))
            addEdits(model, lines);
    }
};

int main(int count, char **words)
{
    return runWithFixedLook<ItemRolesTest>(count, words);
}
#include "tst_item_roles.moc"
