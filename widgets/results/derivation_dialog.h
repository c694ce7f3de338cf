#pragma once

#include "model/estimate/report/derivation_text.h"

#include <QDialog>

class QTreeView;

namespace headroom {

class DerivationModel;
class TextLabel;
class WindowContext;

/// Shows the math behind one number as a tree that can be copied. It follows the plan while open.
class DerivationDialog : public QDialog
{
    Q_OBJECT
public:
    DerivationDialog(WindowContext &context, QWidget *parent);

    void showNumber(const QString &id);
    QString copyText(DerivationFormat format) const;

private:
    void refresh();
    void copy(DerivationFormat format);
    void goToInput(const QModelIndex &index);

    WindowContext &m_context;
    DerivationModel *m_model;
    QTreeView *m_tree;
    TextLabel *m_title;
    TextLabel *m_formula;
    QString m_id;
};

} // namespace headroom
