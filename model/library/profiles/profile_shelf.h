#pragma once

#include "model/base/document/document.h"
#include "model/library/profiles/data_directories.h"
#include "model/library/profiles/overlay.h"
#include "model/library/profiles/profile_index.h"
#include "model/library/profiles/profile_library.h"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Entries of one file that holds a list, read when first asked for.
template <class Entry> class LazyList
{
public:
    using Reader = Result<std::vector<Entry>> (*)(const Document &, const std::string &);

    LazyList(const char *relative, Reader reader)
        : m_relative(relative)
        , m_reader(reader)
    { }

    /// The list, or why there is none; problems are not remembered, so that a corrected file is
    /// seen.
    Result<const std::vector<Entry> *> get(const DataDirectories &directories)
    {
        if (m_loaded)
            return &m_entries;
        Errors problems;
        m_skipped.clear();
        m_entries = requireOverlaid(directories, m_relative, m_skipped, problems,
            [this](const std::filesystem::path &file, Errors &faults) {
                const Result<Document> document = readYamlFile(file);
                Result<std::vector<Entry>> entries
                    = document ? m_reader(*document, file.string()) : document.errors();
                if (entries)
                    return *std::move(entries);
                faults = entries.errors();
                return std::vector<Entry> {};
            });
        if (!problems.empty())
            return problems;
        m_loaded = true;
        return &m_entries;
    }

    Result<Entry> find(
        const DataDirectories &directories, std::string_view id, const char *unknownError)
    {
        const auto entries = get(directories);
        if (!entries)
            return entries.errors();
        for (const Entry &entry : **entries)
            if (entry.id == id)
                return entry;
        return unknownName(unknownError, id, ids(directories));
    }

    std::vector<std::string> ids(const DataDirectories &directories)
    {
        std::vector<std::string> names;
        if (const auto entries = get(directories))
            for (const Entry &entry : **entries)
                names.push_back(entry.id);
        return names;
    }

    void collectSkipped(const DataDirectories &directories, SkippedProfiles &skipped)
    {
        const auto entries = get(directories);
        skipped.insert(skipped.end(), m_skipped.begin(), m_skipped.end());
        if (!entries)
            skipped.push_back({ (directories.shipped / m_relative).string(), entries.errors() });
    }

private:
    const char *m_relative;
    Reader m_reader;
    bool m_loaded = false;
    std::vector<Entry> m_entries;
    SkippedProfiles m_skipped; ///< of the user
};

/// Profiles of one kind with a file each: read when asked for, then kept.
template <class Profile> class ProfileShelf
{
public:
    using Loaded = Result<std::shared_ptr<const Profile>>;

    ProfileShelf(const char *kind, Loaded (*reader)(const std::filesystem::path &))
        : m_kind(kind)
        , m_read(reader)
    { }

    /// The user's file, or the shipped one when that cannot be used.
    Loaded get(
        const DataDirectories &directories, std::string_view name, const std::string &unknownError)
    {
        const std::string id = idOf(directories, name);
        const std::filesystem::path relative = fileName(id);
        const std::filesystem::path file
            = id.empty() ? std::filesystem::path {} : directories.find(relative);
        if (file.empty())
            return unknownName(unknownError, name, ids(directories));
        Loaded loaded = load(file);
        const std::filesystem::path shipped = directories.shipped / relative;
        std::error_code unseen;
        if (loaded || file == shipped || !std::filesystem::is_regular_file(shipped, unseen))
            return loaded;
        return load(shipped);
    }

    Loaded load(const std::filesystem::path &file)
    {
        const auto kept = m_loaded.find(file);
        if (kept != m_loaded.end())
            return kept->second;
        Loaded loaded = m_read(file);
        if (loaded)
            m_loaded.emplace(file, *loaded);
        return loaded;
    }

    /// Shipped ids unread, and those of the user's files that can be used.
    std::vector<std::string> ids(const DataDirectories &directories)
    {
        const std::vector<std::string> shipped = profileIds(directories.shipped / m_kind);
        std::set<std::string> all { shipped.begin(), shipped.end() };
        if (!directories.user.empty())
            for (const std::string &id : profileIds(directories.user / m_kind))
                if (load(directories.user / fileName(id)))
                    all.insert(id);
        return { all.begin(), all.end() };
    }

    const ProfileNames &index(const DataDirectories &directories)
    {
        if (!m_indexed) {
            m_index = indexNames(directories, m_kind, [&](const std::string &id) {
                return load(directories.user / fileName(id)).hasValue();
            });
            m_indexed = true;
        }
        return m_index;
    }

    void collectSkipped(const DataDirectories &directories, SkippedProfiles &skipped)
    {
        for (const std::filesystem::path &folder : { directories.user, directories.shipped })
            if (!folder.empty())
                for (const std::filesystem::path &file : yamlFilesOf(folder / m_kind))
                    if (const Loaded loaded = load(file); !loaded)
                        skipped.push_back({ file.string(), loaded.errors() });
    }

private:
    std::string idOf(const DataDirectories &directories, std::string_view name)
    {
        if (isProfileId(name) && !directories.find(fileName(std::string { name })).empty())
            return std::string { name };
        return index(directories).find(name);
    }

    std::filesystem::path fileName(const std::string &id) const
    {
        return std::filesystem::path { m_kind } / (id + ".yaml");
    }

    const char *m_kind;
    Loaded (*m_read)(const std::filesystem::path &);
    std::map<std::filesystem::path, std::shared_ptr<const Profile>> m_loaded;
    ProfileNames m_index;
    bool m_indexed = false;
};

} // namespace headroom
