#pragma once

#include "widgets/frame/page.h"

#include <vector>

class QCheckBox;
class QComboBox;
class QPushButton;
class QSplitter;
class QTabBar;
class QVBoxLayout;

namespace headroom {

class Card;
class FileChange;
class FileView;
class HunkCard;
class MissingCard;
class TextLabel;
class WindowContext;
struct PlanIntake;

/// The launch files of a run and the change that makes it better: the file, the steps of the change
/// beside it, each with what it brings and a tick, and the way back into the file.
class YourFilePage : public Page
{
    Q_OBJECT
public:
    YourFilePage(WindowContext &context, QWidget *parent);

    /// The plan at hand was made of these files.
    void takeFiles(const QStringList &files, const PlanIntake &intake);
    void forget();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildEmpty();
    QWidget *buildWishes();
    QWidget *buildParts();
    void addButtons();
    void refresh();
    void showSummary();
    void showHunks();
    void showFile();
    void point(const QString &file, std::size_t line);
    void save();

    WindowContext &m_context;
    FileChange *m_change;
    QWidget *m_empty = nullptr, *m_wishes = nullptr, *m_buttons = nullptr, *m_list = nullptr;
    MissingCard *m_missing = nullptr;
    QComboBox *m_objective = nullptr;
    QCheckBox *m_numerics = nullptr, *m_work = nullptr;
    QPushButton *m_find = nullptr, *m_copy = nullptr, *m_save = nullptr;
    TextLabel *m_summary = nullptr, *m_problem = nullptr, *m_note = nullptr;
    QSplitter *m_parts = nullptr;
    QTabBar *m_names = nullptr;
    FileView *m_file = nullptr;
    QVBoxLayout *m_hunks = nullptr;
    std::vector<HunkCard *> m_cards;
    bool m_isArranged = false;
    bool m_wantsFocus = false; ///< the first step gets it when it is there
};

} // namespace headroom
