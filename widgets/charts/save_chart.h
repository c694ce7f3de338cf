#pragma once

class QWidget;

namespace headroom {

class Chart;
class WindowContext;

/// Asks for a file name and writes the chart in the format of its ending.
void saveChart(WindowContext &context, Chart &chart, QWidget *parent);

} // namespace headroom
