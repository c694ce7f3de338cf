#include "widgets/export/code_view.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <Qsci/qscilexerbash.h>
#include <Qsci/qscilexerjson.h>
#include <Qsci/qscilexermarkdown.h>
#include <Qsci/qscilexerproperties.h>
#include <Qsci/qscilexerpython.h>
#include <Qsci/qscilexeryaml.h>

#include <QEvent>
#include <QKeyEvent>

#include <algorithm>

namespace headroom {
namespace {

constexpr int changedMarker = 8;
constexpr int styleCount = 128;

QsciLexer *lexerFor(const QString &ending, QObject *parent)
{
    if (ending == QLatin1String("sh") || ending == QLatin1String("sbatch"))
        return new QsciLexerBash(parent);
    if (ending == QLatin1String("yml") || ending == QLatin1String("yaml"))
        return new QsciLexerYAML(parent);
    if (ending == QLatin1String("py"))
        return new QsciLexerPython(parent);
    if (ending == QLatin1String("json"))
        return new QsciLexerJSON(parent);
    if (ending == QLatin1String("md"))
        return new QsciLexerMarkdown(parent);
    if (ending == QLatin1String("toml") || ending == QLatin1String("env"))
        return new QsciLexerProperties(parent);
    return nullptr;
}

/// The lexers' own colours are made for white paper.
QColor onDark(const QColor &colour)
{
    const double lightness = std::max(0.68, 1.0 - colour.lightnessF() * 0.6);
    return QColor::fromHslF(std::max(0.0f, colour.hslHueF()),
        std::min(0.75f, colour.hslSaturationF()), static_cast<float>(lightness));
}

} // namespace

CodeView::CodeView(QWidget *parent)
    : QsciScintilla(parent)
{
    setUtf8(true);
    setReadOnly(true);
    setWrapMode(QsciScintilla::WrapNone);
    setMarginType(0, QsciScintilla::NumberMargin);
    setMarginWidth(1, 0);
    setCaretLineVisible(false);
    setFrameShape(QFrame::NoFrame);
    setScrollWidth(1);
    setScrollWidthTracking(true);
    setTabNavigates();
    markerDefine(QsciScintilla::Background, changedMarker);
    restyle();
}

void CodeView::setTabNavigates()
{
    // Tab moves the focus on: the text cannot be edited anyway.
    SendScintilla(SCI_CLEARCMDKEY, static_cast<unsigned long>(SCK_TAB));
    SendScintilla(SCI_CLEARCMDKEY, static_cast<unsigned long>(SCK_TAB + (SCMOD_SHIFT << 16)));
}

void CodeView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
        focusNextPrevChild(event->key() == Qt::Key_Tab);
        return;
    }
    QsciScintilla::keyPressEvent(event);
}

void CodeView::showFile(const QString &name, const QString &text)
{
    const QString ending = name.section(QLatin1Char('.'), -1);
    setAccessibleName(name);
    if (ending != m_ending) {
        m_ending = ending;
        delete lexer();
        setLexer(lexerFor(ending, this));
        restyle();
    }
    if (text == this->text())
        return;
    const int line = firstVisibleLine();
    setReadOnly(false);
    setText(text);
    setReadOnly(true);
    setFirstVisibleLine(line);
    setMarginWidth(0, QStringLiteral("0%1").arg(lines()));
}

void CodeView::markLines(const QList<int> &added)
{
    markerDeleteAll(changedMarker);
    for (const int line : added)
        markerAdd(line, changedMarker);
}

void CodeView::changeEvent(QEvent *event)
{
    QsciScintilla::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

void CodeView::restyle()
{
    const ThemeColours colours = themeColours(palette());
    const QColor paper = palette().color(QPalette::Base);
    const QColor ink = palette().color(QPalette::Text);
    const QFont font = textFont(TextRole::Code);
    const bool dark = isDark(palette());
    if (QsciLexer *used = lexer()) {
        used->setDefaultPaper(paper);
        used->setDefaultFont(font);
        used->setDefaultColor(ink);
        for (int style = 0; style < styleCount; ++style) {
            if (used->description(style).isEmpty())
                continue;
            const QColor own = used->defaultColor(style);
            used->setColor(own.lightness() < 20 ? ink : dark ? onDark(own) : own, style);
            used->setPaper(paper, style);
            QFont styled = font;
            styled.setBold(used->defaultFont(style).bold());
            styled.setItalic(used->defaultFont(style).italic());
            used->setFont(styled, style);
        }
    }
    setPaper(paper);
    setColor(ink);
    setFont(font);
    setMarginsBackgroundColor(palette().color(QPalette::AlternateBase));
    setMarginsForegroundColor(colours.muted);
    setMarginsFont(textFont(TextRole::Caption));
    setCaretForegroundColor(ink);
    setSelectionBackgroundColor(palette().color(QPalette::Highlight));
    setSelectionForegroundColor(palette().color(QPalette::HighlightedText));
    setMarkerBackgroundColor(colours.goodSoft, changedMarker);
}

} // namespace headroom
