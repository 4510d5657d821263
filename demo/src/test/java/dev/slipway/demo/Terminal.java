package dev.slipway.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a terminal of that size shows of what was written to it, scrolled lines first. It wraps until told otherwise. */
final class Terminal {
    private static final Pattern PART = Pattern.compile("\033\\[(\\??)(\\d*)([A-Za-z])|([^\033])", Pattern.DOTALL);
    private final int rows;
    private final int columns;
    private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    private boolean wraps = true;
    private int row;
    private int column;

    Terminal(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    List<String> shown(String written) {
        Matcher part = PART.matcher(written);
        while (part.find()) {
            if (part.group(4) != null) {
                put(part.group(4).charAt(0));
            } else {
                control(part.group(2), part.group(3).charAt(0));
            }
        }
        return lines.stream().map(line -> line.toString().stripTrailing()).toList();
    }

    private void put(char letter) {
        if (letter == '\n') {
            down();
            return;
        }
        if (column == columns && wraps) {
            down();
        }
        StringBuilder line = lines.get(row);
        int at = Math.min(column, columns - 1);
        while (line.length() <= at) {
            line.append(' ');
        }
        line.setCharAt(at, letter);
        column = at + 1;
    }

    private void down() {
        row++;
        column = 0;
        if (row == lines.size()) {
            lines.add(new StringBuilder());
        }
    }

    private void control(String number, char verb) {
        switch (verb) {
            case 'A' -> row = Math.max(Math.max(0, lines.size() - rows), row - Integer.parseInt(number));
            case 'K' ->
                lines.get(row)
                        .setLength(Math.min(
                                Math.min(column, columns - 1), lines.get(row).length()));
            case 'J' -> {
                lines.get(row).setLength(Math.min(column, lines.get(row).length()));
                for (int below = row + 1; below < lines.size(); below++) {
                    lines.get(below).setLength(0);
                }
            }
            case 'h' -> wraps = true;
            case 'l' -> wraps = false;
            default -> throw new IllegalArgumentException("this terminal does not know " + number + verb);
        }
    }
}
