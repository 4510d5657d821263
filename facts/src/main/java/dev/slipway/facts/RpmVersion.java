package dev.slipway.facts;

/** Orders rpm versions {@code [epoch:]version[-release]} as rpm does. */
public final class RpmVersion implements Comparable<RpmVersion> {
    private final long epoch;
    private final String version;
    private final String release;
    private final String text;

    private RpmVersion(String text) {
        this.text = text;
        int colon = text.indexOf(':');
        this.epoch = colon < 0 ? 0 : Long.parseLong(text.substring(0, colon));
        String rest = text.substring(colon + 1);
        int dash = rest.indexOf('-');
        this.version = dash < 0 ? rest : rest.substring(0, dash);
        this.release = dash < 0 ? "" : rest.substring(dash + 1);
    }

    /** Reads a version; {@link IllegalArgumentException} for text that is none. */
    public static RpmVersion of(String text) {
        if (!text.matches("([0-9]{1,9}:)?[0-9A-Za-z._+~^]+(-[0-9A-Za-z._+~^]+)?")) {
            throw new IllegalArgumentException("not an rpm version: " + Text.shorten(text, 80));
        }
        return new RpmVersion(text);
    }

    /** Returns the part that the software's authors chose, without epoch and release. */
    public String upstream() {
        return version;
    }

    @Override
    public int compareTo(RpmVersion other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        if (byEpoch != 0) {
            return byEpoch;
        }
        int byVersion = compareSegments(version, other.version);
        return byVersion != 0 ? byVersion : compareSegments(release, other.release);
    }

    private static int compareSegments(String a, String b) {
        int i = 0;
        int j = 0;
        while (true) {
            i = skip(a, i);
            j = skip(b, j);
            char left = i < a.length() ? a.charAt(i) : 0;
            char right = j < b.length() ? b.charAt(j) : 0;
            if (left == '~' || right == '~') {
                if (left != right) {
                    return left == '~' ? -1 : 1;
                }
            } else if (left == '^' || right == '^') {
                if (left != right) {
                    return caret(left, right);
                }
            } else if (left == 0 || right == 0) {
                return Integer.compare(left, right);
            } else {
                int endA = end(a, i);
                int endB = end(b, j, DebVersion.digit(left));
                int order = segment(a.substring(i, endA), b.substring(j, endB), DebVersion.digit(left));
                if (order != 0) {
                    return order;
                }
                i = endA;
                j = endB;
                continue;
            }
            i++;
            j++;
        }
    }

    /** Compares a caret, which sorts after the end of the other version, but before any further part of it. */
    private static int caret(char left, char right) {
        if (left == '^') {
            return right == 0 ? 1 : -1;
        }
        return left == 0 ? -1 : 1;
    }

    /** A number is newer than letters in the same place. */
    private static int segment(String a, String b, boolean digits) {
        if (b.isEmpty()) {
            return digits ? 1 : -1;
        }
        return digits ? DebVersion.compareNumbers(a, b) : Integer.signum(a.compareTo(b));
    }

    private static int skip(String s, int from) {
        int at = from;
        while (at < s.length() && !Character.isLetterOrDigit(s.charAt(at)) && "~^".indexOf(s.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static int end(String s, int from) {
        return end(s, from, DebVersion.digit(s.charAt(from)));
    }

    private static int end(String s, int from, boolean digits) {
        int at = from;
        while (at < s.length() && Character.isLetterOrDigit(s.charAt(at)) && DebVersion.digit(s.charAt(at)) == digits) {
            at++;
        }
        return at;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RpmVersion v && compareTo(v) == 0;
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
