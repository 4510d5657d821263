package dev.slipway.facts.probe;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the frame of a script's answer: {@code @@ NAME EXIT BYTES}, that many bytes, a line end; last {@code @@ end 0
 * 0}. {@code fault} is empty if the answer is complete; {@code lost} states for single sections why they are missing.
 */
record Frame(Map<String, Section> sections, String fault, Map<String, String> lost) {
    private static final Pattern HEADER = Pattern.compile("@@ ([a-z0-9-]{1,64}) ([0-9]{1,3}) ([0-9]{1,9})");
    private static final int LONGEST_HEADER = 96;

    Frame(Map<String, Section> sections, String fault) {
        this(sections, fault, Map.of());
    }

    /** Returns why the section of that name is missing. */
    String missing(String name) {
        String reason = lost.getOrDefault(name, fault);
        return reason.isEmpty() ? name + " was not read" : name + ": " + reason;
    }

    /** Returns whether these bytes have a frame at all. */
    static boolean framed(byte[] answer) {
        int at = start(answer);
        return at >= 0 && !read(answer).sections().isEmpty();
    }

    static Frame read(byte[] answer) {
        Map<String, Section> sections = new LinkedHashMap<>();
        int at = start(answer);
        if (at < 0) {
            return new Frame(sections, answer.length == 0 ? "the answer is empty" : "the answer has no frame");
        }
        while (true) {
            int end = endOfLine(answer, at);
            Matcher header =
                    HEADER.matcher(end < 0 ? "" : new String(answer, at, end - at, StandardCharsets.ISO_8859_1));
            if (!header.matches()) {
                return new Frame(sections, "the answer ends or is garbled after " + after(sections));
            }
            if (header.group(1).equals("end")) {
                return new Frame(sections, "");
            }
            int length = Integer.parseInt(header.group(3));
            int from = end + 1;
            if (answer.length - from <= length || answer[from + length] != '\n') {
                return new Frame(sections, "the answer is cut in section " + header.group(1));
            }
            sections.putIfAbsent(header.group(1), new Section(Integer.parseInt(header.group(2)), answer, from, length));
            at = from + length + 1;
        }
    }

    /** A login banner may stand before the first header. */
    private static int start(byte[] answer) {
        for (int at = 0; at + 3 <= answer.length; at++) {
            boolean lineStart = at == 0 || answer[at - 1] == '\n';
            if (lineStart && answer[at] == '@' && answer[at + 1] == '@' && answer[at + 2] == ' ') {
                return at;
            }
        }
        return -1;
    }

    private static int endOfLine(byte[] answer, int from) {
        for (int at = from; at < answer.length && at < from + LONGEST_HEADER; at++) {
            if (answer[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    private static String after(Map<String, Section> sections) {
        return sections.isEmpty()
                ? "its start"
                : "section " + sections.keySet().stream().reduce((a, b) -> b).orElse("");
    }
}
