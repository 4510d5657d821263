package dev.slipway.simulator.tools.dnf;

import java.util.List;
import java.util.Locale;

/** Prints the table in which dnf shows a transaction before it begins, as wide as dnf makes it without a terminal. */
record DnfTable(List<DnfChange> changes) {
    private static final String RULE = "=".repeat(80) + "\n";
    private static final String REPOSITORY = "cuda-rhel9-x86_64";
    private static final int[] WIDTHS = {28, 6, 18, 17};

    String text() {
        StringBuilder text = new StringBuilder("Dependencies resolved.\n" + RULE);
        text.append(row("Package", "Arch", "Version", "Repository"))
                .append(" Size\n")
                .append(RULE);
        for (DnfChange.Kind kind : DnfChange.Kind.values()) {
            List<DnfChange> some = of(kind);
            if (!some.isEmpty()) {
                text.append(kind.doing).append(":\n");
            }
            for (DnfChange change : some) {
                text.append(row(change.name(), "x86_64", change.to(), REPOSITORY))
                        .append("6.1 M\n");
                if (kind == DnfChange.Kind.REINSTALL && !change.from().isEmpty()) {
                    text.append("     replacing  " + change.name() + DnfSpec.ARCH + " " + change.from() + "\n");
                }
            }
        }
        text.append("\nTransaction Summary\n").append(RULE);
        for (DnfChange.Kind kind : DnfChange.Kind.values()) {
            int count = of(kind).size();
            if (count > 0 && !kind.counted.isEmpty()) {
                text.append(
                        String.format(Locale.ROOT, "%-9s %2d Package%s\n", kind.counted, count, count == 1 ? "" : "s"));
            }
        }
        return text.append("\nTotal download size: " + 6 * changes.size() + " M\n")
                .toString();
    }

    private List<DnfChange> of(DnfChange.Kind kind) {
        return changes.stream().filter(c -> c.kind() == kind).toList();
    }

    /** A word that is too long for its column has the rest of its row in the next line, below the next column. */
    private static String row(String... words) {
        StringBuilder row = new StringBuilder(" ");
        int column = 1;
        for (int i = 0; i < words.length; i++) {
            column += WIDTHS[i] + 1;
            row.append(words[i]);
            if (words[i].length() > WIDTHS[i]) {
                row.append('\n').append(" ".repeat(column));
            } else {
                row.append(" ".repeat(WIDTHS[i] + 1 - words[i].length()));
            }
        }
        return row.toString();
    }
}
