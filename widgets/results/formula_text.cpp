#include "widgets/results/formula_text.h"

#include "model/base/files/read_file.h"
#include "widgets/look/spacing.h"
#include "widgets/look/text_runs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct FormulaTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::FormulaText)
};

constexpr int sectionWidth = 90; ///< characters
constexpr int sectionHeight = 120; ///< in steps of gap()

/// Installed beside the profiles, in the source tree among the sources.
QString formulas(const DataDirectories &directories)
{
    const std::filesystem::path above = directories.shipped.parent_path();
    for (const std::filesystem::path &file : { directories.shipped / "FORMULAS.md",
             above / "FORMULAS.md", above / "model" / "FORMULAS.md" }) {
        std::error_code missing;
        if (!std::filesystem::is_regular_file(file, missing))
            continue;
        if (const auto text = readTextFile(file))
            return QString::fromStdString(*text);
    }
    return {};
}

} // namespace

QString formulaSection(const DataDirectories &directories, const QString &source)
{
    static const QRegularExpression cited(QStringLiteral("FORMULAS §(\\d+(\\.\\d+)?)"));
    const auto match = cited.match(source);
    if (!match.hasMatch())
        return {};
    const QString number = QRegularExpression::escape(match.captured(1));
    const QString text = formulas(directories);
    const QRegularExpression heading(
        QStringLiteral("^(#+) %1\\.? .*$").arg(number), QRegularExpression::MultilineOption);
    const auto start = heading.match(text);
    if (!start.hasMatch())
        return {};
    const QRegularExpression next(QStringLiteral("^#{1,%1} ").arg(start.captured(1).size()),
        QRegularExpression::MultilineOption);
    const auto end = next.match(text, start.capturedEnd());
    const qsizetype from = start.capturedStart();
    return text.mid(from, (end.hasMatch() ? end.capturedStart() : text.size()) - from);
}

bool showFormulaSection(const DataDirectories &directories, const QString &source, QWidget *parent)
{
    const QString section = formulaSection(directories, source);
    if (section.isEmpty())
        return false;
    auto *dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("formulaSection"));
    dialog->setWindowTitle(source);
    auto *layout = new QVBoxLayout(dialog);
    auto *text = new QTextBrowser(dialog);
    text->setAccessibleName(FormulaTexts::tr("Formula and its source"));
    text->setMarkdown(section);
    keepToTypeScale(*text->document(), text->font());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    layout->addWidget(text);
    layout->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    dialog->resize(textWidth(sectionWidth), gap(sectionHeight));
    dialog->show();
    return true;
}

} // namespace headroom
