package dev.slipway.starter.cli;

import dev.slipway.config.Config;
import dev.slipway.config.SiteConfig;
import dev.slipway.facts.Text;
import dev.slipway.model.Causes;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Is the command line {@code slipway}. Every command answers with text for people or, with {@code --json}, with one
 * JSON value, and with an exit code of {@link Exit}. Errors are two lines: what is wrong, and what to do about it.
 */
@Command(
        name = "slipway",
        description = "Hauls GPU nodes out of service, works on them, proves them, and launches them again.",
        version = "slipway 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  slipway status                                     what is where, and why",
            "  slipway drift check --fleet prod-a                 nodes beside their baseline",
            "  slipway run image-drift --node gpu-041 --dry-run   what a run would do",
            "  slipway rollout start --from drift/prod-a-2026-11-21T02:00:00Z \\",
            "      --reason 'nightly drift'",
            "  slipway retry gpu-102 --reason 'freed the GPU'     decide in DECISION",
            "",
            "slipway demo, worker, starter and up are the launcher's: they start parts of an",
            "installation. Each has a --help of its own."
        },
        subcommands = {
            DriftCommand.class,
            RunCommand.class,
            RolloutCommand.class,
            StatusCommand.class,
            WatchCommand.class,
            DecisionCommands.Retry.class,
            DecisionCommands.Rollback.class,
            DecisionCommands.Hold.class,
            DecisionCommands.Accept.class,
            DecisionCommands.Abort.class,
            NodeCommand.class,
            GpuCommand.class,
            FreezeCommands.Freeze.class,
            FreezeCommands.Unfreeze.class,
            BuildsCommand.class,
            LinesCommand.class,
            ScheduleCommand.class,
            ConfigCommand.class,
            TokenCommand.class,
            BaselineCommand.class,
            ParseCommand.class,
            FactsCommand.class,
            DiagnoseCommand.class,
            DoctorCommand.class
        })
public final class Slipway implements Runnable {
    private final Map<String, String> environment;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print one JSON value instead of text.")
    boolean json;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    boolean debug;

    @Option(
            names = "--server",
            scope = ScopeType.INHERIT,
            paramLabel = "URL",
            description = "The starter. Default: SLIPWAY_SERVER, else starter.address of the configuration, else "
                    + "http://127.0.0.1:8080.")
    @Nullable
    String server;

    @Option(
            names = "--token-file",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "The file with the bearer token. Default: SLIPWAY_TOKEN_FILE, else starter.tokenFile of the "
                    + "configuration, else .slipway/token beside it.")
    @Nullable
    Path tokenFile;

    private Slipway(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exit = run(args, out, err, System.getenv());
        out.flush();
        err.flush();
        System.exit(exit);
    }

    /** Runs one command in this process and returns its exit code; it prints to {@code out} and {@code err}. */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        return run(args, out, err, System.getenv());
    }

    /** Does the same as {@link #run(String[], PrintWriter, PrintWriter)}, with the given environment variables. */
    public static int run(String[] args, PrintWriter out, PrintWriter err, Map<String, String> environment) {
        return commandLine(environment, out, err).execute(args);
    }

    /** Returns every command, ready to be executed. */
    static CommandLine commandLine(Map<String, String> environment, PrintWriter out, PrintWriter err) {
        CommandLine line = commandLine(environment);
        Slipway root = line.getCommand();
        return line.setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((e, failed, parsed) -> root.explain(e, err))
                .setParameterExceptionHandler((e, words) -> usage(e, err));
    }

    /** Returns every command, as it is parsed. */
    static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new Slipway(environment)).setCaseInsensitiveEnumValuesAllowed(true);
        documentExits(line);
        Optional.ofNullable(line.getSubcommands().get("parse")).ifPresent(ParseCommand::describeOwnOptions);
        return line;
    }

    private static void documentExits(CommandLine line) {
        UsageMessageSpec help = line.getCommandSpec().usageMessage();
        if (help.exitCodeList().isEmpty()) {
            help.exitCodeListHeading("%nExit codes:%n").exitCodeList(Exit.table());
        }
        line.getSubcommands().values().forEach(Slipway::documentExits);
    }

    /** Prints the help, without a command. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(new CommandLine(this), "no command given");
    }

    /** Returns the client of the starter, as options and environment name it. */
    ApiClient client() {
        Optional<String> url =
                Optional.ofNullable(server).or(() -> Optional.ofNullable(environment.get("SLIPWAY_SERVER")));
        Optional<Path> token = Optional.ofNullable(tokenFile)
                .or(() -> Optional.ofNullable(environment.get("SLIPWAY_TOKEN_FILE"))
                        .map(Path::of));
        if (url.isPresent() && token.isPresent()) {
            return new ApiClient(address(url.get()), token.get());
        }
        SiteConfig.Starter configured = Config.starter(configuration());
        return new ApiClient(
                address(url.orElseGet(() -> "http://" + configured.reachedAt())), token.orElse(configured.tokenFile()));
    }

    /** Returns the configuration directory, which the servers find in the same way. */
    Path configuration() {
        return Config.directory(environment);
    }

    /** Prints an answer as JSON or as the text that {@code words} makes of it. */
    <T> void answer(PrintWriter out, Reply<T> reply, Function<T, String> words) {
        String text = json ? ApiClient.pretty(reply.json()) : words.apply(reply.value());
        out.println(text.stripTrailing());
        out.flush();
    }

    private static URI address(String url) {
        try {
            URI uri = URI.create(url.endsWith("/") ? url : url + "/");
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    Exit.USAGE, "'" + url + "' is not an address: " + e.getMessage(), "e.g. http://127.0.0.1:8080", e);
        }
        throw new Refusal(Exit.USAGE, "'" + url + "' is not an http or https address", "e.g. http://127.0.0.1:8080");
    }

    private int explain(Exception e, PrintWriter err) {
        Refusal refusal = e instanceof Refusal r
                ? r
                : new Refusal(
                        Exit.BUG,
                        "slipway failed: " + Causes.words(e),
                        "run it again with --debug and report what it prints");
        print(err, refusal.what(), refusal.next());
        if (debug) {
            e.printStackTrace(err);
        }
        return refusal.exit();
    }

    private static int usage(CommandLine.ParameterException e, PrintWriter err) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong command line");
        String help = "see: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        List<String> near =
                e instanceof CommandLine.UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        print(err, message, near.isEmpty() ? help : "did you mean: " + String.join(", ", near) + "? " + help);
        return Exit.USAGE;
    }

    private static void print(PrintWriter err, String what, String next) {
        err.println("slipway: " + Text.printable(what));
        if (!next.isBlank()) {
            err.println("         " + Text.printable(next));
        }
        err.flush();
    }
}
