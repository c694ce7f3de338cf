#pragma once

#include "widgets/frame/workers.h"
#include "widgets/look/scroll_pane.h"

#include <QTimer>

#include <optional>
#include <stop_token>

class QVBoxLayout;

namespace headroom {

class Card;
class FigureButton;
class FindingList;
class IconLabel;
class TermBar;
class TextLabel;
class WindowContext;
struct Estimate;
struct MfuPlace;
struct Remedies;

/// The answer that never goes away: verdict, memory and time as bars, throughput, findings. While
/// the input is not valid it says what is wrong, and keeps the figures of the plan before the
/// edit, dimmed and named as such.
class ResultPanel : public ScrollPane
{
    Q_OBJECT
public:
    ResultPanel(WindowContext &context, QWidget *parent);
    ~ResultPanel() override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    void refresh();

    /// Without the figures, where the page shows them: verdict and findings stay.
    void setFolded(bool folded);

signals:
    /// Whoever listens to the screen is told so.
    void verdictAnnounced(const QString &verdict);

private:
    void build();
    void buildFigures(QWidget *parent, QVBoxLayout *layout);
    /// Two figures above a bar of what they consist of, and a note beneath.
    Card *barCard(FigureButton *left, FigureButton *right, TermBar *bar, TextLabel *note);
    TextLabel *noteLabel(QWidget *parent);
    FigureButton *figure(const QString &caption, const QString &id, int better);
    void showVerdict(const Estimate &estimate);
    void askRemedies();
    void showRemedies(const Remedies &remedies);
    void showPlace(const std::optional<MfuPlace> &place);
    void showExtrapolation(const Estimate &estimate);
    void showMemory(const Estimate &estimate, const Estimate *reference);
    void showTime(const Estimate &estimate, const Estimate *reference);
    void showThroughput(const Estimate &estimate, const Estimate *reference);
    void pointAt(const QString &termId);
    void changeEvent(QEvent *event) override;

    WindowContext &m_context;
    Card *m_verdictCard = nullptr;
    IconLabel *m_verdictIcon = nullptr;
    TextLabel *m_verdict = nullptr;
    TextLabel *m_doubt = nullptr;
    TextLabel *m_before = nullptr; ///< says that the figures are of the plan before the edit
    bool m_isFolded = false;
    QWidget *m_figures = nullptr, *m_remarks = nullptr;
    TermBar *m_memoryBar = nullptr;
    TermBar *m_timeBar = nullptr;
    TextLabel *m_memoryNote = nullptr;
    TextLabel *m_timeNote = nullptr;
    TextLabel *m_extrapolated = nullptr; ///< why measured runs say little about the plan
    TextLabel *m_place = nullptr; ///< of the MFU among measured runs
    TextLabel *m_reference = nullptr;
    FigureButton *m_peak = nullptr, *m_headroom = nullptr, *m_step = nullptr, *m_mfu = nullptr,
                 *m_tokens = nullptr, *m_flops = nullptr, *m_days = nullptr, *m_cost = nullptr;
    FindingList *m_findings = nullptr;
    QTimer m_pause; ///< remedies are looked for when the typing pauses
    NewestAnswer m_remedies;
    std::stop_source m_stop; ///< of the remedies that are looked for
    Workers *m_workers; ///< ends before its members do
};

} // namespace headroom
