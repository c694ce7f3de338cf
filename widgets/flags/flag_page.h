#pragma once

#include "widgets/fields/field_form.h"
#include "widgets/flags/flag_model.h"
#include "widgets/frame/page.h"

class QTableView;
class QTabWidget;

namespace headroom {

class FlagComparisonView;
class FlagDetailPane;
class FlagFilterBar;
class TextLabel;
class WindowContext;

/// Flags and environment of the run: what is advised and why, what the plan sets itself, what a
/// pasted script or a recommended set would change; and the framework with its options, which
/// decide what is advised.
class FlagPage : public Page
{
    Q_OBJECT
public:
    FlagPage(WindowContext &context, QWidget *parent);

    /// Selects a flag, showing everything if need be.
    void showFlag(const QString &name);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildList();
    void addActions(QWidget &row);
    void fitColumns();
    QTableView *buildTable(QWidget *parent);
    bool eventFilter(QObject *watched, QEvent *event) override;
    QWidget *buildOptions();
    static QString countText(int shown, int written);
    void loadTexts();
    void refresh();
    bool select(const QString &name);
    void showDetails(const QModelIndex &index);

    WindowContext &m_context;
    Mnemonics m_letters = windowMnemonics();
    FlagModel *m_model;
    FlagFilter *m_filter;
    FlagFilterBar *m_filters = nullptr;
    QTableView *m_table = nullptr;
    TextLabel *m_count = nullptr;
    FlagDetailPane *m_details = nullptr;
    FlagComparisonView *m_comparison = nullptr;
    QTabWidget *m_tabs = nullptr;
    std::shared_ptr<const FlagTextLibrary> m_texts;
    bool m_fresh = false;
};

} // namespace headroom
