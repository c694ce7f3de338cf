#pragma once

#include "model/base/document/mapping_reader.h"
#include "model/base/outcome/finding.h"
#include "model/base/outcome/result.h"
#include "model/library/profiles/data_directories.h"
#include "model/measurement/measurement.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What Headroom does with a column beyond those that every row has.
enum class SettingUse {
    Unknown, ///< no such setting, no such plan field
    Applied, ///< changes the run's plan or machine
    NotModelled, ///< a setting whose effect no formula computes
};

/// The table that turns what columns of measurement files say into plan fields
/// (profiles/measurements/words.yaml).
class MeasurementWords
{
public:
    /// Errors: those of reading the table.
    static Result<MeasurementWords> load(const DataDirectories &directories);

    /// Whether a column is a setting of the table, or the dotted path of a plan field
    /// ("options.cuda_graphs").
    SettingUse use(std::string_view column) const;
    /// Columns whose cells read() takes, in its order.
    const std::vector<std::string> &columns() const { return m_columns; }
    /// Adds to `told` and `notUnderstood` of a row what its cells say, lower-cased and blank where
    /// the file has none: of each section of the table, for each field, the first rule that holds.
    void read(const std::vector<std::string> &cells, Measurement &row) const;

private:
    enum class Match { Contains, Is, Starts, Number, Yes, No };
    struct Pattern
    {
        Match match = Match::Contains;
        std::string text;
    };
    struct Condition
    {
        std::size_t column = 0;
        std::vector<Pattern> any;
    };
    struct Rule
    {
        std::vector<Condition> when, unless;
        std::vector<FieldChange> set; ///< '#' in a value: the number that matched
        bool isSetting = false;
    };

    static Pattern patternOf(std::string text);
    static bool matches(const Pattern &pattern, std::string_view cell, std::string &number);
    static bool holds(
        const Condition &condition, const std::vector<std::string> &cells, std::string &number);
    Rule readRule(MappingReader &reader, bool isSetting);
    std::vector<Condition> conditions(MappingReader &reader, const char *key);

    std::vector<std::string> m_columns;
    std::vector<Rule> m_rules; ///< of words, then of settings
    std::vector<std::string> m_settings, m_notModelled;
};

} // namespace headroom
