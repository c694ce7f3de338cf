#pragma once

#include "model/measurement/measured_run.h"

#include <string>
#include <string_view>

namespace headroom {

/// What Headroom does with a column beyond those that every row has.
enum class SettingUse {
    Unknown, ///< no such setting, no such plan field
    Applied, ///< changes the run's plan or machine
    NotModelled, ///< a setting whose effect no formula computes
};

/// Whether a column is a setting of profiles/measurements/README.md, or the dotted path of a plan
/// field ("options.cuda_graphs").
SettingUse settingUse(std::string_view column);

/// Whether a value can stand in such a column. Only of `tuning.`: a word that is no method would
/// pass for a full training run; elsewhere what is not understood changes nothing.
bool isLawfulSetting(std::string_view column, std::string_view value);

/// Applies the stated settings of a row that describe machine and shape, before its degrees are
/// read: nvlink_domain, mtp_layers.
void applyMachineSettings(MeasuredRun &run);

/// Applies all other settings of a row; they win over what columns and notes say in free text. A
/// value that is not understood is listed among the run's assumptions and changes nothing.
void applySettings(MeasuredRun &run);

} // namespace headroom
