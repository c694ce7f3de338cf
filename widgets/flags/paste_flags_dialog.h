#pragma once

#include "model/flags/advice/flag_import.h"
#include "model/flags/catalogue/flag_texts.h"
#include "model/lint/lint.h"

#include <QDialog>

class QPlainTextEdit;
class QPushButton;
class QStandardItemModel;
class QTableView;
class QTimer;

namespace headroom {

class FlagChangesView;
class TextLabel;
class WindowContext;

/// Takes a script or flag string, says what is wrong with it, shows what it would change in the
/// plan, and imports it as one step of the history.
class PasteFlagsDialog : public QDialog
{
    Q_OBJECT
public:
    PasteFlagsDialog(
        WindowContext &context, std::shared_ptr<const FlagTextLibrary> texts, QWidget *parent);

private:
    QWidget *buildText();
    QWidget *buildFindings();
    QWidget *buildChanges();
    void check();
    void showFindings();
    void applyFixes(const std::vector<TextEdit> &edits);
    void applySelectedFix();
    const LintFinding *selectedFinding() const;
    void goTo(const QModelIndex &finding);
    void import();

    WindowContext &m_context;
    std::shared_ptr<const FlagTextLibrary> m_texts;
    QPlainTextEdit *m_text = nullptr;
    QTableView *m_findings = nullptr;
    QStandardItemModel *m_findingModel;
    FlagChangesView *m_changes = nullptr;
    TextLabel *m_verdict = nullptr;
    TextLabel *m_summary = nullptr;
    QPushButton *m_fix = nullptr;
    QPushButton *m_fixSelected = nullptr;
    QPushButton *m_import = nullptr;
    QTimer *m_wait;
    LintReport m_report;
    std::optional<FlagImport> m_result;
};

} // namespace headroom
