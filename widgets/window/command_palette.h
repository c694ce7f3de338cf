#pragma once

#include <QAbstractListModel>
#include <QDialog>

#include <functional>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace headroom {

class MainWindow;

/// One thing that can be reached by typing part of its name.
struct PaletteEntry
{
    QString title, kind, keywords;
    std::function<void()> run;
};

class PaletteModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { KindRole = Qt::UserRole, SearchRole };

    PaletteModel(QList<PaletteEntry> entries, QObject *parent);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    const PaletteEntry &entry(int row) const { return m_entries.at(row); }

private:
    QList<PaletteEntry> m_entries;
};

/// Search over steps, settings, terms and whatever else the window knows (Ctrl+K).
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(QList<PaletteEntry> entries, QWidget *parent);

    /// Opens over the window with all that it offers.
    static void open(MainWindow &window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void choose();
    void fit();

    PaletteModel *m_model;
    QSortFilterProxyModel *m_filtered;
    QLineEdit *m_input;
    QListView *m_list;
};

} // namespace headroom
