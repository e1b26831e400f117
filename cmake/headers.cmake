# The target `headers`: each header of each room compiled alone, with the room's include path.

# Rooms of the table that this build can compile: not another's port or board, and the host
# command's rooms only on the host.
function(takt_compilable_rooms result)
    file(STRINGS ${TAKT_SOURCE_DIR}/tools/layers.txt lines REGEX "^[a-z]")
    set(rooms "")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "^[^ ]+" room "${line}")
        if((room MATCHES "^port/arm" AND TAKT_PORT STREQUAL "host")
           OR (room MATCHES "^port/" AND NOT room STREQUAL "port/arm"
               AND NOT room STREQUAL "port/${TAKT_PORT}")
           OR (room MATCHES "^board/" AND NOT room STREQUAL "board/${TAKT_BOARD}"
               AND NOT room STREQUAL "${TAKT_BOARD_FAMILY}")
           OR (room MATCHES "^host/" AND CMAKE_CROSSCOMPILING)
           OR room STREQUAL "test")
            continue()
        endif()
        list(APPEND rooms ${room})
    endforeach()
    set(${result} "${rooms}" PARENT_SCOPE)
endfunction()

function(takt_room_headers room)
    file(GLOB headers CONFIGURE_DEPENDS
        ${TAKT_SOURCE_DIR}/${room}/*.h ${TAKT_SOURCE_DIR}/${room}/takt/*.h)
    if(NOT headers)
        return()
    endif()
    set(sources "")
    foreach(header IN LISTS headers)
        file(RELATIVE_PATH name ${TAKT_SOURCE_DIR} ${header})
        set(source ${TAKT_BINARY_DIR}/headers/${name}.c)
        file(CONFIGURE OUTPUT ${source} CONTENT
            "#include \"${header}\"\nextern int headers_have_something;\n")
        list(APPEND sources ${source})
    endforeach()
    string(MAKE_C_IDENTIFIER ${room} name)
    room_include_path(path ${room})
    add_library(headers_${name} OBJECT EXCLUDE_FROM_ALL ${sources})
    target_include_directories(headers_${name} PRIVATE ${path})
    target_compile_definitions(headers_${name} PRIVATE ${TAKT_DEFINITIONS}
        $<$<NOT:$<BOOL:${CMAKE_CROSSCOMPILING}>>:_POSIX_C_SOURCE=200809L>)
    target_compile_options(headers_${name} PRIVATE -Wno-unused-function)
    target_link_libraries(headers_${name} PRIVATE takt_strict)
    add_dependencies(headers headers_${name})
endfunction()

function(takt_all_headers)
    add_custom_target(headers)
    takt_compilable_rooms(rooms)
    foreach(room IN LISTS rooms)
        takt_room_headers(${room})
    endforeach()
endfunction()
