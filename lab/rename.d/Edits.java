import java.util.Map;
import java.util.TreeMap;

/** Replacements in one text, by where they begin. */
final class Edits {
    private record Edit(int end, String text) {}

    private final String text;
    private final TreeMap<Integer, Edit> edits = new TreeMap<>();

    Edits(String text) {
        this.text = text;
    }

    /** Replaces a part of the text; what the compiler made up stands nowhere, and is left out. */
    void replace(int start, int end, String now) {
        if (start >= 0 && end >= start && !text.substring(start, end).equals(now)) {
            edits.put(start, new Edit(end, now));
        }
    }

    /** Returns what stands between two places from now on. */
    String at(int start, int end) {
        return edits.containsKey(start) ? edits.get(start).text() : text.substring(start, end);
    }

    void drop(int start) {
        edits.remove(start);
    }

    String applied() {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (Map.Entry<Integer, Edit> edit : edits.entrySet()) {
            if (edit.getKey() >= from) {
                out.append(text, from, edit.getKey()).append(edit.getValue().text());
                from = edit.getValue().end();
            }
        }
        return out.append(text.substring(from)).toString();
    }
}
