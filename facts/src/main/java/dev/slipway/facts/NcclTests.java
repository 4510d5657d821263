package dev.slipway.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a performance test of nccl-tests measured: the best bus bandwidth in GB/s at sizes of 1 GiB and more, wrong
 * elements, and the paths that NCCL named ({@code NET/IB/GDRDMA}, {@code P2P/CUMEM}, …; empty where it did not say).
 */
public record NcclTests(
        ToolVerdict verdict, OptionalDouble busbwGBs, long wrong, String networkPath, List<String> reasons) {
    private static final Pattern OUT_OF_BOUNDS =
            Pattern.compile("#?\\s*Out of bounds values\\s*:\\s*([0-9]{1,18})\\s+(OK|FAILED)\\s*");
    private static final Pattern AVERAGE =
            Pattern.compile("#?\\s*Avg bus bandwidth\\s*:\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(FAILED)?\\s*");
    private static final Pattern ABORT = Pattern.compile(
            "(?:(?:Test )?(?:NCCL|CUDA|Cuda) failure [\\w./]+:[0-9]|Test (?:NCCL|CUDA) failure|: Test failure|not enough slots)[^\\n]*");
    private static final Pattern VIA = Pattern.compile(
            "via ((?:NET|P2P|SHM|COLLNET|NVLS)(?:/[A-Za-z][A-Za-z ]*)?)(?:/[0-9]+)?(?:\\([0-9]+\\))?(/GDRDMA)?");
    private static final Pattern RANK = Pattern.compile("#?\\s*Rank\\s+([0-9]{1,6})\\s.*");
    private static final Pattern NETWORK = Pattern.compile("Using network ([A-Za-z][A-Za-z ]*)");

    /**
     * Reads output and exit status of a test. Never throws: an answer that is cut or not understood is
     * {@link ToolVerdict#UNKNOWN}, a test that could not start is {@link ToolVerdict#INFRASTRUCTURE_ERROR}.
     *
     * @param floorGBs the bandwidth that the best row of 1 GiB or more must reach; 0 or less asks for none
     */
    public static NcclTests parse(byte[] out, int exit, double floorGBs) {
        if (out.length > Text.LIMIT) {
            return new NcclTests(
                    ToolVerdict.UNKNOWN,
                    OptionalDouble.empty(),
                    0,
                    "",
                    List.of("an answer of " + out.length + " bytes"));
        }
        Reader reader = new Reader();
        Text.lines(Text.clean(out)).forEach(reader::take);
        return reader.judge(exit, floorGBs);
    }

    /**
     * Whether data went by {@code transport}, named as NCCL names it, such as {@code NET/IB/GDRDMA} or {@code NET/Socket},
     * or by more of it ({@code NET/IB/GDRDMA} where {@code NET/IB} is wanted), and none over another network.
     */
    public boolean wentBy(String transport) {
        String[] wanted = transport.split("/", -1);
        String network = wanted.length < 2 ? transport : wanted[0] + "/" + wanted[1];
        List<String> paths = List.of(networkPath.split(", ", -1));
        return paths.stream().anyMatch(path -> isOf(path, transport))
                && paths.stream().allMatch(path -> isOf(path, network) || !path.startsWith("NET/"));
    }

    private static boolean isOf(String path, String transport) {
        return path.equals(transport) || path.startsWith(transport + "/");
    }

    private static final class Reader {
        private final NcclRows rows = new NcclRows();
        private final TreeSet<String> paths = new TreeSet<>();
        private final List<String> failed = new ArrayList<>();
        private final List<String> aborted = new ArrayList<>();
        private boolean bounds;
        private boolean average;
        private String network = "";
        private int ranks;
        private int firsts;

        void take(String raw) {
            String line = NcclRows.unlabelled(raw);
            Matcher values = OUT_OF_BOUNDS.matcher(line.strip());
            Matcher mean = AVERAGE.matcher(line.strip());
            if (values.matches()) {
                bounds = true;
                wrong(line, values.group(2).equals("FAILED") || !values.group(1).matches("0+"));
            } else if (mean.matches()) {
                average = true;
                wrong(line, mean.group(2) != null);
            } else {
                Text.first(RANK, line.strip()).ifPresent(this::rank);
                rows.take(line);
                named(line);
            }
        }

        private void rank(String number) {
            ranks++;
            firsts += number.matches("0+") ? 1 : 0;
        }

        private void wrong(String line, boolean failure) {
            if (failure) {
                failed.add(Text.shorten(line, 120));
            }
        }

        private void named(String line) {
            Matcher abort = ABORT.matcher(line);
            Matcher via = VIA.matcher(line);
            if (abort.find() && aborted.size() < 5) {
                aborted.add(Text.shorten(abort.group(), 160));
            }
            if (via.find() && paths.size() < 20) {
                paths.add(via.group(1).strip() + (via.group(2) == null ? "" : via.group(2)));
            }
            network = Text.first(NETWORK, line).map(String::strip).orElse(network);
        }

        NcclTests judge(int exit, double floor) {
            List<String> reasons = new ArrayList<>(failed);
            ToolVerdict verdict = failed.isEmpty() ? ToolVerdict.PASS : ToolVerdict.FAIL;
            if (rows.wrong() > 0) {
                reasons.add(rows.wrong() + " wrong elements");
                verdict = ToolVerdict.FAIL;
            }
            if (verdict == ToolVerdict.PASS) {
                verdict = unfinished(exit, floor, reasons);
            }
            if (verdict == ToolVerdict.PASS && rows.best().orElse(floor) < floor) {
                reasons.add(String.format(
                        Locale.ROOT,
                        "bus bandwidth %.2f GB/s is below %.2f GB/s",
                        rows.best().orElse(0),
                        floor));
                verdict = ToolVerdict.FAIL;
            }
            return new NcclTests(verdict, rows.best(), rows.wrong(), path(), List.copyOf(reasons));
        }

        private ToolVerdict unfinished(int exit, double floor, List<String> reasons) {
            boolean launcher = exit == 124 || exit == 127 || exit == 137;
            if (!aborted.isEmpty() || launcher) {
                reasons.addAll(aborted);
                reasons.add("exit status " + exit);
                return ToolVerdict.INFRASTRUCTURE_ERROR;
            }
            if (!bounds || !average) {
                reasons.add("the summary at the end is missing");
            } else if (rows.count() == 0) {
                reasons.add("no row of results");
            } else if (!rows.fault().isEmpty()) {
                reasons.add(rows.fault());
            } else if (firsts > 1 && firsts == ranks) {
                reasons.add(firsts + " processes ran each by itself: all are rank 0");
            } else if (!rows.validated()) {
                reasons.add("results were not validated");
            } else if (floor > 0 && rows.best().isEmpty()) {
                reasons.add("no row of 1 GiB or more");
            } else if (exit != 0) {
                reasons.add("exit status " + exit);
            }
            return reasons.isEmpty() ? ToolVerdict.PASS : ToolVerdict.UNKNOWN;
        }

        private String path() {
            boolean named = paths.stream().anyMatch(p -> p.startsWith("NET/"));
            if (!named && !network.isEmpty()) {
                paths.add("NET/" + network);
            }
            return String.join(", ", paths);
        }
    }
}
