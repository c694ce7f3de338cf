#include "widgets/look/fold_button.h"

#include "widgets/look/theme_icon.h"

namespace headroom {

FoldButton::FoldButton(const QString &text, QWidget *parent)
    : QToolButton(parent)
{
    setText(text);
    setCheckable(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::toggled, this, &FoldButton::update);
    update();
}

void FoldButton::setParts(const QList<QWidget *> &parts)
{
    m_parts = parts;
    update();
}

void FoldButton::update()
{
    const QString icon = isChecked() ? QStringLiteral("down") : QStringLiteral("next");
    setIcon(themeIcon(icon, IconTint::Muted));
    for (QWidget *part : std::as_const(m_parts))
        part->setVisible(isChecked());
}

} // namespace headroom
