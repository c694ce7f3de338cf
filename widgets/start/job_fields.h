#pragma once

#include "model/plan/plan.h"
#include "widgets/fields/labelled_fields.h"

#include <set>

namespace headroom {

class ProfileLibrary;

/// What a question about a plan takes over where nobody says otherwise: sequence, batch, training
/// tokens, framework and its release. Each is shown with its value, and can be written over.
class JobFields : public LabelledFields
{
    Q_OBJECT
public:
    JobFields(const ProfileLibrary &library, QWidget *parent);

    /// Puts what was written here into a plan, the framework first.
    /// @return the field that holds no number as wanted; nullptr: none
    QList<NumberBox *> apply(Plan &plan) const;
    /// Shows what the question comes to, where nothing was written.
    void showQuestion(const Plan &question);
    bool isBatchWritten() const;
    bool areTokensWritten() const;

signals:
    void edited();
    void answered(); ///< by Return in a list

private:
    void showRelease(const Plan &question);

    const ProfileLibrary &m_library;
    ChoiceBox *m_framework, *m_release;
    NumberBox *m_sequence, *m_batch, *m_tokens;
    QStringList m_releases; ///< of the framework that is shown
    std::set<const QWidget *> m_written; ///< those that the user has written in
};

} // namespace headroom
