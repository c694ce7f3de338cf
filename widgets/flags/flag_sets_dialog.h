#pragma once

#include "model/flags/advice/flag_import.h"
#include "model/flags/catalogue/flag_texts.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace headroom {

class FlagChangesView;
class TextLabel;
class WindowContext;

/// The flag blocks that public documents recommend, translated to the plan's release; one is
/// applied as one step of the history.
class FlagSetsDialog : public QDialog
{
    Q_OBJECT
public:
    FlagSetsDialog(
        WindowContext &context, std::shared_ptr<const FlagTextLibrary> texts, QWidget *parent);

private:
    QWidget *buildChoice();
    void fillSets();
    const FlagSet *chosen() const;
    void showSet();
    void applySet();

    WindowContext &m_context;
    QComboBox *m_sets = nullptr;
    QLineEdit *m_value = nullptr;
    QWidget *m_valueRow = nullptr;
    TextLabel *m_says = nullptr;
    TextLabel *m_source = nullptr;
    TextLabel *m_summary = nullptr;
    FlagChangesView *m_changes = nullptr;
    QPushButton *m_apply = nullptr;
    std::optional<FlagImport> m_result;
};

} // namespace headroom
