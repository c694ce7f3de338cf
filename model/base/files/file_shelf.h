#pragma once

#include "model/base/outcome/result.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace headroom {

/// What shows that a file changed.
struct FileStamp
{
    std::filesystem::file_time_type changed {};
    std::uintmax_t size = 0;
    bool operator==(const FileStamp &) const = default;
};

inline FileStamp stampOf(const std::filesystem::path &file)
{
    std::error_code failure;
    FileStamp stamp;
    stamp.changed = std::filesystem::last_write_time(file, failure);
    stamp.size = failure ? 0 : std::filesystem::file_size(file, failure);
    return stamp;
}

/// Values made of files that plans refer to (a configuration, measurements): made when first asked
/// for, and again when the file changes. Safe for use from several threads.
template <class Value> class FileShelf
{
public:
    using Made = Result<std::shared_ptr<const Value>>;
    using Make = std::function<Made(const std::filesystem::path &)>;

    explicit FileShelf(Make make)
        : m_state(std::make_shared<State>())
    {
        m_state->make = std::move(make);
    }
    FileShelf(const FileShelf &) = delete;
    FileShelf &operator=(const FileShelf &) = delete;
    /// Waits for what is being made, but not for ever: the disk may never answer.
    ~FileShelf()
    {
        std::unique_lock lock { m_state->mutex };
        m_state->onArrival = {};
        m_state->isIdle.wait_for(lock, longestEnd, [this] { return m_state->running == 0; });
    }

    /// From now on get() never waits for a disk: it answers from memory, or with the error
    /// "file-being-read", and looks at the file in a thread of its own, which calls `onArrival`
    /// when there is something new.
    void readAside(std::function<void()> onArrival)
    {
        const std::scoped_lock lock { m_state->mutex };
        m_state->onArrival = std::move(onArrival);
        m_state->isAside = true;
    }

    Made get(const std::filesystem::path &file)
    {
        std::unique_lock lock { m_state->mutex };
        Entry &entry = m_state->entries[file];
        if (!m_state->isAside) {
            lock.unlock();
            refresh(*m_state, file);
            lock.lock();
            return *m_state->entries[file].made;
        }
        const auto now = std::chrono::steady_clock::now();
        if (!entry.isReading && (!entry.made || now - entry.looked > longestTrust)) {
            entry.isReading = true;
            ++m_state->running;
            std::thread([state = m_state, file] { work(*state, file); }).detach();
        }
        return entry.made ? *entry.made : Made { Error { "file-being-read", file.string(), {} } };
    }

private:
    static constexpr auto longestTrust = std::chrono::seconds { 1 };
    static constexpr auto longestEnd = std::chrono::seconds { 3 };

    struct Entry
    {
        FileStamp stamp;
        std::optional<Made> made;
        std::chrono::steady_clock::time_point looked;
        bool isReading = false;
    };
    struct State
    {
        std::mutex mutex; ///< guards what follows but `make`
        std::condition_variable isIdle;
        std::map<std::filesystem::path, Entry> entries;
        std::function<void()> onArrival;
        int running = 0;
        bool isAside = false;
        Make make;
    };

    /// Looks at the file and makes the value anew when it changed; says whether it did.
    static bool refresh(State &state, const std::filesystem::path &file)
    {
        const FileStamp stamp = stampOf(file);
        {
            const std::scoped_lock lock { state.mutex };
            Entry &entry = state.entries[file];
            entry.looked = std::chrono::steady_clock::now();
            if (entry.made && entry.stamp == stamp)
                return false;
        }
        Made made = state.make(file);
        const std::scoped_lock lock { state.mutex };
        Entry &entry = state.entries[file];
        entry.stamp = stamp;
        entry.made.emplace(std::move(made));
        entry.looked = std::chrono::steady_clock::now();
        return true;
    }

    static void work(State &state, const std::filesystem::path &file)
    {
        const bool isNew = refresh(state, file);
        const std::scoped_lock lock { state.mutex };
        state.entries[file].isReading = false;
        if (isNew && state.onArrival)
            state.onArrival();
        --state.running;
        state.isIdle.notify_all();
    }

    std::shared_ptr<State> m_state;
};

} // namespace headroom
