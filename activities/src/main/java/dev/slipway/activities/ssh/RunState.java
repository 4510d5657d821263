package dev.slipway.activities.ssh;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes the state of a detached run. {@code exit} counts only when it has exited, {@code ran} only while it runs:
 * the time since it began, by the node's own monotonic clock; {@code output} is its end.
 */
public record RunState(Kind kind, int exit, String output, Duration ran, Boots boots) {
    private static final Pattern HEAD = Pattern.compile("\\Astate (none|running|lost|ended|exited ([0-9]{1,3}))\n"
            + "ran ([0-9]{1,9})\nboot (-|[0-9a-f-]{36}) ([0-9a-f-]{36})\noutput ([0-9]{1,9})\n");

    /** Holds the boot under which it began, and the one that the node ran when it was read; empty if there is none. */
    public record Boots(String began, String now) {
        /** Belongs to a run beside the worker, which no node's boot ends. */
        static final Boots NONE = new Boots("", "");
    }

    /** Lists what the files on the node prove. */
    public enum Kind {
        /** It never started: nothing was run. */
        NONE,
        RUNNING,
        /** It started, has no exit, and is not running: it may have done its work or not. */
        LOST,
        /** Somebody ended it by {@link DetachedRun#end} while it ran: it did not come to its end. */
        ENDED,
        EXITED
    }

    public RunState(Kind kind, int exit, String output) {
        this(kind, exit, output, Duration.ZERO, Boots.NONE);
    }

    /** Reads the answer of slipway-start and slipway-poll; empty if it is not whole. */
    static Optional<RunState> parse(SshAnswer answer) {
        String text = new String(answer.bytes(), StandardCharsets.ISO_8859_1);
        Matcher head = HEAD.matcher(text);
        if (!answer.ok() || answer.cut() || !head.find()) {
            return Optional.empty();
        }
        if (text.length() - head.end() != Integer.parseInt(head.group(6))) {
            return Optional.empty();
        }
        byte[] bytes = text.substring(head.end()).getBytes(StandardCharsets.ISO_8859_1);
        String output = new String(bytes, StandardCharsets.UTF_8);
        Kind kind = switch (head.group(1)) {
            case "none" -> Kind.NONE;
            case "running" -> Kind.RUNNING;
            case "lost" -> Kind.LOST;
            case "ended" -> Kind.ENDED;
            default -> Kind.EXITED;
        };
        return Optional.of(new RunState(
                kind,
                kind == Kind.EXITED ? Integer.parseInt(head.group(2)) : 0,
                output,
                kind == Kind.RUNNING ? Duration.ofSeconds(Long.parseLong(head.group(3))) : Duration.ZERO,
                new Boots(head.group(4).equals("-") ? "" : head.group(4), head.group(5))));
    }

    /** Returns the boot that the node ran when it was read. */
    public String bootId() {
        return boots.now();
    }

    /** Returns the boot under which the run began; empty if it never did. */
    public String began() {
        return boots.began();
    }

    /** Returns whether the node left the boot under which the run began. */
    public boolean outlivedItsBoot() {
        return !began().isEmpty() && !began().equals(bootId());
    }

    /** Returns whether it is still at work. */
    public boolean running() {
        return kind == Kind.RUNNING;
    }

    /** Returns whether every command ended with status 0. */
    public boolean succeeded() {
        return kind == Kind.EXITED && exit == 0;
    }

    /** Returns the last line of the output that is not blank. */
    public Optional<String> lastLine() {
        return output.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b).map(String::strip);
    }
}
