#include "model/measurement/free_text.h"

#include "model/base/text/ascii.h"
#include "model/base/text/plain_number.h"
#include "model/plan/remat_kind.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

struct TensorWord
{
    const char *word;
    std::array<const char *, 4> tensors;
};

constexpr std::array tensorWords {
    TensorWord { "decoder_layer_input", { "decoder_layer_input" } },
    TensorWord { "layer input", { "decoder_layer_input" } },
    TensorWord { "qkv", { "query_proj", "key_proj", "value_proj", "qkv_proj" } },
    TensorWord { "query_proj", { "query_proj" } },
    TensorWord { "key_proj", { "key_proj" } },
    TensorWord { "value_proj", { "value_proj" } },
    TensorWord { "out_proj", { "out_proj" } },
    TensorWord { "context", { "context" } },
    TensorWord { "attention_out", { "attention_out" } },
    TensorWord { "mlpwi", { "mlpwi", "mlpwi_0", "mlpwi_1" } },
    TensorWord { "mlpwo", { "mlpwo", "moe_mlpwo" } },
    TensorWord { "mla_kv", { "mla_kv" } },
    TensorWord { "mla_q", { "mla_q" } },
};

/// The text cut at commas, semicolons and "and".
std::vector<std::string> clauses(const std::string &text)
{
    std::vector<std::string> parts;
    std::string part;
    for (const char letter : text) {
        if (letter == ',' || letter == ';' || letter == '+' || letter == ')' || letter == '(') {
            parts.push_back(part);
            part.clear();
        } else {
            part.push_back(letter);
        }
    }
    parts.push_back(part);
    return parts;
}

std::optional<TensorPlace> placeIn(const std::string &clause)
{
    if (hasWord(clause, "offload"))
        return TensorPlace::Offload;
    if (hasWord(clause, "recompute") || hasWord(clause, "remat"))
        return TensorPlace::Remat;
    if (hasWord(clause, "kept") || hasWord(clause, "keep") || hasWord(clause, "saved")
        || hasWord(clause, "save") || hasWord(clause, "device"))
        return TensorPlace::Device;
    return std::nullopt;
}

/// Tensors named in a list; a place word holds for the names before it that have none yet.
void readTensorList(const std::string &text, RematWords &words)
{
    std::vector<const char *> waiting;
    for (const std::string &clause : clauses(text)) {
        bool named = false;
        for (const TensorWord &entry : tensorWords)
            if (hasWord(clause, entry.word)) {
                named = true;
                for (const char *tensor : entry.tensors)
                    if (tensor)
                        waiting.push_back(tensor);
            }
        const std::optional<TensorPlace> place = placeIn(clause);
        if (place) {
            for (const char *tensor : waiting)
                words.tensors[tensor] = *place;
            waiting.clear();
        } else if (!named && clause.find_first_not_of(" :") != std::string::npos
            && !hasWord(clause, "custom")) {
            words.notUnderstood.push_back(clause);
        }
    }
    for (const char *tensor : waiting)
        words.tensors[tensor] = TensorPlace::Device;
}

/// Number that ends right before `end`, blanks aside.
double numberBefore(const std::string &text, std::size_t end)
{
    while (end > 0 && text[end - 1] == ' ')
        --end;
    std::size_t begin = end;
    while (
        begin > 0 && ((text[begin - 1] >= '0' && text[begin - 1] <= '9') || text[begin - 1] == '.'))
        --begin;
    return begin == end ? 0 : leadingNumber(std::string_view { text }.substr(begin, end - begin));
}

} // namespace

std::string loweredText(const std::string &text)
{
    return asciiLowered(text);
}

bool hasWord(const std::string &lowered, const char *word)
{
    return lowered.find(word) != std::string::npos;
}

RematWords readRemat(const std::string &original, const std::vector<std::string> &policyIds)
{
    RematWords words;
    const std::string text = loweredText(original);
    if (text.empty() || hasWord(text, "unknown") || text == customRematId)
        return words;
    words.isKnown = true;
    const std::string first = text.substr(0, text.find_first_of(" ,;:("));
    if (first == "none" || first == wholeRematId || first == "no" || first == "off") {
        words.policy = wholeRematId;
        return words;
    }
    if (first != customRematId && std::ranges::find(policyIds, first) != policyIds.end()) {
        words.policy = first;
        return words;
    }
    if (hasWord(text, "custom") || hasWord(text, "offload") || hasWord(text, "kept")
        || hasWord(text, "saved")) {
        words.policy = customRematId;
        readTensorList(text, words);
        return words;
    }
    if (hasWord(text, "select") || hasWord(text, "partial") || hasWord(text, "op")) {
        words.policy = "selective";
    } else if (hasWord(text, "full") || hasWord(text, "every layer") || hasWord(text, "uniform")) {
        words.policy = fullRematId;
    } else {
        words.isKnown = false;
        words.notUnderstood.push_back(text);
    }
    return words;
}

std::optional<double> readNetworkRate(const std::string &original, double devicesPerNode)
{
    const std::string text = loweredText(original);
    const double devices = std::max(1.0, devicesPerNode);
    if (const std::size_t at = text.find("gb/s/vm"); at != std::string::npos)
        if (const double rate = numberBefore(text, at); rate > 0)
            return rate / devices;
    // "4x100 Gb …", "8x400 Gb/s", "8x HDR200 IB": per node.
    const std::size_t cross = text.find('x');
    for (std::size_t at = cross; at != std::string::npos; at = text.find('x', at + 1)) {
        const double ports = numberBefore(text, at);
        std::size_t digits = at + 1;
        while (digits < text.size() && (text[digits] == ' ' || text.compare(digits, 3, "hdr") == 0))
            digits += text[digits] == ' ' ? 1 : 3;
        const double gigabits = leadingNumber(std::string_view { text }.substr(digits));
        if (ports >= 1 && ports <= 16 && gigabits >= 25 && gigabits <= 1600)
            return ports * gigabits / 8 / devices;
    }
    if (const std::size_t at = text.find("gbps"); at != std::string::npos)
        if (const double rate = numberBefore(text, at); rate > 0)
            return rate / 8 / (hasWord(text, "per node") ? devices : 1);
    if (const std::size_t at = text.find("gb/s"); at != std::string::npos) {
        const double rate = numberBefore(text, at);
        // Vendors write Gb/s for bits; rates above 100 per device can only be bits.
        if (rate >= 25)
            return rate / 8 / (hasWord(text, "per node") ? devices : 1);
    }
    return std::nullopt;
}

} // namespace headroom
