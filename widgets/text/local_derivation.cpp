#include "widgets/text/local_derivation.h"

#include "widgets/text/wording.h"

namespace headroom {

Derivation localDerivation(Derivation derivation)
{
    for (std::string *text :
        { &derivation.label, &derivation.formula, &derivation.assumption, &derivation.source })
        *text = modelText("model/derivations", *text).toStdString();
    for (Derivation &operand : derivation.operands)
        operand = localDerivation(std::move(operand));
    return derivation;
}

} // namespace headroom
