package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.CommandKilled;
import dev.slipway.simulator.node.DetachedJob;
import dev.slipway.simulator.node.GpuProcess;
import dev.slipway.simulator.node.NodeEvent;
import dev.slipway.simulator.node.Proving;
import dev.slipway.simulator.node.SimulatedNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Plays {@code slipway-start} and {@code slipway-poll}: detached work and its state below {@code /var/lib/slipway}. */
final class JobScripts {
    private static final int SHOWN = 4096;

    private final Toolbox toolbox;

    JobScripts(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    /**
     * Plays {@code TOKEN DIR COMMANDS}: it starts the commands once; a directory that was started already is only
     * shown.
     */
    Answer start(SimulatedNode node, List<String> arguments) {
        if (arguments.size() != 3) {
            return Answer.failed(2, "slipway-start: needs TOKEN DIR COMMANDS\n");
        }
        String directory = arguments.get(0) + "/" + arguments.get(1);
        if (node.job(directory).isEmpty()) {
            String boot = node.power().bootId();
            DetachedJob job = new DetachedJob(node.clock(), boot);
            node.addJob(directory, job);
            node.note(NodeEvent.Kind.COMMAND, directory);
            List<String> lines =
                    arguments.get(2).lines().filter(l -> !l.isBlank()).toList();
            Thread process = Thread.ofVirtual()
                    .name(node.name() + "-" + directory)
                    .unstarted(() -> node.clock().run(() -> work(job, boot, lines)));
            job.process(process);
            process.start();
        }
        node.clock().spend(Duration.ofMillis(150));
        return shown(node, directory, SHOWN);
    }

    private void work(DetachedJob job, String boot, List<String> lines) {
        try {
            for (String line : lines) {
                if (!running(boot)) {
                    throw new CommandKilled("the boot of this job ended");
                }
                int exit = one(job, line);
                if (exit != 0) {
                    job.exited(exit);
                    return;
                }
            }
            job.exited(0);
        } catch (CommandKilled e) {
            job.lose();
        }
    }

    private boolean running(String boot) {
        return toolbox.node().power().up() && toolbox.node().power().bootId().equals(boot);
    }

    private int one(DetachedJob job, String line) {
        return switch (toolbox.dispatch(line, true)) {
            case Result.Ended ended -> {
                job.print(ended.answer().text());
                yield ended.answer().exit();
            }
            case Result.Flood flood -> {
                job.print("\u0000".repeat(1 << 16));
                yield flood.exit();
            }
            case Result.Dropped dropped -> throw new CommandKilled(line);
        };
    }

    /** Plays {@code TOKEN DIR MAXBYTES}. */
    Answer poll(SimulatedNode node, List<String> arguments) {
        if (arguments.size() != 3) {
            return Answer.failed(2, "slipway-poll: needs TOKEN DIR MAXBYTES\n");
        }
        return shown(node, arguments.get(0) + "/" + arguments.get(1), Integer.parseInt(arguments.get(2)));
    }

    /**
     * Plays {@code TOKEN DIR SECONDS PROGRAM…}: it ends the job and the programs that it left running, as far as
     * signals can.
     */
    Answer end(SimulatedNode node, List<String> arguments) {
        if (arguments.size() < 3) {
            return Answer.failed(2, "slipway-end: needs TOKEN DIR SECONDS\n");
        }
        Duration patience = Duration.ofSeconds(Long.parseLong(arguments.get(2)));
        List<String> programs = arguments.subList(3, arguments.size());
        Optional<DetachedJob> job =
                node.job(arguments.get(0) + "/" + arguments.get(1)).filter(DetachedJob::running);
        job.ifPresent(DetachedJob::toBeEnded);
        List<GpuProcess> left = Hang.left(node, programs);
        Proving.Ends ends = left.isEmpty() ? Proving.Ends.AT_TERM : Hang.of(node);
        node.clock().spend(ends == Proving.Ends.AT_TERM ? Duration.ofSeconds(1) : patience);
        if (ends == Proving.Ends.AT_REBOOT) {
            node.clock().spend(patience);
        } else {
            job.flatMap(DetachedJob::process).ifPresent(node.clock()::kill);
            job.ifPresent(DetachedJob::lose);
            left.forEach(process -> node.endProcesses(process.owner()));
        }
        List<GpuProcess> after = Hang.left(node, programs);
        StringBuilder out = new StringBuilder("left " + after.size() + "\n");
        after.forEach(process ->
                out.append(process.pid()).append(' ').append(process.command()).append('\n'));
        return Answer.of(out.toString());
    }

    private static Answer shown(SimulatedNode node, String directory, int max) {
        String state = node.job(directory).map(job -> job.state(node.clock())).orElse("state none\nran 0");
        byte[] tail = node.job(directory).map(j -> j.tail(max)).orElseGet(() -> new byte[0]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String began = node.job(directory).map(DetachedJob::boot).orElse("-");
        String boots = "\nboot " + began + " " + node.power().bootId();
        out.writeBytes((state + boots + "\noutput " + tail.length + "\n").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(tail);
        return Answer.of(out.toByteArray());
    }
}
