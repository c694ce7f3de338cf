# Writes commit, build and date of the profiles as a header (SOURCE, OUTPUT, BUILD): from git, else from
# packaging/commit.txt, which `git archive` fills in.
find_program(GIT git)
function(of_git variable)
    set(answer "")
    if(GIT AND EXISTS ${SOURCE}/.git)
        execute_process(COMMAND ${GIT} -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE answer ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    set(${variable} "${answer}" PARENT_SCOPE)
endfunction()
of_git(commit rev-parse HEAD)
of_git(date log -1 --format=%cs -- profiles)
of_git(changes status --porcelain --untracked-files=no)
if(commit STREQUAL "")
    file(STRINGS ${SOURCE}/packaging/commit.txt words REGEX "^[0-9a-f]+ [0-9-]+$")
    if(words)
        string(REPLACE " " ";" words "${words}")
        list(GET words 0 commit)
        list(GET words 1 date)
    endif()
endif()
if(commit STREQUAL "")
    set(commit "unknown")
    set(date "unknown")
elseif(NOT changes STREQUAL "")
    string(APPEND commit ", with changes")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#pragma once

namespace headroom {

inline constexpr const char *buildCommit = "@commit@", *buildKind = "@BUILD@", *profilesDate = "@date@";

} // namespace headroom
]])
