# What `cmake --install` puts under its prefix, for find_package(takt): Takt for one board, with
# one set of options. docs/using.md tells how it is used.
include(CMakePackageConfigHelpers)

function(takt_install)
    takt_target_parts(parts rooms)
    list(TRANSFORM parts PREPEND takt_)
    install(TARGETS ${parts} takt_code takt_public takt_image EXPORT takt
        ARCHIVE DESTINATION lib/takt)
    install(EXPORT takt NAMESPACE takt:: FILE takt-targets.cmake DESTINATION lib/cmake/takt)

    set(package ${TAKT_BINARY_DIR}/package)
    configure_file(${TAKT_SOURCE_DIR}/cmake/takt-config.cmake.in ${package}/takt-config.cmake @ONLY)
    write_basic_package_version_file(${package}/takt-config-version.cmake
        COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
    install(FILES ${package}/takt-config.cmake ${package}/takt-config-version.cmake
        ${TAKT_SOURCE_DIR}/cmake/takt_add_image.cmake ${TAKT_SOURCE_DIR}/cmake/arm-none-eabi.cmake
        DESTINATION lib/cmake/takt)

    takt_public_headers(headers)
    install(FILES ${headers} DESTINATION include/takt)
    install(FILES ${TAKT_SOURCE_DIR}/instruments/threadmetric/port/tm_porting_layer.h
        DESTINATION include/threadmetric)
    file(GLOB scripts ${TAKT_SOURCE_DIR}/port/${TAKT_PORT}/*.ld)
    install(FILES ${TAKT_SOURCE_DIR}/images/identity.c ${TAKT_LINKER_SCRIPT} ${scripts}
        DESTINATION share/takt)
endfunction()
