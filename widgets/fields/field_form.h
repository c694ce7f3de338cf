#pragma once

#include <QHash>
#include <QList>
#include <QSet>
#include <QWidget>

class QGridLayout;

namespace headroom {

class FieldEditor;
class PlanController;

/// Letters that Alt reaches on a page. Those of menus and footer are taken from the start.
using Mnemonics = QSet<QChar>;
Mnemonics windowMnemonics();

/// Fields below each other: label, input, unit; where there is no room the label stands above its
/// input. Labels get a mnemonic that is still free.
class FieldForm : public QWidget
{
    Q_OBJECT
public:
    /// Forms of one page share the letters, which outlive them.
    FieldForm(PlanController &controller, Mnemonics &letters, QWidget *parent);

    FieldEditor *addField(const QString &path);
    void addFields(const QStringList &paths);
    void addRow(const QString &label, QWidget *widget);
    /// With its label.
    void setFieldVisible(const QString &path, bool visible);
    const QList<FieldEditor *> &editors() const { return m_editors; }
    FieldEditor *editor(const QString &path) const;
    /// What labels beside their inputs need.
    int wideWidth() const { return labelColumn() + minInput(); }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    /// One line of the form.
    struct Line
    {
        QWidget *label = nullptr; ///< null where the input has none, or carries its own
        QWidget *input = nullptr;
    };

    void add(const Line &line);
    void place(int row);
    int minInput() const;
    int labelColumn() const;
    QString withMnemonic(const QString &label);

    PlanController &m_controller;
    QGridLayout *m_grid;
    QList<Line> m_lines;
    bool m_isNarrow = false;
    QList<FieldEditor *> m_editors;
    QHash<QString, QWidget *> m_labels; ///< by path, of fields that do not carry their own
    Mnemonics &m_usedLetters;
};

} // namespace headroom
