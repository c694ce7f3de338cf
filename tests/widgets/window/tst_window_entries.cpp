// What the search of the window offers: each entry with its words, what typed words find, and what
// each entry does. And what files that are dropped or pasted do on each page.
#include "window_outcome.h"
#include "window_walk.h"

#include "widgets/window/command_palette.h"

#include <QApplication>
#include <QDropEvent>
#include <QHash>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QUrl>
#include <QWindow>

using namespace headroom;

namespace {

constexpr int shownWords = 100; ///< letters of an entry's words
constexpr int shownOfLists = 12; ///< entries of a kind that is a long list of data
constexpr int triedOfLists = 2; ///< the same, that are run
constexpr int shownFound = 6;

/// Kinds whose entries come from profiles, of which some are enough.
bool isLong(const QString &kind)
{
    return kind == QLatin1String("Flag") || kind == QLatin1String("Model")
        || kind == QLatin1String("Chip") || kind == QLatin1String("Glossary")
        || kind == QLatin1String("Lesson") || kind == QLatin1String("Incident")
        || kind == QLatin1String("Setting") || kind == QLatin1String("Term");
}

} // namespace

class WindowEntriesTest : public WindowOutcome
{
    Q_OBJECT

private slots:
    void eachEntryHasItsWords()
    {
        QStringList lines;
        QHash<QString, int> count;
        for (const PaletteEntry &entry : m_stage->window->paletteEntries()) {
            const bool isData = isLong(entry.kind) && entry.kind != QLatin1String("Setting")
                && entry.kind != QLatin1String("Term");
            if (++count[entry.kind] <= shownOfLists || !isData)
                lines << QStringLiteral("%1 | %2 | %3")
                             .arg(entry.kind, entry.title, entry.keywords.left(shownWords));
        }
        QStringList kinds = count.keys();
        kinds.sort();
        for (const QString &kind : kinds)
            lines << QStringLiteral("%1 of kind %2").arg(count[kind]).arg(kind);
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-words.txt"));
    }

    /// How many matches there are, the first of them, and how high the list is.
    void typedWordsFind()
    {
        CommandPalette::open(*m_stage->window);
        auto *palette = m_stage->window->findChild<CommandPalette *>();
        QVERIFY(palette);
        auto *input = palette->findChild<QLineEdit *>();
        auto *list = palette->findChild<QListView *>();
        QStringList lines;
        const auto note = [&](const QString &what) {
            const QAbstractItemModel &model = *list->model();
            lines << QStringLiteral("%1: %2 matches, list %3, whole %4x%5, chosen %6")
                         .arg(what)
                         .arg(model.rowCount())
                         .arg(list->height())
                         .arg(palette->width())
                         .arg(palette->height())
                         .arg(list->currentIndex().row());
            for (int row = 0; row < std::min(model.rowCount(), shownFound); ++row) {
                const QModelIndex found = model.index(row, 0);
                lines << QStringLiteral("- %1 (%2)")
                             .arg(found.data().toString(),
                                 found.data(Qt::AccessibleTextRole).toString());
            }
        };
        note(QStringLiteral("at first"));
        for (const char *words :
            { "tensor", "TENSOR parallel", "parallel tensor", "tune", "optimise", "optimize",
                "best", "search", "h100", "hopper", "mixtral", "llama3.1 8b", "dark", "appearance",
                "shard", "memory.peak", "weights", "Weights", "remat", "quit", "zzz", "step",
                "result", "Result", "chip", "flag latency", "oom", "pin", "", "  model  " }) {
            input->setText(QLatin1String(words));
            note(QLatin1String(words));
        }
        input->setText(QStringLiteral("parallel"));
        for (const Qt::Key key : { Qt::Key_Down, Qt::Key_Down, Qt::Key_PageDown, Qt::Key_Up,
                 Qt::Key_PageUp, Qt::Key_PageUp, Qt::Key_Up, Qt::Key_Home, Qt::Key_End }) {
            QTest::keyClick(input, key);
            lines << QStringLiteral("key %1: chosen %2 of %3, cursor at %4")
                         .arg(QKeySequence(key).toString())
                         .arg(list->currentIndex().row())
                         .arg(list->model()->rowCount())
                         .arg(input->cursorPosition());
        }
        QTest::keyClick(input, Qt::Key_Enter);
        lines << QStringLiteral("key Enter leads to %1, %2")
                     .arg(m_stage->window->currentPage(), focusName());
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-found.txt"));
    }

    /// Where each entry leads: the page, what has the focus, what opens, what is said.
    void eachEntryLeadsSomewhere()
    {
        QStringList lines;
        QHash<QString, int> tried;
        const QList<PaletteEntry> entries = m_stage->window->paletteEntries();
        for (int i = 0; i < entries.size(); ++i) {
            const PaletteEntry entry = m_stage->window->paletteEntries().at(i);
            if (isLong(entry.kind) && ++tried[entry.kind] > triedOfLists)
                continue;
            if (entry.title.startsWith(QLatin1String("Print"))) // its dialog is the platform's
                continue;
            entry.run();
            m_stage->settle();
            lines << QStringLiteral("> %1: %2").arg(entry.kind, entry.title) << outcome();
            restore();
        }
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-run.txt"));
    }

    /// Files on the window, on each page.
    void droppedFilesAreTaken()
    {
        const QString runs = QStringLiteral(HEADROOM_TEST_DATA "/runs/");
        const QList<QList<QUrl>> drops { { QUrl::fromLocalFile(runs + QStringLiteral("slow.log")) },
            { QUrl::fromLocalFile(runs + QStringLiteral("pretrain.sh")) },
            { QUrl::fromLocalFile(runs + QStringLiteral("oom.log")),
                QUrl::fromLocalFile(runs + QStringLiteral("slow.log")) },
            { QUrl::fromLocalFile(QStringLiteral(HEADROOM_TEST_DATA "/lessons/course.yaml")) },
            { QUrl::fromLocalFile(runs + QStringLiteral("nothing.log")) },
            { QUrl::fromLocalFile(runs + QStringLiteral("there-is-no-such-file")) },
            { QUrl(QStringLiteral("https://127.0.0.1/slow.log")) },
            { QUrl::fromLocalFile(
                QStringLiteral(HEADROOM_PROFILES "/plans/llama3.1-8b-v6e-16.headroom.yaml")) } };
        QStringList lines;
        for (const char *page : { "start", "model", "runs", "learn" })
            for (const QList<QUrl> &files : drops) {
                m_stage->window->showPage(QLatin1String(page));
                QMimeData data;
                data.setUrls(files);
                QDropEvent drop({ 100, 100 }, Qt::CopyAction, &data, Qt::LeftButton, {});
                drop.ignore();
                QApplication::sendEvent(m_stage->window->windowHandle(), &drop);
                m_stage->settle();
                // A dialog that waits for the file may have taken the focus.
                if (QWidget *owner = QApplication::focusWidget())
                    owner->clearFocus();
                lines << QStringLiteral("> %1 on %2: %3")
                             .arg(files.last().fileName(), QLatin1String(page),
                                 drop.isAccepted() ? QStringLiteral("taken")
                                                   : QStringLiteral("left"))
                      << outcome();
                restore();
            }
        compareWithRecorded(lines, QStringLiteral("../blueprint/entries-drops.txt"));
    }
};

int main(int count, char **words)
{
    return runWithFixedLook<WindowEntriesTest>(count, words);
}
#include "tst_window_entries.moc"
