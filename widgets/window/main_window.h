#pragma once

#include "model/base/outcome/result.h"
#include "widgets/frame/page.h"
#include "widgets/planning/plan_services.h"

#include <QHash>
#include <QMainWindow>

#include <memory>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace headroom {

class DerivationDialog;
class Dialogs;
class ExplanationPane;
struct PaletteEntry;
class PageListModel;
class PinBoard;
class PinStore;
class PlanController;
class PlanFiles;
class Recovery;
class ResultPanel;
struct PlanIntake;
class StepRail;
class WindowContext;

/// Parts of the window beside the page that the user may do without.
enum class WindowPanel { Steps, Result, Explanation };

/// The one window: steps at the left, the page in the middle, the result at the right, an
/// explanation below. Pages are announced with addPage() and made when they are first shown.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// `stateFolder` holds the recovery files; settings and dialogs are the caller's.
    MainWindow(PlanServices services, Dialogs &dialogs, QSettings &settings,
        const std::filesystem::path &stateFolder);
    ~MainWindow() override;

    PlanController &controller() { return *m_controller; }
    PinBoard &pins() { return *m_pins; }
    WindowContext &context() { return *m_context; }
    PlanFiles &files() { return *m_files; }
    const PlanServices &services() const;

    void addPage(const PageInfo &page);
    QStringList pageIds() const;
    QString currentPage() const;
    /// The widget of a page, made if need be.
    QWidget *pageWidget(const QString &pageId);
    /// What the search (Ctrl+K) finds: steps, settings, terms, and what providers add.
    QList<PaletteEntry> paletteEntries();
    void addPaletteProvider(std::function<QList<PaletteEntry>()> provider);
    bool isPanelWanted(WindowPanel panel) const;
    void setPanelWanted(WindowPanel panel, bool wanted);
    /// The page and the file that the window was closed with; empty: none, or not there any more.
    QString lastPage() const;
    QString lastFile() const;
    /// Offers work that a crash left behind; true when some of it was opened.
    bool offerRecovery();

signals:
    void firstPainted(); ///< once, when the window has been on the screen for the first time

public slots:
    void showPage(const QString &pageId);
    void enterPage(const QString &pageId); ///< the same, and the focus goes to its first field
    void showField(const QString &path);
    void showFlag(const QString &name);
    /// The Suggest page, searching.
    void suggest();
    /// The same for the fewest devices.
    void suggestDevices(const std::vector<FieldChange> &changes);
    void compareMachines(const Plan &question);
    void goNext() { step(1); }
    void goBack() { step(-1); }

protected:
    void closeEvent(QCloseEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildLayout();
    QWidget *buildMiddle();
    QWidget *buildFooter();
    void connectContext();
    void addStandardPages();
    void addProfiles(QList<PaletteEntry> &entries);
    void updateTitle();
    void updateMarks();
    void updateFooter();
    void takeActions(const Page &page);
    void showActions();
    void showPanels();
    void makeRoom(bool isLow);
    void step(int direction);
    int stepFrom(int row, int direction) const;
    QString pageOfField(const QString &path) const;
    void pinCurrent();
    void takeRun(const QStringList &files, const PlanIntake &intake);
    void highlightInputs(const QString &termId);
    void restoreState();
    void saveState();

    QSettings &m_settings;
    std::unique_ptr<PlanController> m_controller;
    std::unique_ptr<PinBoard> m_pins;
    std::unique_ptr<WindowContext> m_context;
    PlanFiles *m_files;
    Recovery *m_recovery;
    PinStore *m_pinStore;
    PageListModel *m_pages = nullptr;
    StepRail *m_rail = nullptr;
    QStackedWidget *m_stack = nullptr;
    QHash<QString, QWidget *> m_pageWidgets;
    ExplanationPane *m_explanation = nullptr;
    ResultPanel *m_result = nullptr;
    QSplitter *m_columns = nullptr;
    QSplitter *m_rows = nullptr;
    QHBoxLayout *m_footer = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
    QLabel *m_message = nullptr;
    QList<std::function<QList<PaletteEntry>()>> m_paletteProviders;
    DerivationDialog *m_derivation = nullptr;
    class WindowActions *m_actions = nullptr;
    bool m_painted = false;
};

} // namespace headroom
