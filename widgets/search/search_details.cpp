#include "widgets/search/search_details.h"

#include "widgets/fields/repair_buttons.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/search/search_words.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

QString amountText(const TermDifference &term, double value)
{
    return term.isTime ? secondsText(Seconds { value }) : bytesText(Bytes { value });
}

ChangeTable::Cell changeCell(const TermDifference &term)
{
    const double change = term.change();
    const QString text
        = term.isTime ? secondsChangeText(Seconds { change }) : bytesChangeText(Bytes { change });
    return { text, change, change < 0 ? 1 : change > 0 ? -1 : 0 };
}

ChangeTable::Cell amountCell(const TermDifference &term, double value)
{
    return { amountText(term, value), value, 0 };
}

const TermDifference *termOf(const std::optional<Comparison> &comparison, const std::string &id)
{
    if (!comparison)
        return nullptr;
    const auto found = std::ranges::find(comparison->terms, id, &TermDifference::id);
    return found == comparison->terms.end() ? nullptr : &*found;
}

/// Terms of either comparison, those of time first, by the size of their change.
std::vector<TermDifference> allTerms(
    const std::optional<Comparison> &first, const std::optional<Comparison> &second)
{
    std::vector<TermDifference> terms;
    for (const auto *comparison : { &first, &second }) {
        if (!*comparison)
            continue;
        for (const TermDifference &term : (*comparison)->terms) {
            const bool isKnown
                = std::ranges::find(terms, term.id, &TermDifference::id) != terms.end();
            if (!isKnown)
                terms.push_back(term);
        }
    }
    std::ranges::stable_partition(terms, &TermDifference::isTime);
    return terms;
}

QString labelledSentence(const QString &label, const std::optional<Comparison> &comparison)
{
    //: What two configurations are compared ("Against the plan"), then the comparison.
    return comparison ? SearchDetails::tr("%1: %2").arg(label, comparisonSentence(*comparison))
                      : QString();
}

} // namespace

SearchDetails::SearchDetails(QWidget *parent)
    : QTabWidget(parent)
{
    setDocumentMode(true);
    setAccessibleName(tr("About the candidates"));
    tabBar()->setAccessibleName(accessibleName());
    m_why = addTableTab(tr("&Why"), QStringLiteral("searchWhy"),
        { tr("Term"), tr("Candidate"), tr("The plan"), tr("Change"), tr("The first"),
            tr("Change") });
    m_steps = addTableTab(tr("&One setting"), QStringLiteral("searchSteps"),
        { tr("Step"), tr("Step time"), tr("Memory"), tr("Fits") });
    m_prices = addTableTab(tr("&Unsearched settings"), QStringLiteral("searchPrices"),
        { tr("Fixed setting"), tr("Best step as it is"), tr("Best when searched"), tr("Costs"),
            tr("With") });
    m_methods = addTableTab(tr("&Methods"), QStringLiteral("searchMethods"),
        { tr("Tuning method"), tr("Step time"), tr("Tokens per second"), tr("Trained"),
            tr("Memory"), tr("Fits"), tr("Configuration") });
    connect(m_methods.table, &QTableView::activated, this, [this](const QModelIndex &at) {
        const auto *sorted = static_cast<QSortFilterProxyModel *>(m_methods.table->model());
        const auto row = static_cast<std::size_t>(sorted->mapToSource(at).row());
        if (row < m_best.size())
            emit changeWanted(std::vector(m_best[row].row.settings));
    });
    connect(m_steps.table, &QTableView::activated, this, [this](const QModelIndex &at) {
        const auto *sorted = static_cast<QSortFilterProxyModel *>(m_steps.table->model());
        const auto row = static_cast<std::size_t>(sorted->mapToSource(at).row());
        if (row < m_sensitivity.size())
            emit changeWanted(std::vector(m_sensitivity[row].changes));
    });
    clear();
}

SearchDetails::Tab SearchDetails::addTableTab(
    const QString &title, const QString &name, const QStringList &headers)
{
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setSpacing(gap(1));
    Tab tab;
    tab.text = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, page);
    tab.text->setWordWrap(true);
    tab.text->setObjectName(name + QStringLiteral("Text"));
    layout->addWidget(tab.text);
    tab.model = new ChangeTable(headers, this);
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(tab.model);
    sorted->setSortRole(ChangeTable::SortRole);
    tab.table = new QTableView(page);
    tab.table->setObjectName(name);
    tab.table->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    tab.table->setModel(sorted);
    tab.table->setSortingEnabled(true);
    tab.table->sortByColumn(-1, Qt::AscendingOrder);
    TableLook::apply(tab.table);
    layout->addWidget(tab.table, 1);
    addTab(page, title);
    return tab;
}

void SearchDetails::clear()
{
    m_sensitivity.clear();
    setMethods({}, {});
    m_isComplete = false;
    for (const Tab *tab : { &m_why, &m_steps, &m_prices })
        tab->model->setRows({});
    m_why.text->setText(tr("Select a row to see where its time and memory differ."));
    m_steps.text->setText(tr("Effect of changing one setting; filled in when the search ends."));
    m_prices.text->setText(tr("What each fixed setting costs; filled in when the search ends."));
}

void SearchDetails::setComparisons(
    const std::optional<Comparison> &againstPlan, const std::optional<Comparison> &againstFirst)
{
    std::vector<ChangeTable::Row> rows;
    for (const TermDifference &term : allTerms(againstPlan, againstFirst)) {
        ChangeTable::Row row;
        row.cells
            = { { termText(QString::fromStdString(term.id)), {}, 0 }, amountCell(term, term.to) };
        for (const auto *comparison : { &againstPlan, &againstFirst }) {
            if (const TermDifference *difference = termOf(*comparison, term.id)) {
                row.cells.append(amountCell(*difference, difference->from));
                row.cells.append(changeCell(*difference));
            } else if (*comparison) {
                row.cells.append(amountCell(term, term.to));
                row.cells.append({ QStringLiteral("±0"), 0.0, 0 });
            } else {
                row.cells.append({ QStringLiteral("–"), 0.0, 0 });
                row.cells.append({ QStringLiteral("–"), 0.0, 0 });
            }
        }
        rows.push_back(std::move(row));
    }
    m_why.model->setRows(std::move(rows));
    QStringList lines { labelledSentence(tr("Against the plan"), againstPlan),
        labelledSentence(tr("Against the first"), againstFirst) };
    lines.removeAll(QString());
    m_why.text->setText(lines.isEmpty()
            ? tr("The plan breaks a rule, so there is nothing to compare with.")
            : lines.join(QLatin1Char('\n')));
}

void SearchDetails::setMethods(const std::vector<MethodResult> &methods, const Plan &plan)
{
    m_best = methods;
    std::vector<ChangeTable::Row> rows;
    for (const MethodResult &one : m_best) {
        const Estimate &estimate = one.row.estimate;
        const double tokens = estimate.throughput.tokensPerSecondPerDevice;
        const Bytes peak = estimate.memory.peak;
        ChangeTable::Row row;
        row.cells = { { QString::fromStdString(one.method), {}, 0 },
            { secondsText(estimate.time.step), estimate.time.step.value(), 0 },
            { countText(tokens), tokens, 0 },
            { countText(estimate.parametersTrained), estimate.parametersTrained, 0 },
            { bytesText(peak), peak.value(), 0 },
            { one.fits ? shareText(estimate.memory.fitProbability) : tr("no"),
                estimate.memory.fitProbability, one.fits ? 0 : -1 },
            { differences(plan, one.row.settings).join(QStringLiteral(", ")), {}, 0 } };
        rows.push_back(std::move(row));
    }
    m_methods.model->setRows(std::move(rows));
    m_methods.text->setText(
        tr("The best plan for each tuning method. Rank and adapted matrices stay as in the plan, "
           "because they affect quality. Double-click a row to apply it."));
    setTabVisible(indexOf(m_methods.table->parentWidget()), !m_best.empty());
}

void SearchDetails::end()
{
    if (!m_isComplete)
        m_prices.text->setText(tr("Not available: the search was stopped or found nothing."));
}

void SearchDetails::setReasons(const SearchReasons &reasons, bool hasPrices)
{
    m_isComplete = hasPrices;
    if (!hasPrices)
        setSteps(reasons);
    setPrices(reasons, hasPrices);
}

void SearchDetails::setSteps(const SearchReasons &reasons)
{
    m_sensitivity = reasons.sensitivity;
    std::vector<ChangeTable::Row> rows;
    for (const SensitivityRow &step : m_sensitivity) {
        const double time = step.stepChange.value(), memory = step.peakChange.value();
        ChangeTable::Row row;
        row.cells = { { changesText(step.changes), {}, 0 },
            { secondsChangeText(step.stepChange), time,
                time < 0       ? 1
                    : time > 0 ? -1
                               : 0 },
            { bytesChangeText(step.peakChange), memory,
                memory < 0       ? 1
                    : memory > 0 ? -1
                                 : 0 },
            { step.fits ? tr("yes") : tr("no"), {}, step.fits ? 0 : -1 } };
        row.isPlan = reasons.bestChange
            && &step == &m_sensitivity[*reasons.bestChange]; // in bold: the one that helps most
        rows.push_back(std::move(row));
    }
    m_steps.model->setRows(std::move(rows));
    if (m_sensitivity.empty())
        m_steps.text->setText(tr("The plan breaks a rule, so no single change can be tried."));
    else if (reasons.bestChange) {
        const SensitivityRow &best = m_sensitivity[*reasons.bestChange];
        m_steps.text->setText(
            tr("Best single change: %1 (%2 per step, %3). Double-click a row to apply it.")
                .arg(changesText(best.changes), secondsChangeText(best.stepChange),
                    bytesChangeText(best.peakChange)));
    } else {
        m_steps.text->setText(tr("No single change makes the plan faster and fits."));
    }
}

void SearchDetails::setPrices(const SearchReasons &reasons, bool hasPrices)
{
    if (!hasPrices) {
        m_prices.text->setText(tr("Searching once for each fixed setting…"));
        return;
    }
    std::vector<ChangeTable::Row> rows;
    for (const ChoicePrice &price : reasons.prices) {
        QString then;
        for (const FieldChange &setting : price.best)
            if (setting.path == price.path)
                then = QString::fromStdString(setting.value);
        ChangeTable::Row row;
        row.cells = { { QStringLiteral("%1 %2").arg(
                            freeSettingText(price.path), QString::fromStdString(price.value)),
                          {}, 0 },
            { secondsText(price.fixed), price.fixed.value(), 0 },
            { secondsText(price.freed), price.freed.value(), 0 },
            { ratioChangeText(price.freed.value(), price.fixed.value()), price.fixed / price.freed,
                -1 },
            { then.isEmpty() ? tr("none") : then, {}, 0 } };
        rows.push_back(std::move(row));
    }
    m_prices.text->setText(rows.empty()
            ? tr("No fixed setting costs time: searching over any of them finds nothing faster.")
            : tr("How much faster the best step would be if a fixed setting were searched too; "
                 "largest gain first."));
    m_prices.model->setRows(std::move(rows));
}

} // namespace headroom
