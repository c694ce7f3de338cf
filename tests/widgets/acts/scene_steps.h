#pragma once

#include <QStringList>

class QWidget;

namespace headroom {

class MainWindow;

/// Does one step of a scene, in words: `edit PATH VALUE`, `press NAME` (a button by its name or its
/// text), `choose NAME ROW` (of a choice, tabs or a table), `type NAME TEXT`, `entry TEXT` (of a
/// menu), `key KEYS`, `resize WIDTH HEIGHT`, `fill NAME` (a choice that lists its entries when it
/// gets the focus), `focus NAME`, `unfocus`, `wait` (until nothing is worked out), `page ID`, `add
/// FILE` (a log of tests/data/runs), `read FILES` (of tests/data), `file FILE` (what dialogs
/// answer from now on), `course FILE`, `pin`, `new`,
/// `show TERM` (its derivation). Steps that begin with `in` are done in the dialog that the one
/// before them opens. Fails the test that runs where the step cannot be done. Names are looked for
/// below `root`.
void doStep(MainWindow &window, QWidget &root, const QString &step);

} // namespace headroom
