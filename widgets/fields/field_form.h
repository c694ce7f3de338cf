#pragma once

#include <QList>
#include <QSet>
#include <QWidget>

class QGridLayout;

namespace headroom {

class FieldEditor;
class PlanController;

/// Fields below each other: label, input, unit. Labels get a mnemonic that is free on this form.
class FieldForm : public QWidget
{
    Q_OBJECT
public:
    FieldForm(PlanController &controller, QWidget *parent);

    FieldEditor *addField(const QString &path);
    void addFields(const QStringList &paths);
    void addRow(const QString &label, QWidget *widget);
    const QList<FieldEditor *> &editors() const { return m_editors; }
    FieldEditor *editor(const QString &path) const;

private:
    QString withMnemonic(const QString &label);

    PlanController &m_controller;
    QGridLayout *m_grid;
    QList<FieldEditor *> m_editors;
    QSet<QChar> m_usedLetters;
};

} // namespace headroom
