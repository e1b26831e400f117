# picture.awk - a Perfetto trace, as protoc prints it, drawn as SVG. Started by tools/picture.

function value() { v = $0; sub(/^ *[^:]*: /, "", v); gsub(/^"|"$/, "", v); return v }

# ---- reading: one packet after the other

/ \{$/ { path[++depth] = $1; if (depth == 1) begin_packet(); next }

/^ *\}$/ {
    if (depth == 1) end_packet()
    if (depth == 2 && path[2] == "ftrace_events") end_bundle()
    depth--
    next
}

{
    key = $1
    sub(/:$/, "", key)
    name = depth > 1 ? path[2] : ""
    for (i = 3; i <= depth; i++) name = name "." path[i]
    take(name == "" ? key : name "." key, value())
}

function begin_packet() {
    type = ""
    sequence = delta = flow_out = flow_in = name_iid = 0
    uuid = parent = pid = tid = 0
    track_name = thread_name = process_name = ""
}

function take(field, v) {
    if (field == "trusted_packet_sequence_id") sequence = v
    else if (field == "timestamp") delta = v
    else if (field == "clock_snapshot.clocks.clock_id") clock = v
    else if (field == "clock_snapshot.clocks.timestamp" && clock == 64) now = v
    else if (field == "interned_data.event_names.iid") iid = v
    else if (field == "interned_data.event_names.name") event_name[iid] = v
    else if (field == "track_descriptor.uuid") uuid = v
    else if (field == "track_descriptor.parent_uuid") parent = v
    else if (field == "track_descriptor.name") track_name = v
    else if (field ~ /^track_descriptor\.(process|thread)\.pid$/) pid = v
    else if (field == "track_descriptor.process.process_name") process_name = v
    else if (field == "track_descriptor.thread.thread_name") thread_name = v
    else if (field == "track_descriptor.thread.tid") tid = v
    else if (field == "track_event.type") type = v
    else if (field == "track_event.track_uuid") uuid = v
    else if (field == "track_event.name_iid") name_iid = v
    else if (field == "track_event.counter_value") counter = v
    else if (field == "track_event.flow_ids") flow_out = v
    else if (field == "track_event.terminating_flow_ids") flow_in = v
    else if (field == "ftrace_events.cpu") cpu = v
    else if (field == "ftrace_events.compact_sched.switch_timestamp") sched_time[sched_times++] = v
    else if (field == "ftrace_events.compact_sched.switch_next_comm_index") sched_name[sched_names++] = v
    else if (field == "ftrace_events.compact_sched.intern_table") sched_text[sched_texts++] = v
}

function end_packet() {
    if (process_name != "") process[pid] = process_name
    if (thread_name != "") {
        thread[++threads] = uuid
        thread_of_pid[uuid] = pid
        label[uuid] = thread_name
    }
    if (track_name != "") {
        child[parent, ++children[parent]] = uuid
        label[uuid] = track_name
    }
    if (sequence == 1) now += delta
    if (type == "SLICE_BEGIN") begin_slice()
    else if (type == "SLICE_END") slice_end[open[uuid, open_count[uuid]--]] = now
    else if (type == "COUNTER") {
        step[uuid, ++steps[uuid]] = now
        level[uuid, steps[uuid]] = counter
    }
}

function begin_slice() {
    n = ++slices
    slice_track[n] = uuid
    slice_start[n] = now
    slice_name[n] = event_name[name_iid]
    slice_depth[n] = open_count[uuid]++
    open[uuid, open_count[uuid]] = n
    if (slice_depth[n] + 1 > rows[uuid]) rows[uuid] = slice_depth[n] + 1
    if (flow_out != 0) source[flow_out] = n
    if (flow_in != 0) target[flow_in] = n
}

function end_bundle(    t, k) {
    t = 0
    for (k = 0; k < sched_times; k++) {
        t += sched_time[k]
        n = ++runs[cpu]
        run_start[cpu, n] = t
        run_name[cpu, n] = sched_text[sched_name[k]]
    }
    if (cpu + 1 > cpus) cpus = cpu + 1
    sched_times = sched_names = sched_texts = 0
}

# ---- drawing

function x(t) {
    if (t < from) t = from
    if (t > to) t = to
    return LEFT + (t - from) * WIDTH / (to - from)
}

function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

function colour(text,    h, k) {
    if (text in fixed_colour) return fixed_colour[text]
    for (k in begins_colour) if (index(text, k) == 1) return begins_colour[k]
    h = 0
    for (k = 1; k <= length(text); k++) h = (h * 31 + index(LETTERS, substr(text, k, 1))) % 9973
    return palette[h % PALETTE]
}

function out(text) { body = body text "\n" }

function text_at(px, py, size, fill, text) {
    out(sprintf("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\">%s</text>", px, py, size, fill, escaped(text)))
}

function box(start, end, py, height, text,    a, w, room) {
    if (end <= from || start >= to) return
    a = x(start)
    w = x(end) - a
    if (w < 0.6) w = 0.6
    out(sprintf("<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%d\" fill=\"%s\"><title>%s: %.1f us</title></rect>", a, py, w, height, colour(text), escaped(text), (end - start) / 1000))
    room = int((w - 6) / 5.6)
    if (room >= 4) text_at(a + 3, py + height - 4, 10, "#202124", length(text) <= room ? text : substr(text, 1, room - 1) "…")
}

function row_label(text, indent) {
    text_at(8 + indent, y + 12, 11, "#3c4043", text)
}

function line_below() {
    out(sprintf("<line x1=\"0\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e0e0e0\"/>", LEFT + WIDTH + MARGIN, y, y))
}

function heading(text) {
    out(sprintf("<rect x=\"0\" y=\"%.1f\" width=\"%d\" height=\"18\" fill=\"#eceff1\"/>", y, LEFT + WIDTH + MARGIN))
    text_at(8, y + 13, 11, "#202124", text)
    y += 20
}

function draw_slices(track,    k) {
    for (k = 1; k <= slices; k++) {
        if (slice_track[k] != track) continue
        slice_y[k] = y + 2 + slice_depth[k] * ROW
        box(slice_start[k], slice_end[k], slice_y[k], ROW - 2, slice_name[k])
    }
    y += rows[track] * ROW + 4
    line_below()
}

function draw_counter(track,    k, last, most, points, py) {
    most = 32
    last = ""
    points = ""
    for (k = 1; k <= steps[track]; k++) {
        if (step[track, k] > to) break
        py = y + 32 - level[track, k] * 28 / most
        if (last == "") points = sprintf("%.1f,%.1f", x(step[track, k]), y + 32)
        else points = points sprintf(" %.1f,%.1f", x(step[track, k]), last)
        points = points sprintf(" %.1f,%.1f", x(step[track, k]), py)
        last = py
    }
    if (last == "") return
    out(sprintf("<polygon points=\"%s %.1f,%.1f %.1f,%.1f\" fill=\"#cfe3f7\" stroke=\"#4a83bd\"/>", points, x(to), last, x(to), y + 32))
    for (k = 1; k <= steps[track]; k++) {
        py = y + 32 - level[track, k] * 28 / most
        if (step[track, k] <= to && (k == steps[track] || step[track, k + 1] > from))
            text_at(x(step[track, k]) + 3, py > y + 18 ? py - 2 : py + 11, 10, "#20507f", level[track, k])
    }
    y += 36
    line_below()
}

function draw_child(track) {
    row_label(label[track], 24)
    if (steps[track] > 0) draw_counter(track)
    else draw_slices(track)
}

# Children in the order of their names, as the viewer shows them.
function draw_children(parent,    k, j, best, done) {
    for (k = 1; k <= children[parent]; k++) {
        best = 0
        for (j = 1; j <= children[parent]; j++) {
            if (!((parent, j) in drawn) && (best == 0 || label[child[parent, j]] < label[child[parent, best]])) best = j
        }
        drawn[parent, best] = 1
        draw_child(child[parent, best])
    }
}

function draw_cpu(number,    k) {
    row_label("CPU " number " Scheduling", 0)
    for (k = 1; k <= runs[number]; k++) {
        if (run_name[number, k] !~ /^idle/)
            box(run_start[number, k], k < runs[number] ? run_start[number, k + 1] : to, y + 2, 16, run_name[number, k])
    }
    y += 22
    line_below()
}

function draw_arrow(flow,    a, b, x1, y1, x2, y2, bend) {
    a = source[flow]
    b = target[flow]
    if (!(a in slice_y) || !(b in slice_y)) return
    if (slice_end[a] < from || slice_start[b] > to || slice_end[a] > to) return
    x1 = x(slice_end[a])
    y1 = slice_y[a] + ROW / 2
    x2 = x(slice_start[b])
    y2 = slice_y[b] + ROW / 2
    bend = 16
    out(sprintf("<path d=\"M %.1f %.1f C %.1f %.1f %.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"#c5221f\" stroke-width=\"1.2\" marker-end=\"url(#tip)\"/>", x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2))
}

function draw_axis(    ms, first) {
    first = int(from_ms)
    if (first < from_ms) first++
    for (ms = first; ms <= to_ms; ms++) {
        out(sprintf("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"20\" y2=\"%d\" stroke=\"#eeeeee\"/>", x(ms * 1000000), x(ms * 1000000), 2000))
        if ((ms - first) % 2 == 0) text_at(x(ms * 1000000) + 2, 15, 10, "#5f6368", ms " ms")
    }
}

function prepare(    k) {
    LEFT = 150
    WIDTH = 950
    MARGIN = 8
    ROW = 16
    LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/->_ "
    PALETTE = split("#aecbfa #fbc8b4 #c8e6c9 #e1bee7 #ffe0b2 #b2ebf2 #d7ccc8 #f8bbd0", palette, " ")
    palette[0] = palette[PALETTE]
    fixed_colour["running"] = "#81c784"
    fixed_colour["READY"] = "#ffb74d"
    fixed_colour["sleeping"] = "#eceff1"
    fixed_colour["SEND-blocked"] = "#ef9a9a"
    fixed_colour["REPLY-blocked"] = "#f8d7a0"
    fixed_colour["RECEIVE-blocked"] = "#dfe6e9"
    fixed_colour["SEND"] = "#ef9a9a"
    fixed_colour["REPLY"] = "#f8d7a0"
    fixed_colour["return"] = "#b0bec5"
    fixed_colour["hog"] = "#b39ddb"
    fixed_colour["psrv-rx"] = "#90caf9"
    fixed_colour["hi"] = "#ef9a9a"
    fixed_colour["lo"] = "#a5d6a7"
    begins_colour["send ->"] = "#aecbfa"
    from = from_ms * 1000000
    to = to_ms * 1000000
    y = 24
}

END {
    prepare()
    draw_axis()
    heading("CPU Scheduling")
    for (c = 0; c < cpus; c++) draw_cpu(c)
    wanted = split(processes, wanted_process, " ")
    for (w = 1; w <= wanted; w++) {
        heading(wanted_process[w])
        for (k = 1; k <= threads; k++) {
            if (process[thread_of_pid[thread[k]]] != wanted_process[w]) continue
            row_label(label[thread[k]], 12)
            if (rows[thread[k]] == 0) y += 16
            draw_slices(thread[k])
            draw_children(thread[k])
        }
    }
    for (flow in source) if (flow in target) draw_arrow(flow)
    text_at(8, y + 16, 10, "#5f6368", "Drawn by tools/picture from " file ", the file that `takt convert` writes and Perfetto's viewer (ui.perfetto.dev) shows with the same tracks.")
    total = LEFT + WIDTH + MARGIN
    printf "<svg xmlns=\"%s\" viewBox=\"0 0 %d %d\" width=\"%d\" font-family=\"Helvetica, Arial, sans-serif\">\n", namespace, total, y + 26, total
    print "<defs><marker id=\"tip\" markerWidth=\"7\" markerHeight=\"7\" refX=\"6\" refY=\"3.5\" orient=\"auto\"><path d=\"M 0 0 L 7 3.5 L 0 7 z\" fill=\"#c5221f\"/></marker></defs>"
    printf "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n%s</svg>\n", body
}
