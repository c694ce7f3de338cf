#pragma once

#include <QWidget>

class QButtonGroup;

namespace headroom {

/// The first question: what somebody is here for. All answers are in sight.
class TaskChoice : public QWidget
{
    Q_OBJECT
public:
    explicit TaskChoice(QWidget *parent);

    /// Whether a run is there that is too slow; else a model is to be trained.
    bool isSlowRun() const;
    // A TuningMethod as its number: lupdate loses the namespace where the type is declared ahead.
    int method() const; ///< how the model is trained

signals:
    void chosen();

private:
    QButtonGroup *m_answers;
};

} // namespace headroom
