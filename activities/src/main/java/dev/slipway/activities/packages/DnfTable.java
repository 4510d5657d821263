package dev.slipway.activities.packages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table in which dnf shows a transaction before it begins: a line for each change. {@code whole} when every row was
 * understood and there are as many as dnf counts itself. Reinstalls have a row and are not counted.
 */
record DnfTable(List<String> changes, boolean whole) {
    private static final Pattern HEADING = Pattern.compile(
            "(Installing|Upgrading|Downgrading|Removing|Reinstalling|Installing dependencies|Installing weak dependencies"
                    + "|Removing dependent packages|Removing unused dependencies):");
    private static final Pattern ROW = Pattern.compile(" (\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+\\S.*");
    private static final Pattern REPLACED = Pattern.compile(" {5}replacing +(\\S+)\\.\\S+ (\\S+)");
    private static final Pattern COUNT =
            Pattern.compile("(Install|Upgrade|Downgrade|Remove|Skip) +([0-9]{1,6}) Packages?(?: .*)?");

    static DnfTable read(String text) {
        List<String> changes = new ArrayList<>();
        StringBuilder row = new StringBuilder();
        String heading = "";
        int rows = 0;
        int counted = 0;
        boolean whole = true;
        for (String line : text.lines().toList()) {
            Matcher title = HEADING.matcher(line.strip());
            Matcher replaced = REPLACED.matcher(line);
            Matcher count = COUNT.matcher(line);
            if (count.matches()) {
                counted += Integer.parseInt(count.group(2));
            } else if (title.matches() || line.isBlank() || line.startsWith("Transaction Summary")) {
                whole &= row.isEmpty();
                row.setLength(0);
                heading = title.matches() ? title.group(1).toLowerCase(Locale.ROOT) : "";
            } else if (!heading.isEmpty() && replaced.matches()) {
                changes.add(replaced.group(1) + " " + replaced.group(2) + ": replaced");
            } else if (!heading.isEmpty()) {
                // A name or a version that is wider than its column has the rest of its row in the next line.
                row.append(line);
                Matcher cells = ROW.matcher(row);
                if (cells.matches()) {
                    changes.add(cells.group(1) + " " + cells.group(3) + ": " + heading);
                    rows += heading.equals("reinstalling") ? 0 : 1;
                    row.setLength(0);
                }
            }
        }
        return new DnfTable(List.copyOf(changes), whole && rows == counted);
    }
}
