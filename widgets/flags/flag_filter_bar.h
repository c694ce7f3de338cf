#pragma once

#include "widgets/flags/flag_model.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSettings;

namespace headroom {

/// Search and filters of the flag list. What was chosen is kept between sessions.
class FlagFilterBar : public QWidget
{
    Q_OBJECT
public:
    FlagFilterBar(QSettings &settings, QWidget *parent);

    QLineEdit *search() const { return m_search; }
    FlagChoice choice() const;
    void setChoice(const FlagChoice &choice);
    /// The terms to offer, those that some flag acts on.
    void setTerms(const QStringList &ids);

signals:
    void changed();

private:
    QComboBox *addBox(const QString &label, const QString &spoken, const QString &name);
    void take();
    void restore();

    QSettings &m_settings;
    QLineEdit *m_search;
    QComboBox *m_show = nullptr;
    QComboBox *m_area = nullptr;
    QComboBox *m_term = nullptr;
    QString m_savedTerm; ///< wanted before the terms are known
};

} // namespace headroom
