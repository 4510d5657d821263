package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Services;
import dev.slipway.simulator.node.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Plays all_reduce_perf of nccl-tests, alone or under mpirun. */
final class Nccl implements Tool {
    private static final double HALF_SPEED_BYTES = 48e6;
    private static final double PAIR_SHARE = 0.8;

    static final String PROGRAM = "all_reduce_perf";

    private final boolean underMpi;

    Nccl(boolean underMpi) {
        this.underMpi = underMpi;
    }

    @Override
    public Answer run(SimulatedNode node, List<String> words) {
        if (underMpi && !node.proving().openMpi()) {
            return withoutOpenMpi(node);
        }
        if (underMpi && !node.proving().has(PROGRAM)) {
            return withoutProgram(node);
        }
        int ranks = Integer.parseInt(after(words, underMpi ? "-np" : "-g", "1"));
        long from = bytes(after(words, "-b", "32M"));
        long to = bytes(after(words, "-e", "32M"));
        if (ranks == node.answering().size()) {
            node.note(NodeEvent.Kind.TEST_STARTED, PROGRAM);
        }
        node.clock().spend(Duration.ofSeconds(underMpi ? 120 : 75));
        String head = "# nThread 1 nGpus " + (underMpi ? 1 : ranks) + " minBytes " + from + " maxBytes " + to
                + " step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n"
                + "#\n# Using devices\n";
        if (Smi.opened(node).isPresent() || !node.services().active(Services.FABRIC_MANAGER)) {
            return Answer.of(
                    head + node.name() + ": Test CUDA failure common.cu:941 'system not yet initialized'\n .. "
                            + node.name() + " pid 54340: Test failure common.cu:891\n",
                    "",
                    2);
        }
        if (!underMpi && ranks > node.answering().size()) {
            return Answer.of(
                    head + "Invalid number of GPUs: " + ranks + " requested but only "
                            + node.answering().size()
                            + " were found.\nPlease check the number of processes and GPUs per "
                            + "process.\n",
                    "",
                    1);
        }
        if (ranks == node.answering().size()) {
            node.note(NodeEvent.Kind.PROVED, PROGRAM);
        }
        return Answer.of(head + devices(node, ranks) + table(node, ranks, from, to));
    }

    private static Answer withoutOpenMpi(SimulatedNode node) {
        return Answer.failed(
                255,
                "[mpiexec@" + node.name()
                        + "] match_arg (lib/utils/args.c:166): unrecognized argument allow-run-as-root\n"
                        + "[mpiexec@" + node.name() + "] main (mpiexec/mpiexec.c:127): error parsing parameters\n");
    }

    private static Answer withoutProgram(SimulatedNode node) {
        return Answer.failed(
                134,
                "-".repeat(74) + "\nmpirun was unable to find the specified executable file, and therefore\n"
                        + "did not launch the job.  This error was first reported for process\nrank 0; it may have"
                        + " occurred for other processes as well.\n\nNode:       " + node.name()
                        + "\nExecutable: " + PROGRAM + "\n" + "-".repeat(74) + "\n");
    }

    /** Returns what the probe finds of the programs that gates are run with. */
    static Answer tools(SimulatedNode node) {
        StringBuilder out = new StringBuilder("path /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n");
        for (String program : List.of("dcgmi", PROGRAM, "mpirun")) {
            if (node.proving().has(program)) {
                out.append("have " + program + " /usr/bin/" + program + "\n");
            }
        }
        if (node.proving().has(PROGRAM)) {
            out.append("lib libnccl.so.2 => /lib64/libnccl.so.2 (0x00007f2d1c000000)\n");
            out.append(node.proving().openMpi() ? "lib libmpi.so.40 => /lib64/libmpi.so.40 (0x00007f2d1be0)\n" : "");
        }
        if (node.proving().has("mpirun")) {
            out.append(
                    "mpirun " + (node.proving().openMpi() ? "mpirun (Open MPI) 4.1.6" : "HYDRA build details:") + "\n");
        }
        return Answer.of(out.toString());
    }

    private String devices(SimulatedNode node, int ranks) {
        StringBuilder out = new StringBuilder();
        for (int rank = 0; rank < ranks; rank++) {
            out.append(String.format(
                    Locale.ROOT,
                    "#  Rank %2d Group  0 Pid %6d on %10s device %2d [0x%s] %s\n",
                    rank,
                    66421,
                    node.name(),
                    rank % 8,
                    node.machine().slots().get(rank % 8).bdf().substring(5, 7),
                    Smi.MODEL));
        }
        String nccl =
                node.packages().version(node.packages().family().names().nccl()).replaceFirst("-\\d+\\+", "+");
        out.append("NCCL version " + nccl + "\n");
        if (underMpi) {
            out.append(node.name() + ":66421:66498 [0] NCCL INFO Channel 00/0 : " + (ranks - 1)
                    + "[7] -> 0[0] [receive]" + " via NET/IB/0/GDRDMA\n");
        }
        return out.toString();
    }

    private String table(SimulatedNode node, int ranks, long from, long to) {
        StringBuilder out = new StringBuilder();
        out.append("#\n");
        out.append("#                                                       "
                + "       out-of-place                       in-place          \n");
        out.append("#       size         count      type   redop    root    "
                + " time   algbw   busbw #wrong     time   algbw   busbw #wrong\n");
        out.append("#        (B)    (elements)                              "
                + " (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       \n");
        double sum = 0;
        int rows = 0;
        for (long size = from; size <= to; size *= 2) {
            double busbw = busbw(node, ranks, size);
            double algbw = busbw * ranks / (2.0 * Math.max(1, ranks - 1));
            double time = algbw < 1e-9 ? 30 : Math.max(28.0, size / algbw / 1e3);
            out.append(String.format(
                    Locale.ROOT,
                    "%12d %13d     float     sum      -1 %8.1f %7.2f %7.2f      0 %8.1f %7.2f %7.2f      0\n",
                    size,
                    size / 4,
                    time,
                    algbw,
                    busbw,
                    time,
                    algbw,
                    busbw));
            sum += busbw;
            rows++;
        }
        out.append("# Out of bounds values : 0 OK\n");
        out.append(String.format(Locale.ROOT, "# Avg bus bandwidth    : %.3f \n#\n\n", rows == 0 ? 0 : sum / rows));
        return out.toString();
    }

    private double busbw(SimulatedNode node, int ranks, long size) {
        double peak = node.proving().peak() * (underMpi ? PAIR_SHARE : 1);
        double spread = 0.995 + 0.01 * node.seed().fraction("busbw-" + ranks + "-" + size);
        return peak * spread * size / (size + HALF_SPEED_BYTES);
    }

    private static String after(List<String> words, String option, String otherwise) {
        int at = words.indexOf(option);
        return at >= 0 && at + 1 < words.size() ? words.get(at + 1) : otherwise;
    }

    private static long bytes(String text) {
        char unit = Character.toUpperCase(text.charAt(text.length() - 1));
        long factor = switch (unit) {
            case 'K' -> 1L << 10;
            case 'M' -> 1L << 20;
            case 'G' -> 1L << 30;
            default -> 1;
        };
        return Long.parseLong(factor == 1 ? text : text.substring(0, text.length() - 1)) * factor;
    }
}
