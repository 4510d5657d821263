package dev.slipway.facts;

/** Orders Debian package versions as dpkg does: epoch, upstream version, revision. */
public final class DebVersion implements Comparable<DebVersion> {
    private final long epoch;
    private final String upstream;
    private final String revision;
    private final String text;

    private DebVersion(String text) {
        this.text = text;
        int colon = text.indexOf(':');
        this.epoch = colon < 0 ? 0 : Long.parseLong(text.substring(0, colon));
        String rest = text.substring(colon + 1);
        int dash = rest.lastIndexOf('-');
        this.upstream = dash < 0 ? rest : rest.substring(0, dash);
        this.revision = dash < 0 ? "" : rest.substring(dash + 1);
    }

    /** Reads a version; {@link IllegalArgumentException} for text that dpkg would refuse. */
    public static DebVersion of(String text) {
        if (!text.matches("([0-9]{1,9}:)?[0-9A-Za-z][0-9A-Za-z.+~:-]*")) {
            throw new IllegalArgumentException("not a Debian version: " + Text.shorten(text, 80));
        }
        return new DebVersion(text);
    }

    /** Returns the part that the software's authors chose, without epoch and revision. */
    public String upstream() {
        return upstream;
    }

    @Override
    public int compareTo(DebVersion other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        if (byEpoch != 0) {
            return byEpoch;
        }
        int byUpstream = compareSegments(upstream, other.upstream);
        return byUpstream != 0 ? byUpstream : compareSegments(revision, other.revision);
    }

    private static int compareSegments(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() || j < b.length()) {
            while (letter(a, i) || letter(b, j)) {
                int order = Integer.compare(weight(a, i), weight(b, j));
                if (order != 0) {
                    return order;
                }
                i++;
                j++;
            }
            int endA = endOfDigits(a, i);
            int endB = endOfDigits(b, j);
            int order = compareNumbers(a.substring(i, endA), b.substring(j, endB));
            if (order != 0) {
                return order;
            }
            i = endA;
            j = endB;
        }
        return 0;
    }

    private static boolean letter(String s, int at) {
        return at < s.length() && !digit(s.charAt(at));
    }

    /** A tilde sorts before everything, even the end; letters before other signs. */
    private static int weight(String s, int at) {
        if (at >= s.length() || digit(s.charAt(at))) {
            return 0;
        }
        char c = s.charAt(at);
        if (c == '~') {
            return -1;
        }
        return Character.isLetter(c) ? c : c + 256;
    }

    static int endOfDigits(String s, int from) {
        int at = Math.min(from, s.length());
        while (at < s.length() && digit(s.charAt(at))) {
            at++;
        }
        return at;
    }

    static int compareNumbers(String a, String b) {
        String left = a.replaceFirst("^0+", "");
        String right = b.replaceFirst("^0+", "");
        int byLength = Integer.compare(left.length(), right.length());
        return byLength != 0 ? byLength : left.compareTo(right);
    }

    static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DebVersion v && compareTo(v) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(epoch);
    }

    @Override
    public String toString() {
        return text;
    }
}
