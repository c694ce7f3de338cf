#include "widgets/window/preferences.h"

#include "widgets/frame/dialogs.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace headroom {
namespace {

const auto appearanceKey = QStringLiteral("appearance");
const auto languageKey = QStringLiteral("language");
const auto folderKey = QStringLiteral("dataFolder");

} // namespace

Preferences Preferences::read(const QSettings &settings)
{
    return { static_cast<Appearance>(settings.value(appearanceKey, 0).toInt()),
        settings.value(languageKey).toString(), settings.value(folderKey).toString() };
}

void Preferences::write(QSettings &settings) const
{
    settings.setValue(appearanceKey, static_cast<int>(appearance));
    settings.setValue(languageKey, language);
    settings.setValue(folderKey, dataFolder);
}

PreferencesDialog::PreferencesDialog(
    const Preferences &preferences, const QString &defaultFolder, Dialogs &files, QWidget *parent)
    : QDialog(parent)
    , m_appearance(new QComboBox(this))
    , m_language(new QComboBox(this))
    , m_folder(new QLineEdit(preferences.dataFolder, this))
{
    setObjectName(QStringLiteral("preferences"));
    setWindowTitle(tr("Preferences"));
    m_appearance->setObjectName(QStringLiteral("preferredAppearance"));
    m_appearance->addItem(tr("Follow the system"), static_cast<int>(Appearance::System));
    m_appearance->addItem(tr("Light"), static_cast<int>(Appearance::Light));
    m_appearance->addItem(tr("Dark"), static_cast<int>(Appearance::Dark));
    m_appearance->setCurrentIndex(m_appearance->findData(static_cast<int>(preferences.appearance)));
    m_language->setObjectName(QStringLiteral("preferredLanguage"));
    m_language->addItem(tr("Follow the system"), QString());
    // Each language in its own words.
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("\u4e2d\u6587"), QStringLiteral("zh"));
    m_language->setCurrentIndex(std::max(0, m_language->findData(preferences.language)));
    m_folder->setObjectName(QStringLiteral("preferredFolder"));
    m_folder->setPlaceholderText(defaultFolder);
    m_folder->setMinimumWidth(textWidth(44));
    auto *form = new QFormLayout(this);
    form->setVerticalSpacing(gap(2));
    form->addRow(tr("&Appearance"), m_appearance);
    form->addRow(tr("&Language"), m_language);
    auto *row = new QHBoxLayout;
    auto *choose = new QPushButton(tr("&Choose…"), this);
    choose->setAutoDefault(false); // Return takes the dialog, not the folder
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    form->addRow(tr("&Folder of your profiles and lessons"), row);
    auto *folderLabel = static_cast<QLabel *>(form->labelForField(row));
    folderLabel->setObjectName(QStringLiteral("preferredFolderLabel"));
    folderLabel->setBuddy(m_folder); // a row has none of its own
    m_folder->setAccessibleName(tr("Folder of your profiles and lessons"));
    m_appearance->setAccessibleName(tr("Appearance"));
    m_language->setAccessibleName(tr("Language"));
    auto *note = new TextLabel(tr("Language and folder take effect at the next start."),
        TextRole::Caption, TextLabel::Ink::Muted, this);
    form->addRow(note);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    form->addRow(buttons);
    connect(choose, &QPushButton::clicked, this, [this, &files, defaultFolder] {
        const QString start = m_folder->text().isEmpty() ? defaultFolder : m_folder->text();
        if (const QString folder = files.chooseFolder(this, start); !folder.isEmpty())
            m_folder->setText(folder);
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

Preferences PreferencesDialog::chosen() const
{
    return { static_cast<Appearance>(m_appearance->currentData().toInt()),
        m_language->currentData().toString(), m_folder->text().trimmed() };
}

} // namespace headroom
