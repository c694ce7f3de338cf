#include "changed_properties.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGroupBox>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMetaProperty>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

#include <memory>

namespace headroom {
namespace {

/// What follows from the place, the parents or the platform, or is written elsewhere.
const QSet<QByteArray> followed { "objectName", "geometry", "frameGeometry", "normalGeometry", "x",
    "y", "pos", "frameSize", "size", "width", "height", "rect", "childrenRect", "childrenRegion",
    "sizeHint", "minimumSizeHint", "minimumWidth", "minimumHeight", "maximumWidth", "maximumHeight",
    "isActiveWindow", "focus", "visible", "minimized", "maximized", "fullScreen", "palette", "font",
    "locale", "windowModified", "windowIcon", "windowIconText", "windowOpacity", "windowModality",
    "enabled", "inputMethodHints", "layoutDirection", "text", "html", "plainText", "markdown",
    "frameRect", "frameWidth", "cursorPosition", "selectedText", "hasSelectedText", "undoAvailable",
    "redoAvailable", "modified", "isUndoAvailable", "isRedoAvailable", "displayText",
    "acceptableInput", "cleanText", "value", "sliderPosition", "currentText", "lineCount",
    "blockCount", "currentData", "down", "pixmap", "document", "documentTitle", "backwardAvailable",
    "forwardAvailable", "movie", "picture", "baseSize", "sizeIncrement", "cursor",
    "toolTipDuration", "checked", "currentIndex", "count", "hasHeightForWidth", "updatesEnabled",
    "dragEnabled" };

template <class Widget> std::unique_ptr<QWidget> made()
{
    return std::make_unique<Widget>();
}

using Maker = std::unique_ptr<QWidget> (*)();
const QHash<QByteArray, Maker> makers { { "QLabel", made<QLabel> },
    { "QPushButton", made<QPushButton> }, { "QToolButton", made<QToolButton> },
    { "QCheckBox", made<QCheckBox> }, { "QRadioButton", made<QRadioButton> },
    { "QComboBox", made<QComboBox> }, { "QLineEdit", made<QLineEdit> },
    { "QSpinBox", made<QSpinBox> }, { "QDoubleSpinBox", made<QDoubleSpinBox> },
    { "QTableView", made<QTableView> }, { "QTreeView", made<QTreeView> },
    { "QListView", made<QListView> }, { "QTextBrowser", made<QTextBrowser> },
    { "QTextEdit", made<QTextEdit> }, { "QPlainTextEdit", made<QPlainTextEdit> },
    { "QSlider", made<QSlider> }, { "QProgressBar", made<QProgressBar> },
    { "QTabWidget", made<QTabWidget> }, { "QTabBar", made<QTabBar> },
    { "QStackedWidget", made<QStackedWidget> }, { "QScrollArea", made<QScrollArea> },
    { "QSplitter", made<QSplitter> }, { "QFrame", made<QFrame> }, { "QGroupBox", made<QGroupBox> },
    { "QDialogButtonBox", made<QDialogButtonBox> }, { "QWidget", made<QWidget> } };

/// A new widget of the nearest kind that has a maker.
const QWidget &plainOf(const QWidget &widget)
{
    static QHash<QByteArray, std::shared_ptr<QWidget>> plain;
    const QMetaObject *kind = widget.metaObject();
    while (!makers.contains(kind->className()))
        kind = kind->superClass();
    std::shared_ptr<QWidget> &found = plain[kind->className()];
    if (!found) {
        found = makers[kind->className()]();
        found->ensurePolished(); // the style has its word, too
    }
    return *found;
}

QString text(const QMetaProperty &property, const QVariant &value)
{
    if (property.isFlagType())
        return QString::fromLatin1(property.enumerator().valueToKeys(value.toInt()));
    if (property.isEnumType())
        return QString::fromLatin1(property.enumerator().valueToKey(value.toInt()));
    switch (value.userType()) {
    case QMetaType::QSize:
        return QStringLiteral("%1x%2").arg(value.toSize().width()).arg(value.toSize().height());
    case QMetaType::QIcon:
        return value.value<QIcon>().isNull() ? QString() : QStringLiteral("yes");
    case QMetaType::QKeySequence:
        return value.value<QKeySequence>().toString(QKeySequence::PortableText);
    case QMetaType::QSizePolicy: {
        const auto policy = value.value<QSizePolicy>();
        return QStringLiteral("%1/%2%3")
            .arg(policy.horizontalPolicy())
            .arg(policy.verticalPolicy())
            .arg(policy.horizontalStretch() ? QStringLiteral(" *%1").arg(policy.horizontalStretch())
                                            : QString());
    }
    default:
        return value.toString().simplified();
    }
}

} // namespace

QStringList changedProperties(const QWidget &widget)
{
    const QWidget &plain = plainOf(widget);
    QStringList changed;
    for (int i = 0; i < plain.metaObject()->propertyCount(); ++i) {
        const QMetaProperty property = plain.metaObject()->property(i);
        if (followed.contains(property.name()))
            continue;
        const QString is = text(property, property.read(&widget));
        if (is != text(property, property.read(&plain)))
            changed << QString::fromLatin1(property.name()) + '=' + is;
    }
    for (const QByteArray &name : widget.dynamicPropertyNames())
        if (!name.startsWith('_'))
            changed << QString::fromLatin1(name) + '='
                    + widget.property(name).toString().simplified();
    return changed;
}

} // namespace headroom
