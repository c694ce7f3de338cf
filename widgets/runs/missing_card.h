#pragma once

#include "model/intake/plan_intake.h"
#include "widgets/look/panels.h"

#include <QPointer>

namespace headroom {

class FlowLayout;
class ProfileLibrary;

/// What a log leaves open, the most important first: each question with a guess that can be taken
/// or written over, and why it was guessed. The focus goes to the first question.
class MissingCard : public Card
{
    Q_OBJECT
public:
    /// `library` outlives it.
    MissingCard(const ProfileLibrary &library, QWidget *parent);

    void setMissing(const std::vector<MissingField> &missing);

signals:
    void answered(const QString &fact, const QString &value);

private:
    QWidget *question(const MissingField &field);

    const ProfileLibrary &m_library;
    QWidget *m_box;
    FlowLayout *m_flow;
    std::vector<QPointer<QWidget>> m_made;
};

} // namespace headroom
