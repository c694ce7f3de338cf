#include "app/gui/application_services.h"
#include "app/gui/start_check.h"
#include "app/known_trees/shipped_trees.h"
#include "model/base/document/known_trees.h"
#include "model/base/wording/messages.h"
#include "model/lessons/course.h"
#include "model/library/profiles/profile_library.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/page.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/application_style.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"
#include "widgets/window/main_window.h"
#include "widgets/window/preferences.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <QTranslator>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int inputError = 2; ///< as headroom-cli

/// Nothing can be planned: said where the program was started, and in a window for whoever started
/// it from a menu.
void report(const headroom::Errors &errors)
{
    for (const headroom::Error &error : errors)
        std::fprintf(stderr, "%s\n", headroom::errorText(error).c_str());
    if (QGuiApplication::platformName() == QLatin1String("offscreen"))
        return;
    QSettings settings;
    headroom::SystemDialogs(settings).showProblem(nullptr,
        QCoreApplication::translate("main", "The profiles of Headroom cannot be used"),
        headroom::errorLinesText(errors));
}

/// Whether an argument names an example and no file: the command takes either, too.
bool isExample(const headroom::ProfileLibrary &library, const QString &argument)
{
    return !QFileInfo::exists(argument)
        && std::ranges::count(library.planIds(), argument.toStdString()) > 0;
}

/// The plan on the command line, else the file of the last time, else the first example; on the
/// page of the last time.
void openFirstPlan(headroom::MainWindow &window, const headroom::ProfileLibrary &library,
    const QStringList &arguments)
{
    if (window.offerRecovery())
        return;
    const std::vector<std::string> examples = library.planIds();
    const QString file = arguments.isEmpty() ? window.lastFile() : arguments.first();
    if (isExample(library, file))
        window.files().openExample(file);
    else if (!file.isEmpty())
        window.files().open(file.toStdString());
    else if (!examples.empty())
        window.files().openExample(QString::fromStdString(examples.front()));
    const QString start = QStringLiteral("start");
    const QString last = window.lastPage();
    if (!last.isEmpty())
        window.showPage(last);
    else if (file.isEmpty())
        window.showPage(start);
    if (window.currentPage() != start)
        return;
    // What is typed first answers the first question.
    if (const auto *page = qobject_cast<headroom::Page *>(window.pageWidget(start))) {
        page->initialFocus()->setFocus();
        for (auto *line : page->initialFocus()->findChildren<QLineEdit *>())
            line->selectAll();
    }
}

bool isCourse(const QStringList &arguments)
{
    return !arguments.isEmpty()
        && headroom::teachingFile(arguments.first().toStdString())
        == headroom::TeachingFile::Course;
}

/// Own texts and those of Qt, in the language of the locale.
void installTranslations(QTranslator &own, QTranslator &qt)
{
    if (own.load(QLocale(), QStringLiteral("headroom"), QStringLiteral("_"),
            QStringLiteral(":/headroom/translations")))
        QCoreApplication::installTranslator(&own);
    if (qt.load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&qt);
}

/// What is to be opened; ends the program after help or version, and where an option is unknown.
QStringList parsedArguments(const QApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Plans training runs of large language models."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("PLAN"),
        QCoreApplication::translate(
            "main", "A plan file, an example by its id, or a course, to open."),
        QStringLiteral("[PLAN]"));
    parser.process(application);
    return parser.positionalArguments();
}

} // namespace

int main(int argc, char **argv)
{
    const std::string obstacle = headroom::whyNoWindow(
        std::getenv("QT_QPA_PLATFORM"), std::getenv("DISPLAY"), std::getenv("WAYLAND_DISPLAY"));
    if (!obstacle.empty()) {
        std::fputs(obstacle.c_str(), stderr);
        return inputError;
    }
    headroom::useKnownTrees(headroom::shippedTrees());
    QCoreApplication::setApplicationName(QStringLiteral("headroom"));
    QCoreApplication::setOrganizationName(QStringLiteral("headroom"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HEADROOM_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Headroom"));
    QApplication::setStyle(new headroom::ApplicationStyle); // the application takes it over
    QApplication application(argc, argv);
    QSettings settings;
    const headroom::Preferences preferences = headroom::Preferences::read(settings);
    if (!preferences.language.isEmpty())
        QLocale::setDefault(QLocale(preferences.language));
    QTranslator own, qt;
    installTranslations(own, qt);
    const QStringList arguments = parsedArguments(application);
    headroom::applyAppearance(preferences.appearance);
    headroom::DataDirectories directories
        = headroom::standardDataDirectories(QCoreApplication::applicationFilePath().toStdString());
    if (!preferences.dataFolder.isEmpty())
        directories.user = preferences.dataFolder.toStdString();
    headroom::ProfileLibrary library(directories);
    const auto services = headroom::ApplicationServices::make(library);
    if (!services) {
        report(services.errors());
        return inputError;
    }
    headroom::SystemDialogs dialogs(settings);
    headroom::MainWindow window((*services)->services(), dialogs, settings,
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation).toStdString());
    window.controller().setPaused(true);
    QObject::connect(&window, &headroom::MainWindow::firstPainted, &window.controller(),
        [&window] { window.controller().setPaused(false); });
    const auto refresh = [&window] {
        QMetaObject::invokeMethod(
            &window.controller(), &headroom::PlanController::refresh, Qt::QueuedConnection);
    };
    library.readAside(refresh);
    (*services)->readAside(refresh);
    openFirstPlan(window, library, isCourse(arguments) ? QStringList() : arguments);
    if (isCourse(arguments))
        emit window.context().openCourseFile(arguments.first());
    window.show();
    const int status = QApplication::exec();
    library.readAside({});
    (*services)->readAside({});
    return status;
}
