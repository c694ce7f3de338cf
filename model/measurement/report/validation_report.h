#pragma once

#include "model/measurement/leave_out.h"
#include "model/measurement/measured_pairs.h"
#include "model/measurement/validation.h"

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

namespace headroom {

/// Writes the JSON of CONTRACT while rows are predicted, so that a million of them need no memory:
/// predictions go out as they come, exclusions wait in a nameless temporary file.
class ValidationJsonWriter
{
public:
    using Write = std::function<void(std::string_view)>;
    explicit ValidationJsonWriter(Write write);
    ~ValidationJsonWriter();
    ValidationJsonWriter(const ValidationJsonWriter &) = delete;
    ValidationJsonWriter &operator=(const ValidationJsonWriter &) = delete;

    void add(const RowPrediction &row);
    void add(const ExcludedRow &row);
    /// Figures and groups; closes the document. Tables that are null are left out.
    void finish(const Validation &validation, GroupBy by, const LeaveOutTable *leaveOut,
        const PairTable *pairs = nullptr);

private:
    void begin();
    void setAside();

    Write m_write;
    std::FILE *m_waiting = nullptr; ///< exclusions; null: no temporary file can be had
    std::size_t m_written = 0; ///< bytes that are safe in it
    std::string m_kept; ///< exclusions that are not
    bool m_isFull = false, m_hasBegun = false, m_hasPrediction = false, m_hasExclusion = false;
};

/// Tables for people; Markdown tables when asked.
std::string validationText(
    const Validation &validation, const LeaveOutTable *leaveOut, bool isMarkdown);

} // namespace headroom
