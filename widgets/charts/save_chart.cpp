#include "widgets/charts/save_chart.h"

#include "widgets/charts/chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Chart)
};

} // namespace

void saveChart(WindowContext &context, Chart &chart, QWidget *parent)
{
    QString name = chart.title().toLower();
    name.replace(QLatin1Char(' '), QLatin1Char('-'));
    QString file = context.dialogs.saveFile(parent, name + QStringLiteral(".png"),
        Texts::tr("Picture (*.png);;Vector graphics (*.svg);;PDF (*.pdf);;Numbers (*.csv)"));
    if (file.isEmpty())
        return;
    const QString ending = QFileInfo(file).suffix().toLower();
    const auto format = ending == QLatin1String("svg") ? Chart::Format::Svg
        : ending == QLatin1String("pdf")               ? Chart::Format::Pdf
        : ending == QLatin1String("csv")               ? Chart::Format::Csv
                                                       : Chart::Format::Png;
    if (ending.isEmpty())
        file += QStringLiteral(".png");
    if (chart.exportTo(file, format))
        emit context.message(Texts::tr("Saved as %1.").arg(file));
    else
        context.dialogs.showProblem(parent, Texts::tr("The chart cannot be saved"),
            Texts::tr("%1 cannot be written; choose a folder where you have write permission.")
                .arg(file));
}

} // namespace headroom
