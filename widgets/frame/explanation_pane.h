#pragma once

#include "model/base/outcome/finding.h"

#include <QFrame>
#include <QTimer>

#include <vector>

class QPushButton;

namespace headroom {

struct PlanField;
class TextLabel;
class WindowContext;

/// Says what the focused thing is: a field with its range and what its next step up or down would
/// bring, or a number with its formula.
class ExplanationPane : public QFrame
{
    Q_OBJECT
public:
    ExplanationPane(WindowContext &context, QWidget *parent);

    QSize sizeHint() const override;

public slots:
    /// Follows the focus; widgets say what they are by the property "explain" ("field:…",
    /// "term:…").
    void explainWidget(QWidget *widget);
    void explain(const QString &what);
    /// Nothing to explain yet.
    void clear();
    /// In a low window it takes as little room as it can.
    bool isCompact() const { return m_isCompact; }
    void setCompact(bool isCompact);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void showField(const QString &path);
    QStringList choiceWords(const PlanField &field) const;
    void showTerm(const QString &id);
    void showStep(QPushButton *button, const QString &path, int direction);
    void setTexts(const QString &title, const QString &text, const QString &details);
    void showTexts();

    WindowContext &m_context;
    QString m_what;
    QTimer m_calm; ///< no edit for a moment
    std::vector<FieldChange> m_downChanges, m_upChanges;
    TextLabel *m_title;
    TextLabel *m_text;
    TextLabel *m_details;
    QPushButton *m_down;
    QPushButton *m_up;
    QPushButton *m_math;
    bool m_isCompact = false;
};

} // namespace headroom
