package dev.slipway.facts.tool;

import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recognises the lines in which a shell, sudo, ssh, or a launcher of processes reports that a tool did not run or did
 * not come to its end. It is the one list for all parsers; a tool's own words belong to its parser.
 */
public final class ErrorLines {
    private static final String LIBRARY = "error while loading shared libraries";

    /** Lists what replaces a tool's output, by its kind. */
    private static final Map<Pattern, String> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put(
                Pattern.compile("(?i)\\bcommand not found\\b|: not found$|Command '[^']{1,64}' not found"),
                "command-not-found");
        KNOWN.put(
                Pattern.compile("sudo: (?:a password is required|a terminal is required|no tty present"
                        + "|sorry, you must have a tty)"
                        + "|\\[sudo] password for |is not in the sudoers file|is not allowed to (?:run sudo"
                        + "|execute)"),
                "sudo-refused");
        KNOWN.put(Pattern.compile("(?i)(?:sh|bash|dash|ash): .*permission denied|cannot execute"), "permission-denied");
        KNOWN.put(
                Pattern.compile("^ssh: |^Connection (?:closed|timed out|reset|refused)|kex_exchange_identification"
                        + "|Host key verification failed"),
                "ssh-failed");
        KNOWN.put(Pattern.compile(LIBRARY), "library-missing");
        KNOWN.put(Pattern.compile("^timeout: |^Terminated$|^Killed$"), "killed");
    }

    /** Lists how a line begins that a shell writes itself, and never a tool within its output. */
    private static final String SHELL =
            "^(?:-?(?:ba|da|a|z)?sh|sudo|ssh|timeout|env|nohup): (?!warning: |unable to resolve host)"
                    + "|^(?:Killed|Terminated|Aborted|Hangup)$"
                    + "|^(?:Segmentation fault|Bus error|Illegal instruction|Floating point exception"
                    + "|Aborted)(?: \\(core dumped\\))?$";

    /**
     * The connection, or the filter behind it, that ended the output before its end.
     *
     * @see <a href="https://github.com/openssh/openssh-portable/blob/master/clientloop.c">ssh: clientloop.c</a>
     */
    private static final String CUT_OFF =
            "^Connection (?:closed|reset) by |^Connection to \\S+ (?:closed by remote host|timed out)"
                    + "|^client_loop: send disconnect|^packet_write_(?:wait|poll): |^Write failed: "
                    + "|^Timeout, server \\S+ not responding"
                    + "|^(?:kex|ssh)_exchange_identification: |^Binary file .* matches$"
                    + "|^grep: .*: binary file matches$";

    /**
     * Lists the messages of mpirun, srun, kubectl exec, docker exec, pdsh and clush about their processes, at the begin
     * of a line.
     */
    private static final String LAUNCHER =
            "^(?:srun|slurmstepd|salloc|sbatch): (?:error|fatal|Force Terminated|Job step aborted)"
                    + "|^(?:mpirun|mpiexec|prterun|prun)\\b.*(?:noticed|detected|unable|error|lost|fail)"
                    + "|^(?:ORTE|PRTE|PMIX|PMIx)\\b.*(?:lost|unable|ERROR)"
                    + "|^command terminated with (?:non-zero )?exit code|^(?:error: )?unable to upgrade connection"
                    + "|^error: Internal error occurred: |^Error from server\\b"
                    + "|^(?:docker: )?Error response from daemon: |^OCI runtime exec failed"
                    + "|^pdsh@\\S+: |^clush: \\S+: exited with ";

    /** All of them stand at the begin of a line, and begin with a letter, or with the dash of a login shell. */
    private static final Pattern BESIDE = Pattern.compile(SHELL + "|" + CUT_OFF + "|" + LAUNCHER);

    /** Matches words about a lost process, anywhere in an output of tests and their launchers only. */
    private static final Pattern LOST =
            Pattern.compile("exited on signal|[Ee]xited with (?:non-zero |exit )?(?:status|code)|exit code"
                    + "|non-zero (?:exit )?(?:status|code)"
                    + "|BAD TERMINATION|KILLED BY SIGNAL|MPI_ABORT was invoked|Process received signal"
                    + "|daemon has unexpectedly failed|lost communication"
                    + "|Job (?:step )?(?:failed|aborted|killed)|CANCELLED AT|terminate called after|OutOfMemory"
                    + "|oom-kill"
                    + "|^(?:Error|ERROR|FATAL): |Segmentation fault|Bus error|core dumped");

    /** Nothing was launched: a library of the program, or what starts it on another node, is missing or another one. */
    private static final Pattern NOT_LAUNCHED = Pattern.compile(LIBRARY + ": [^\\n]{1,160}"
            + "|(?:mpirun|prterun|mpiexec) was unable to "
            + "(?:find the specified executable file|launch the specified application)[^\\n]*"
            + "|(?:ORTE|PRTE) was unable to reliably start one or more daemons[^\\n]*"
            + "|There are not enough slots available in the system[^\\n]*");

    /** Explains why a shell could not begin a program, beside its exit status 126 or 127. */
    private static final Pattern NOT_BEGUN = Pattern.compile(
            "[^\\n]*(: (command )?not found|: No such file or directory|: Permission denied|Exec format error)[^\\n]*");

    /** Matches a line that is such a message as a whole, whatever a parser takes it for. */
    private static final Pattern WHOLE = Pattern.compile("^-?(?:/\\S{1,64}/)?(?:ba|da|a|z|k)?sh: ?|^(?:sudo|ssh): "
            + "|^Command '|^[\\w./+-]{1,64}: (?:(?:command )?not found$|" + LIBRARY + ")");

    /** Limits the lines of an output that only says why a tool did not run. */
    private static final int LONGEST = 12;

    private ErrorLines() {}

    /**
     * Returns the meaning of this line beside a tool's output: its kind if it is known, else the line; empty for
     * others.
     */
    public static Optional<String> beside(String line) {
        String bare = line.strip();
        if (bare.isEmpty() || !(Character.isLetter(bare.charAt(0)) || bare.charAt(0) == '-')) {
            return Optional.empty();
        }
        String text = Text.shorten(bare, 200);
        return BESIDE.matcher(text).lookingAt() ? in(text).or(() -> Optional.of(text)) : Optional.empty();
    }

    /** Returns the kind of error in this line with which a tool never ran; empty if it is none of them. */
    public static Optional<String> in(String line) {
        String text = line.length() > 500 ? line.substring(0, 500) : line.stripTrailing();
        return KNOWN.entrySet().stream()
                .filter(k -> k.getKey().matcher(text).find())
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns whether a line of a launched test reports that one of its processes was lost. */
    public static boolean lost(String line) {
        return LOST.matcher(line).find()
                || notLaunched(line).isPresent()
                || beside(line).isPresent();
    }

    /** Returns what in this text shows, for any exit status, that nothing was launched. */
    public static Optional<String> notLaunched(String text) {
        return found(NOT_LAUNCHED, text);
    }

    /** Returns a shell's message in this text about a program that it could not start. */
    public static Optional<String> notBegun(String text) {
        return found(NOT_BEGUN, text);
    }

    private static Optional<String> found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(Text.shorten(matcher.group().strip(), 160)) : Optional.empty();
    }

    /** Returns a short output with a line that the tool never ran, as an error; empty for others. */
    public static Optional<ToolReport<?>> notRun(Output output) {
        return notRunLines(output).findFirst().map(line -> notRun(output, kind(line)));
    }

    /**
     * Returns the report of a parser on a short output; an error if a message that the tool never ran is all that the
     * output holds. Such a message beside what the parser understood bars any verdict but FAIL; within it, it is a part
     * of the output.
     */
    public static ToolReport<?> notRunUnlessRead(Output output, ToolReport<?> report) {
        List<Output.Line> messages = notRunLines(output).toList();
        if (messages.isEmpty()) {
            return report;
        }
        Set<Integer> foreign =
                report.unparsed().stream().map(Unparsed::line).collect(Collectors.toCollection(HashSet::new));
        messages.stream()
                .filter(line -> WHOLE.matcher(line.text().strip()).find())
                .forEach(line -> foreign.add(line.number()));
        if (output.written().stream().allMatch(line -> foreign.contains(line.number()))) {
            return notRun(output, kind(messages.getFirst()));
        }
        return messages.stream()
                .filter(line -> foreign.contains(line.number()))
                .findFirst()
                .<ToolReport<?>>map(line ->
                        report.interrupted(kind(line) + ": " + line.text().strip()))
                .orElse(report);
    }

    private static Stream<Output.Line> notRunLines(Output output) {
        List<Output.Line> written = output.written();
        return written.size() > LONGEST
                ? Stream.empty()
                : written.stream().filter(line -> in(line.text()).isPresent());
    }

    private static String kind(Output.Line line) {
        return in(line.text()).orElseThrow();
    }

    private static ToolReport<?> notRun(Output output, String kind) {
        Findings found = new Findings("error");
        found.facts().put("error", kind);
        output.written().forEach(found::unparsed);
        return found.verdict(ToolVerdict.INFRASTRUCTURE_ERROR, kind + ": " + output.first())
                .of(output);
    }
}
