package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.starter.Starter;
import dev.slipway.worker.Worker;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What `slipway worker`, `starter` and `up` do with the words after their name, each as a process of its own. */
class ServerCommandsTest {
    /** Nobody may write there, not even root. */
    private static final String READ_ONLY = "/sys/kernel/slipway/";

    @TempDir
    Path folder;

    /** What a process said and how it ended. */
    private record Ended(int exit, String said) {}

    static Stream<Class<?>> servers() {
        return Stream.of(Worker.class, Starter.class, Up.class);
    }

    private Ended run(Class<?> main, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath(),
                main.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().keySet().removeIf(name -> name.startsWith("SLIPWAY_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    /** This test's class path, from any folder. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((all, entry) -> all + File.pathSeparator + entry)
                .orElseThrow();
    }

    private static String word(Class<?> main) {
        return main.getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void showsItsHelpAndStartsNothing(Class<?> main) throws Exception {
        Ended ended = run(main, Map.of(), "--help");

        assertThat(ended.exit()).as(ended.said()).isZero();
        assertThat(ended.said())
                .startsWith("Usage: slipway " + word(main))
                .contains("Examples:\n  slipway " + word(main) + "\n");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void refusesAnUnknownOptionWithTheNextStep(Class<?> main) throws Exception {
        Ended ended = run(main, Map.of(), "--prot", "8080");

        assertThat(ended.exit()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said().lines())
                .containsExactly(
                        "slipway: " + word(main) + " does not take '--prot'; nothing was started",
                        "         see: slipway " + word(main) + " --help");
    }

    /** The configuration is wrong, so that the process names its directory and ends. */
    @ParameterizedTest
    @MethodSource("servers")
    void findsTheConfigurationWhereTheCommandLineDoes(Class<?> main) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path shipped = Files.createDirectories(home.resolve("config"));
        Files.writeString(shipped.resolve("slipway.yaml"), "temporl: {}\n");
        Map<String, String> environment = Map.of("SLIPWAY_HOME", home.toString());

        Ended ended = run(main, environment);

        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.said()).contains(shipped.resolve("slipway.yaml") + ":1:");

        Path here = Files.createDirectories(folder.resolve("config"));
        Files.writeString(here.resolve("slipway.yaml"), "temporl: {}\n");
        assertThat(run(main, environment).said()).contains(here.resolve("slipway.yaml") + ":1:");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void showsAStackTraceOfWhatKeepsItFromStartingOnlyWithDebug(Class<?> main) throws Exception {
        Ended plain = run(main, Map.of());
        Ended debug = run(main, Map.of(), "--debug");

        assertThat(plain.exit()).isEqualTo(2);
        assertThat(plain.said()).contains("There is no such directory.").doesNotContain("\tat dev.slipway");
        assertThat(debug.said()).contains("There is no such directory.", "\tat dev.slipway");
    }

    private Map<String, String> configured(int port, String ledger, RecordingFrontend temporal) throws IOException {
        Path config = Files.createDirectories(folder.resolve("config"));
        Files.writeString(config.resolve("slipway.yaml"), """
                starter: { address: '127.0.0.1:%d' }
                ledger: { file: '%s' }
                temporal: { target: '%s' }
                """.formatted(port, ledger, temporal.target()));
        return Map.of("SLIPWAY_CONFIG", config.toString());
    }

    /** `up` listens before its worker starts: one that cannot listen takes up no step of a run. */
    @ParameterizedTest
    @ValueSource(classes = {Starter.class, Up.class})
    void saysInTwoLinesThatItsPortIsBusyAndStartsNoWorker(Class<?> main) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RecordingFrontend temporal = new RecordingFrontend()) {
            Ended ended = run(main, configured(other.getLocalPort(), "../ledger", temporal));

            assertThat(ended.said().lines())
                    .containsExactly(
                            "slipway: port " + other.getLocalPort()
                                    + " is in use; another starter, or something else, listens there",
                            "         stop what listens there, or change `starter.address` in slipway.yaml");
            assertThat(ended.exit()).isEqualTo(4);
            assertThat(temporal.calls).as("nobody polls").isSubsetOf("GetSystemInfo");
        }
    }

    static Stream<Arguments> unusableLedgers() {
        return Stream.of(Starter.class, Up.class, Worker.class)
                .flatMap(main -> Stream.of("../torn", "../torn.mv.db/ledger", READ_ONLY + "ledger")
                        .map(ledger -> Arguments.of(main, ledger)));
    }

    @ParameterizedTest
    @MethodSource("unusableLedgers")
    void saysInTwoLinesThatItsLedgerCannotBeOpened(Class<?> main, String ledger) throws Exception {
        Files.writeString(folder.resolve("torn.mv.db"), "no ledger at all\n".repeat(1_000));
        try (RecordingFrontend temporal = new RecordingFrontend()) {
            Ended ended = run(main, configured(8080, ledger, temporal));

            assertThat(ended.said().lines()).hasSize(2).last().isEqualTo("         see `ledger` in slipway.yaml");
            assertThat(ended.said()).startsWith("slipway: ").contains(ledger.replaceFirst("^\\.\\./", ""));
            assertThat(ended.said()).doesNotContain("Exception");
            assertThat(ended.exit()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Starter.class, Up.class})
    void saysInTwoLinesThatItsTokenCannotBeWritten(Class<?> main) throws Exception {
        try (RecordingFrontend temporal = new RecordingFrontend()) {
            Map<String, String> environment = configured(0, "../ledger", temporal);
            SimulatedSite.change(
                    folder.resolve("config/slipway.yaml"),
                    "starter: {",
                    "starter: { tokenFile: " + READ_ONLY + "token,");

            Ended ended = run(main, environment);

            assertThat(ended.said().lines())
                    .hasSize(2)
                    .first(InstanceOfAssertFactories.STRING)
                    .startsWith("slipway: the token file " + READ_ONLY + "token can be neither read nor written: ");
            assertThat(ended.said())
                    .endsWith("         see `starter.tokenFile` in slipway.yaml\n")
                    .doesNotContain("Exception");
            assertThat(ended.exit()).isEqualTo(2);
            assertThat(temporal.calls).as("nobody polls").isSubsetOf("GetSystemInfo");
        }
    }
}
