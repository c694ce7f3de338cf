#include "widgets/window/help.h"

#include "model/library/profiles/release_table.h"
#include "widgets/look/spacing.h"
#include "widgets/look/text_runs.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/window/main_window.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSysInfo>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

/// For translation.
class HelpTexts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::HelpTexts)
};

/// The latest month of the chips' prices, and the day of the youngest release that is known.
struct DataDates
{
    std::string prices, releases;
};

DataDates dataDates(const PlanServices &services)
{
    DataDates dates;
    for (const std::string &id : services.library->acceleratorIds())
        if (const auto chip = services.library->accelerator(id))
            dates.prices = std::max(dates.prices, (*chip)->priceDate);
    if (const auto table = services.releases ? services.releases() : nullptr)
        for (const FrameworkRelease &release : table->all())
            dates.releases = std::max(dates.releases, release.date);
    return dates;
}

/// Whom to tell about a problem: the address that the build was given, or whoever gave the program.
QString whereToReport()
{
    const QString contact = QStringLiteral(HEADROOM_CONTACT);
    return contact.endsWith(QLatin1String("example.org"))
        ? HelpTexts::tr("the people who gave you this copy of Headroom")
        : contact;
}

QString rowText(const QString &keys, const QString &does)
{
    return QStringLiteral("<tr><td><b>%1</b></td><td style=\"padding-left:24px\">%2</td></tr>")
        .arg(keys.toHtmlEscaped(), does.toHtmlEscaped());
}

QString menuRows(const QMenu &menu)
{
    QString rows;
    for (const QAction *action : menu.actions()) {
        if (action->menu())
            rows += menuRows(*action->menu());
        QStringList keys;
        for (const QKeySequence &key : action->shortcuts())
            keys.append(key.toString(QKeySequence::NativeText));
        if (!keys.isEmpty())
            rows += rowText(keys.join(QStringLiteral(", ")),
                action->text().remove(QLatin1Char('&')).remove(QStringLiteral("…")));
    }
    return rows;
}

/// Keys that belong to no menu.
QString otherRows()
{
    return rowText(
               QStringLiteral("F5"), HelpTexts::tr("Present the open lesson, or the selected one"))
        + rowText(QStringLiteral("Shift+F10"),
            HelpTexts::tr("Menu of a chart, table or number: copy, save"))
        + rowText(QStringLiteral("↑ ↓"), HelpTexts::tr("Next valid value of a number field"))
        + rowText(QStringLiteral("+ − ← →"), HelpTexts::tr("Zoom and move the timeline"))
        + rowText(QStringLiteral("Esc"), HelpTexts::tr("Close a dialog, a list or the search"));
}

} // namespace

QString aboutText(const MainWindow &window)
{
    const PlanServices &services = window.services();
    const DataDates dates = dataDates(services);
    const auto count
        = [](const std::vector<std::string> &ids) { return static_cast<int>(ids.size()); };
    return HelpTexts::tr(
               "<p>Headroom %1 plans training runs of large language models: memory, step time, "
               "flags and launch files. It runs with Qt %2.</p>")
               .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()))
        + HelpTexts::tr("<p>Data: %1 models, %2 chips with prices of %3, framework releases up to "
                        "%4. Each number's derivation shows its sources; the Validation page shows "
                        "the measured error of the predictions.</p>")
              .arg(count(services.library->modelIds()))
              .arg(count(services.library->acceleratorIds()))
              .arg(QString::fromStdString(dates.prices), QString::fromStdString(dates.releases))
        + HelpTexts::tr("<p>Free software under the GNU General Public License, version 3 or "
                        "later. It opens no network connection.</p>")
        + HelpTexts::tr("<p>Report problems to %1.</p>").arg(whereToReport().toHtmlEscaped());
}

QString systemText()
{
    return QStringLiteral("Headroom %1\nQt %2\n%3, %4\n%5\n")
        .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()),
            QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture(),
            QGuiApplication::platformName());
}

QString shortcutsText(const MainWindow &window)
{
    const auto section = [](const QString &title, const QString &rows) {
        return rows.isEmpty()
            ? QString()
            : QStringLiteral("<h3>%1</h3><table>%2</table>").arg(title.toHtmlEscaped(), rows);
    };
    QString text;
    for (const QAction *menu : window.menuBar()->actions())
        text += section(menu->text().remove(QLatin1Char('&')), menuRows(*menu->menu()));
    return text + section(HelpTexts::tr("Everywhere"), otherRows());
}

void showAbout(MainWindow &window)
{
    QMessageBox::about(&window, HelpTexts::tr("About Headroom"), aboutText(window));
}

void showShortcuts(MainWindow &window)
{
    auto *dialog = new QDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("shortcuts"));
    dialog->setWindowTitle(HelpTexts::tr("Keyboard shortcuts"));
    auto *layout = new QVBoxLayout(dialog);
    auto *text = new QTextBrowser(dialog);
    text->setAccessibleName(dialog->windowTitle());
    text->setHtml(shortcutsText(window));
    keepToTypeScale(*text->document(), text->font());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    layout->addWidget(text);
    layout->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    dialog->resize(textWidth(72), gap(120));
    dialog->show();
}

void showWhereToReport(MainWindow &window)
{
    QGuiApplication::clipboard()->setText(systemText());
    QMessageBox::information(&window, HelpTexts::tr("Report a problem"),
        HelpTexts::tr("Tell %1 what you did, what happened, what you expected, and add the plan if "
                      "you may share it. Version and system are on the clipboard.")
            .arg(whereToReport()));
}

} // namespace headroom
