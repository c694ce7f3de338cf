#include "model/flags/catalogue/flag_entry.h"

#include <array>

namespace headroom {
namespace {

struct AreaName
{
    FlagArea area;
    const char *id;
    const char *label;
};

constexpr std::array areaNames {
    AreaName { FlagArea::Codegen, "codegen", "Code generation" },
    AreaName { FlagArea::Communication, "communication", "Communication" },
    AreaName { FlagArea::Memory, "memory", "Memory" },
    AreaName { FlagArea::Kernels, "kernels", "Kernels" },
    AreaName { FlagArea::Scheduling, "scheduling", "Scheduling" },
    AreaName { FlagArea::Debug, "debug", "Debug" },
};

const AreaName &nameOf(FlagArea area)
{
    for (const AreaName &name : areaNames)
        if (name.area == area)
            return name;
    return areaNames.back();
}

} // namespace

const char *areaId(FlagArea area)
{
    return nameOf(area).id;
}

const char *areaLabel(FlagArea area)
{
    return nameOf(area).label;
}

std::optional<FlagArea> areaById(std::string_view id)
{
    for (const AreaName &name : areaNames)
        if (id == name.id)
            return name.area;
    return std::nullopt;
}

const char *carrierName(FlagCarrier carrier)
{
    switch (carrier) {
    case FlagCarrier::XlaFlags:
        return "XLA_FLAGS";
    case FlagCarrier::LibtpuArgs:
        return "LIBTPU_INIT_ARGS";
    case FlagCarrier::Environment:
        break;
    }
    return "environment";
}

const char *typeName(const FlagEntry &entry)
{
    switch (entry.type) {
    case FlagType::Bool:
        return "bool";
    case FlagType::Integer:
        return entry.integerBits == 32 ? "int32" : "int64";
    case FlagType::Real:
        return "float";
    case FlagType::Enum:
        return "enum";
    case FlagType::List:
        return "list";
    case FlagType::Text:
        break;
    }
    return "string";
}

} // namespace headroom
