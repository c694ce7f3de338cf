#pragma once

#include "model/base/document/document.h"
#include "model/library/profiles/data_directories.h"
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
        const std::filesystem::path file = directories.find(m_relative);
        if (file.empty())
            return Error { "profile-file-missing", (directories.shipped / m_relative).string(),
                {} };
        const Result<Document> document = readYamlFile(file);
        if (!document)
            return document.errors();
        Result<std::vector<Entry>> entries = m_reader(*document, file.string());
        if (!entries)
            return entries.errors();
        m_entries = std::move(entries).value();
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

    void collectSkipped(const DataDirectories &directories, std::vector<SkippedProfile> &skipped)
    {
        if (const auto entries = get(directories); !entries)
            skipped.push_back({ directories.find(m_relative).string(), entries.errors() });
    }

private:
    const char *m_relative;
    Reader m_reader;
    bool m_loaded = false;
    std::vector<Entry> m_entries;
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

    Loaded get(
        const DataDirectories &directories, std::string_view name, const std::string &unknownError)
    {
        const std::filesystem::path file = locate(directories, name);
        if (file.empty())
            return unknownName(unknownError, name, ids(directories));
        return load(file);
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
                if (load(directories.user / m_kind / (id + ".yaml")))
                    all.insert(id);
        return { all.begin(), all.end() };
    }

    const ProfileNames &index(const DataDirectories &directories)
    {
        if (!m_indexed) {
            m_index = indexNames(directories, m_kind);
            m_indexed = true;
        }
        return m_index;
    }

    void collectSkipped(const DataDirectories &directories, std::vector<SkippedProfile> &skipped)
    {
        for (const std::filesystem::path &folder : { directories.user, directories.shipped })
            if (!folder.empty())
                for (const std::filesystem::path &file : yamlFilesOf(folder / m_kind))
                    if (const Loaded loaded = load(file); !loaded)
                        skipped.push_back({ file.string(), loaded.errors() });
    }

private:
    std::filesystem::path locate(const DataDirectories &directories, std::string_view name)
    {
        if (isProfileId(name))
            if (std::filesystem::path file = fileOf(directories, std::string { name });
                !file.empty())
                return file;
        const std::string id = index(directories).find(name);
        return id.empty() ? std::filesystem::path {} : fileOf(directories, id);
    }

    std::filesystem::path fileOf(const DataDirectories &directories, const std::string &id) const
    {
        return directories.find(std::filesystem::path { m_kind } / (id + ".yaml"));
    }

    const char *m_kind;
    Loaded (*m_read)(const std::filesystem::path &);
    std::map<std::filesystem::path, std::shared_ptr<const Profile>> m_loaded;
    ProfileNames m_index;
    bool m_indexed = false;
};

} // namespace headroom
