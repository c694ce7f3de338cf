#pragma once

#include "model/diagnosis/diagnosis.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace headroom {

class Card;
class TextLabel;

/// Why a run differs from its prediction: one card a cause, with its number and the test.
class CauseCards : public QWidget
{
    Q_OBJECT
public:
    explicit CauseCards(QWidget *parent);

    void setRun(const RunDiagnosis *run);

private:
    void addCause(const RunDiagnosis &run, const RunCause &cause, int number);
    void addNote(const QString &text);

    QVBoxLayout *m_layout;
    std::vector<QWidget *> m_made; ///< of the run shown
};

} // namespace headroom
