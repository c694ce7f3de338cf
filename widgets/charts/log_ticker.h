#pragma once

class QCPAxis;

namespace headroom {

/// Makes an axis logarithmic: ticks at powers of ten, with 2 and 5 between them where it shows few
/// decades, even steps where it shows less. The labels are written out: 200,000, not 2E+05.
void setLogarithmic(QCPAxis &axis);

} // namespace headroom
