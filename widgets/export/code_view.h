#pragma once

#include <Qsci/qsciscintilla.h>

namespace headroom {

/// A read-only view of a script or configuration with syntax colours that follow the palette.
class CodeView : public QsciScintilla
{
    Q_OBJECT
public:
    explicit CodeView(QWidget *parent);

    /// Shows a text; the ending of the name decides the language.
    void showFile(const QString &name, const QString &text);
    /// Marks lines that differ from what stands on disk: `added` are zero-based lines of the text.
    void markLines(const QList<int> &added);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void restyle();
    void setTabNavigates();

    QString m_ending;
};

} // namespace headroom
