#pragma once

#include "model/tune/tune_choice.h"
#include "widgets/look/panels.h"

class QCheckBox;

namespace headroom {

class FileView;

/// A step of the change: what it sets and why, what it brings, its lines; a tick takes or leaves
/// it.
class HunkCard : public Card
{
    Q_OBJECT
public:
    HunkCard(int number, QWidget *parent);

    void show(const ChosenHunk &chosen, bool isWanted);
    QCheckBox *tick() const { return m_tick; }

signals:
    void taken(bool isTaken);
    /// The keyboard or the mouse is at it.
    void entered();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QCheckBox *m_tick;
    TextLabel *m_title, *m_place, *m_effect, *m_reason, *m_problem;
    FileView *m_lines;
};

} // namespace headroom
