#pragma once

#include "model/measurement/validation.h"
#include "widgets/frame/page.h"
#include "widgets/frame/workers.h"

class QBoxLayout;
class QComboBox;
class QPushButton;

namespace headroom {

class ExpectedTable;
class FactGrid;
class ScatterChart;
class TextLabel;
class WindowContext;

/// How far predictions lie from measured runs: the shipped collection, or a file of one's own. The
/// rows are predicted by a worker; the page stays usable meanwhile.
class ValidationPage : public Page
{
    Q_OBJECT
public:
    ValidationPage(WindowContext &context, QWidget *parent);
    ~ValidationPage() override;

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildCharts();
    void start(const std::filesystem::path &file);
    void chooseFile();
    void show(const Validation &validation);
    void showChosen();
    void showOwn();
    void showError(const QString &text);

    WindowContext &m_context;
    Workers *m_workers;
    QList<QWidget *> m_answers; ///< cards that are empty before the first answer
    QBoxLayout *m_charts = nullptr;
    TextLabel *m_sentence; ///< what to expect
    TextLabel *m_status;
    ExpectedTable *m_expected; ///< of runs that the constants have not seen
    FactGrid *m_facts;
    QPushButton *m_choose;
    QComboBox *m_hardware; ///< whose runs the charts show
    Validation m_validation;
    ScatterChart *m_time;
    ScatterChart *m_memory;
    NewestAnswer m_read;
    bool m_started = false;
};

} // namespace headroom
