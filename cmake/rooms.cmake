# Rooms: one static library per folder, which sees only what tools/layers.txt lets it see.
#
# A room's include path holds its own folder, the rooms of its line, and what those rooms' own
# headers need in turn. tools/check_layers fails on an include of the latter kind.

# room_sees(VARIABLE room): the rooms on the room's line in the table; a folder that has no line has
# that of the folder around it.
function(room_sees result room)
    file(STRINGS ${CMAKE_SOURCE_DIR}/tools/layers.txt lines REGEX "^[a-z]")
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY
        CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/layers.txt)
    foreach(line IN LISTS lines)
        separate_arguments(words UNIX_COMMAND "${line}")
        list(POP_FRONT words first)
        if(first STREQUAL room)
            list(REMOVE_ITEM words libc *)
            list(TRANSFORM words REPLACE "^port/\\*$" port/${TAKT_PORT})
            list(TRANSFORM words REPLACE "^board/\\*$" board/${TAKT_BOARD})
            set(${result} "${words}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    get_filename_component(parent "${room}" DIRECTORY)
    if(NOT parent)
        message(FATAL_ERROR "tools/layers.txt has no line for ${room}")
    endif()
    room_sees(outer ${parent})
    set(${result} "${outer}" PARENT_SCOPE)
endfunction()

# A table word `room:header` opens one header of a room: the folder that holds only this header.
function(room_door result word)
    string(REPLACE ":" ";" parts ${word})
    list(GET parts 0 room)
    list(GET parts 1 header)
    string(MAKE_C_IDENTIFIER ${room} name)
    set(folder ${CMAKE_BINARY_DIR}/doors/${name})
    file(CONFIGURE OUTPUT ${folder}/${header}
        CONTENT "#pragma once\n#include \"${CMAKE_SOURCE_DIR}/${room}/${header}\"\n")
    set(${result} ${folder} PARENT_SCOPE)
endfunction()

# room_include_path(VARIABLE room...): everything that these rooms may see, themselves included.
function(room_include_path result)
    set(todo ${ARGN})
    set(seen "")
    set(path "")
    while(todo)
        list(POP_FRONT todo room)
        if(room IN_LIST seen)
            continue()
        endif()
        list(APPEND seen ${room})
        if(room MATCHES ":")
            room_door(folder ${room})
        else()
            set(folder ${CMAKE_SOURCE_DIR}/${room})
            room_sees(more ${room})
            list(APPEND todo ${more})
        endif()
        list(APPEND path ${folder})
    endwhile()
    list(REMOVE_DUPLICATES path)
    set(${result} "${path}" PARENT_SCOPE)
endfunction()

# takt_room(target folder [EXCEPT file...] [DEFINE definition...]): the library of a room. A room
# without a source yet is a library without one.
function(takt_room target folder)
    cmake_parse_arguments(PARSE_ARGV 2 ROOM "" "" "EXCEPT;DEFINE")
    file(GLOB sources CONFIGURE_DEPENDS
        ${CMAKE_SOURCE_DIR}/${folder}/*.c ${CMAKE_SOURCE_DIR}/${folder}/*.S)
    foreach(name IN LISTS ROOM_EXCEPT)
        list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/${folder}/${name})
    endforeach()
    if(NOT sources)
        add_library(${target} INTERFACE)
        return()
    endif()
    room_include_path(path ${folder})
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} PRIVATE ${path})
    target_compile_definitions(${target} PRIVATE ${ROOM_DEFINE})
    target_link_libraries(${target} PRIVATE takt_strict)
endfunction()
