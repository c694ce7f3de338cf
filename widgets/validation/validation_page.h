#pragma once

#include "model/measurement/validation.h"
#include "widgets/frame/page.h"

#include <QSet>

class QComboBox;
class QPushButton;
class QThread;

namespace headroom {

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

private:
    void start(const std::filesystem::path &file);
    void chooseFile();
    void show(const Validation &validation);
    void showChosen();
    void showOwn();
    void showError(const QString &text);

    WindowContext &m_context;
    TextLabel *m_status;
    FactGrid *m_expected; ///< of runs that the constants have not seen
    FactGrid *m_facts;
    QPushButton *m_choose;
    QComboBox *m_hardware; ///< whose runs the charts show
    Validation m_validation;
    ScatterChart *m_time;
    ScatterChart *m_memory;
    QSet<QThread *> m_workers;
    int m_generation = 0; ///< answers of older starts are dropped
    bool m_started = false;
};

} // namespace headroom
