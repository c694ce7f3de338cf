#pragma once

#include "model/diagnosis/diagnosis.h"

#include <QWidget>

namespace headroom {

class TermBar;
class TextLabel;

/// The difference between measured and predicted as one bar: what each cause explains, the
/// likeliest first, and what none explains last. The parts sum to the difference.
class CauseBar : public QWidget
{
    Q_OBJECT
public:
    explicit CauseBar(QWidget *parent);

    void setRun(const RunDiagnosis &run);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Part
    {
        QString id, label;
        double seconds = 0; ///< without sign
    };

    void draw();

    TermBar *m_bar;
    TextLabel *m_legend;
    std::vector<Part> m_parts;
};

} // namespace headroom
