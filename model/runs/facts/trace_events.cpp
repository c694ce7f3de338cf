#include "model/runs/facts/trace_events.h"

#include "model/runs/text/json_cursor.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

namespace headroom {
namespace {

class TraceReader
{
public:
    TraceReader(std::istream &stream, const TraceListener &listener)
        : m_json(stream)
        , m_listener(listener)
    { }

    void read()
    {
        if (m_json.accept('['))
            return readEvents();
        bool isFirst = true;
        if (!m_json.accept('{'))
            return;
        while (m_json.nextMember(m_key, isFirst)) {
            if (m_key == "traceEvents" && m_json.accept('['))
                readEvents();
            else if (m_key == "deviceProperties" && m_json.accept('['))
                readDevices();
            else if (m_key == "distributedInfo" && m_json.accept('{'))
                readJob();
            else
                m_json.skipValue();
        }
    }

    bool hasFailed() const { return m_json.hasFailed(); }
    bool hasEvents() const { return m_hasEvents; }
    bool isAtEnd() { return m_json.isAtEnd(); }
    std::uint64_t position() const { return m_json.position(); }

private:
    void readEvents()
    {
        bool isFirst = true;
        while (m_json.nextElement(isFirst)) {
            if (!m_json.accept('{')) {
                m_json.skipValue();
                continue;
            }
            m_event.clear();
            readEvent();
            if (m_json.hasFailed())
                return;
            m_hasEvents = m_hasEvents || !m_event.phase.empty();
            m_listener.onEvent(m_event);
        }
    }

    void readEvent()
    {
        bool isFirst = true;
        while (m_json.nextMember(m_key, isFirst)) {
            if (m_key == "ph")
                m_json.readScalar(m_event.phase);
            else if (m_key == "cat")
                m_json.readScalar(m_event.category);
            else if (m_key == "name")
                m_json.readScalar(m_event.name);
            else if (m_key == "ts")
                m_event.start = number();
            else if (m_key == "dur")
                m_event.duration = number();
            else if (m_key == "pid")
                m_event.process = whole();
            else if (m_key == "tid")
                m_event.thread = whole();
            else if (m_key == "args" && m_json.accept('{'))
                readArguments();
            else
                m_json.skipValue();
        }
    }

    void readArguments()
    {
        bool isFirst = true;
        while (m_json.nextMember(m_key, isFirst)) {
            if (m_key == "name")
                m_json.readScalar(m_event.given);
            else if (m_key == "hlo_category")
                m_json.readScalar(m_event.hloCategory);
            else if (m_key == "Collective name")
                m_json.readScalar(m_event.collective);
            else if (m_key == "device")
                m_event.device = static_cast<int>(std::min<std::int64_t>(whole(), 1'000'000));
            else
                m_json.skipValue();
        }
    }

    void readDevices()
    {
        bool isFirst = true;
        for (int index = 0; m_json.nextElement(isFirst); ++index) {
            bool isFirstMember = true;
            if (!m_json.accept('{')) {
                m_json.skipValue();
                continue;
            }
            while (m_json.nextMember(m_key, isFirstMember)) {
                if (m_key != "name" || index > 0) {
                    m_json.skipValue();
                    continue;
                }
                m_json.readScalar(m_text);
                m_listener.onFact("device_name", m_text);
            }
        }
    }

    void readJob()
    {
        bool isFirst = true;
        while (m_json.nextMember(m_key, isFirst)) {
            if (m_key != "world_size") {
                m_json.skipValue();
                continue;
            }
            m_json.readScalar(m_text);
            m_listener.onFact("devices", m_text);
        }
    }

    double number()
    {
        m_json.readScalar(m_text);
        return wholeNumberText(m_text).value_or(-1);
    }
    /// Numbers of processes may be texts ("Spans"): what is no number is told apart by its content.
    std::int64_t whole()
    {
        m_json.readScalar(m_text);
        const auto value = wholeNumberText(m_text);
        if (value && *value > -9e15 && *value < 9e15)
            return static_cast<std::int64_t>(*value);
        return -1 - static_cast<std::int64_t>(std::hash<std::string> {}(m_text) >> 2);
    }

    JsonCursor m_json;
    const TraceListener &m_listener;
    TraceEvent m_event;
    std::string m_key, m_text;
    bool m_hasEvents = false;
};

} // namespace

void TraceEvent::clear()
{
    for (std::string *text : { &phase, &category, &name, &given, &hloCategory, &collective })
        text->clear();
    start = duration = 0;
    process = thread = 0;
    device = -1;
}

bool readTraceEvents(
    std::istream &stream, const TraceListener &listener, bool &isCut, std::string &problem)
{
    TraceReader reader(stream, listener);
    reader.read();
    isCut = reader.hasFailed() && reader.hasEvents() && reader.isAtEnd();
    if (!reader.hasFailed() || isCut)
        return true;
    problem = fmt::format("byte {}", reader.position());
    return false;
}

} // namespace headroom
