# Qt Test's headers cost more than most suites: they are compiled once and shared.
if(Qt6Test_FOUND)
    file(WRITE ${CMAKE_BINARY_DIR}/tests/precompiled.cpp "")
    add_library(headroom_test_headers STATIC ${CMAKE_BINARY_DIR}/tests/precompiled.cpp)
    target_link_libraries(headroom_test_headers PUBLIC headroom::model headroom_build_rules Qt6::Test)
    # Qt defines two macros per folder (for QFINDTESTDATA, unused here), which would forbid sharing.
    target_compile_options(headroom_test_headers PUBLIC -O1 -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)
    target_compile_definitions(headroom_test_headers PUBLIC
        HEADROOM_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
        HEADROOM_PROFILES="${PROJECT_SOURCE_DIR}/profiles")
    set_target_properties(headroom_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF HEADROOM_IS_TEST ON)
    target_precompile_headers(headroom_test_headers PRIVATE <QtTest/QtTest> <QtCore/QTemporaryDir> <string> <vector>)
endif()

# headroom_add_test(NAME SOURCES … [LIBRARIES …] [LABELS unit|gui|golden|bench])
# One Qt Test program per suite; without Qt6Test (preset core) it is left out.
function(headroom_add_test name)
    if(NOT Qt6Test_FOUND)
        return()
    endif()
    cmake_parse_arguments(SUITE "" "" "SOURCES;LIBRARIES;LABELS" ${ARGN})
    add_executable(${name} ${SUITE_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON HEADROOM_IS_TEST ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${name} PRIVATE headroom_test_headers ${SUITE_LIBRARIES})
    if(NOT SUITE_LIBRARIES)
        target_precompile_headers(${name} REUSE_FROM headroom_test_headers)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    if(NOT SUITE_LABELS)
        set(SUITE_LABELS unit)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${SUITE_LABELS}" ENVIRONMENT
        "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;XDG_DATA_HOME=${CMAKE_BINARY_DIR}/tests/home;XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/tests/home")
endfunction()

# headroom_add_command_test(NAME SCRIPT): a shell script that drives the built headroom-cli; runs in
# every preset, so also where no Qt is.
function(headroom_add_command_test name script)
    add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/${script} $<TARGET_FILE:headroom-cli> ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "golden" ENVIRONMENT
        "LC_ALL=C.UTF-8;TZ=UTC;XDG_DATA_HOME=${CMAKE_BINARY_DIR}/tests/home")
endfunction()
