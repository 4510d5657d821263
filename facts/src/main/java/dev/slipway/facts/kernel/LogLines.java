package dev.slipway.facts.kernel;

import dev.slipway.facts.Text;
import dev.slipway.facts.tool.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits a kernel log into lines: wrapped ones joined again, and the time at the start of each. */
public final class LogLines {
    private static final Pattern TIME = Pattern.compile("^(?:[a-z]+ *:[a-z]+ *: *|\\S+: [a-z]+: +[a-z]+: \\[)?("
            + "\\[[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]{1,2} [0-9:]{8} [0-9]{4}]"
            + "|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(?:[.,][0-9]{1,9})?(?:Z|[+-][0-9:]{4,6})"
            + "|[A-Z][a-z]{2} +[0-9]{1,2} [0-9:]{8}"
            + "|(?:kernel: )?\\[ *[0-9]{1,10}\\.[0-9]{1,9}]"
            + "|[0-9]{9,11}\\.[0-9]{1,9}"
            + "|[0-9]{1,3},[0-9]+,[0-9]{1,16},)");
    private static final Pattern LOST_HEAD = Pattern.compile("NVRM: The NVIDIA GPU \\S+$");
    private static final Pattern BROKEN = Pattern.compile(
            "(?i)(?:NVRM: *Xid|nvidia-nvswitch[0-9]*: SXid) *(?:\\((?:P?C?I?|PCI:[0-9a-f:.]*)\\)?:? *)?$");
    private static final Pattern GOES_ON = Pattern.compile("^\\s*[(:0-9)]");
    private static final int MOST = 4;

    private LogLines() {}

    /** Returns the time stamp as it is printed, without brackets; empty if there is none. */
    static String time(String line) {
        return Text.first(TIME, line)
                .map(stamp -> stamp.replaceAll("^(?:kernel: )?\\[ *|]$", "").replaceAll("^[0-9]+,[0-9]+,|,$", ""))
                .orElse("");
    }

    /** Returns the same lines, where those that a terminal or a paste broke are joined again. */
    public static List<String> whole(List<String> lines) {
        List<Output.Line> numbered = new ArrayList<>();
        lines.forEach(line -> numbered.add(new Output.Line(numbered.size() + 1, line)));
        return joined(numbered).stream().map(Output.Line::text).toList();
    }

    /**
     * A line of the driver that breaks off goes on in lines without a time of their own: after a comma, and in the
     * message of three lines that a GPU fell off the bus.
     */
    static List<Output.Line> joined(List<Output.Line> lines) {
        List<Output.Line> joined = new ArrayList<>();
        for (int at = 0; at < lines.size(); at++) {
            Output.Line line = lines.get(at);
            String text = line.text().stripTrailing();
            for (int more = 0;
                    more < MOST
                            && at + 1 < lines.size()
                            && open(text, lines.get(at + 1).text());
                    more++) {
                at++;
                text = text + (broken(text) ? "" : " ") + lines.get(at).text().strip();
            }
            joined.add(text.equals(line.text().stripTrailing()) ? line : new Output.Line(line.number(), text));
        }
        return joined;
    }

    private static boolean open(String text, String next) {
        boolean indented = next.startsWith(" ") || next.startsWith("\t");
        if (LOST_HEAD.matcher(text).find() || text.endsWith("installed in this system has")) {
            return next.contains("PCI ID:") || next.contains("fallen off the bus");
        }
        boolean more =
                !next.contains("NVRM") && !next.contains("SXid") && time(next).isEmpty();
        return more
                && ((broken(text) && GOES_ON.matcher(next).find())
                        || (text.contains("NVRM: Xid") && text.endsWith(",") && indented));
    }

    /** Returns whether a terminal broke the line before its code. */
    private static boolean broken(String text) {
        return BROKEN.matcher(text).find();
    }
}
