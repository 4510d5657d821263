package dev.slipway.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerDatabaseTest {
    @TempDir
    Path directory = Path.of("");

    /** Opens the ledger of its argument, as another process would, and prints what it is told. */
    static final class AnotherProcess {
        public static void main(String[] arguments) {
            try (LedgerDatabase ledger = LedgerDatabase.open(arguments[0], "sa", Optional.empty())) {
                ledger.ping();
                System.out.println("opened");
            } catch (LedgerAway e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void refusesASecondProcessOnTheSameFileWithOneSentence() throws Exception {
        String url = "jdbc:h2:file:" + directory.resolve("ledger");
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "sa", Optional.empty())) {
            ledger.ping();
            assertThat(inAnotherProcess(url))
                    .startsWith("Another process has the ledger")
                    .endsWith("use PostgreSQL.");
        }
        assertThat(inAnotherProcess(url)).isEqualTo("opened");
    }

    /** The newest of them has the number of today's first migration: it is refused by those before. */
    @ParameterizedTest
    @ValueSource(strings = {"10", "11"})
    void refusesALedgerOfAnOlderVersionAndLeavesItAsItIs(String newest) throws Exception {
        Path migrations = Files.createDirectories(directory.resolve("migrations"));
        Files.writeString(migrations.resolve("V10__known_line.sql"), "create table known_line (line text);\n");
        if (newest.equals("11")) {
            Files.writeString(migrations.resolve("V11__names.sql"), "create table named (line text);\n");
        }
        String url = "jdbc:h2:file:" + directory.resolve("old");
        Flyway old = Flyway.configure()
                .dataSource(LedgerDatabase.urlOf(url), "sa", "")
                .locations("filesystem:" + migrations)
                .load();
        old.migrate();
        assertThatThrownBy(() -> LedgerDatabase.open(url, "sa", Optional.empty()))
                .isInstanceOf(LedgerAway.class)
                .hasMessageStartingWith("The ledger jdbc:h2:file:")
                .hasMessageContaining("was made by an older version")
                .hasMessageEndingWith("name a new database as `ledger` in slipway.yaml.");
        assertThat(old.info().current().getVersion().getVersion()).isEqualTo(newest);
    }

    @Test
    void keepsItsFileFromOtherUsersANewOneAndOneThatWasOpenToAll() throws Exception {
        Path file = directory.resolve("new/deep/ledger.mv.db");
        String url = "jdbc:h2:file:" + directory.resolve("new/deep/ledger");
        for (String before : List.of("", "rw-r--r--")) {
            if (!before.isEmpty()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(before));
            }
            try (LedgerDatabase ledger = LedgerDatabase.open(url, "sa", Optional.empty())) {
                ledger.baselines().keep(Samples.GOAL, Samples.baseline(), Samples.NOON);
                assertThat(mode(file)).isEqualTo("rw-------");
            }
            assertThat(mode(file)).isEqualTo("rw-------");
            assertThat(mode(directory.resolve("new/deep"))).isEqualTo("rwx------");
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void keepsWhatWasWrittenToAFile() {
        String url = "jdbc:h2:file:" + directory.resolve("ledger");
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "sa", Optional.empty())) {
            ledger.baselines().keep(Samples.GOAL, Samples.baseline(), Samples.NOON);
            assertThat(ledger.singleProcess()).isTrue();
        }
        try (LedgerDatabase ledger = LedgerDatabase.open(url, "sa", Optional.empty())) {
            assertThat(ledger.baselines().of(Samples.GOAL)).contains(Samples.baseline());
        }
    }

    @Test
    void saysThatItsFileIsDamagedAndLeavesIt() throws Exception {
        Path file = Files.writeString(directory.resolve("torn.mv.db"), "no ledger at all\n".repeat(1_000));
        String before = Files.readString(file);

        assertThatThrownBy(
                        () -> LedgerDatabase.open("jdbc:h2:file:" + directory.resolve("torn"), "sa", Optional.empty()))
                .isInstanceOf(LedgerAway.class)
                .hasMessage("The file of the ledger jdbc:h2:file:" + directory.resolve("torn")
                        + " is damaged or no ledger, and is left as it is."
                        + " Put a backup in its place, or name a new file.");
        assertThat(file).hasContent(before);
    }

    @Test
    void saysWhyItsFolderCannotBeMadeWithoutTheClassOfTheError() throws Exception {
        Path plain = Files.writeString(directory.resolve("plain"), "");

        assertThatThrownBy(() -> LedgerDatabase.open("jdbc:h2:file:" + plain + "/ledger", "sa", Optional.empty()))
                .isInstanceOf(LedgerAway.class)
                .hasMessageContaining(plain + " is there already, and is no folder. Give this user")
                .hasMessageNotContaining("Exception");
    }

    @Test
    void neverUsesAutoServer() {
        refused("jdbc:h2:file:/tmp/x;auto_server=TRUE", "AUTO_SERVER");
    }

    @Test
    void refusesAnotherKindOfDatabase() {
        refused("jdbc:mysql://host/db", "neither PostgreSQL nor H2");
    }

    @Test
    void saysThatNothingListensAndShowsNoSecret() {
        assertThatThrownBy(() -> LedgerDatabase.open(
                        "jdbc:postgresql://127.0.0.1:1/slipway?password=hunter2", "slipway", Optional.empty()))
                .isInstanceOf(LedgerAway.class)
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/slipway")
                .hasMessageContaining("Start its database")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aServerThatVanishedWithoutAWordIsAwayBeforeAnActivityMissesItsHeartbeat() {
        Properties limited = LedgerDatabase.limited("jdbc:postgresql://db/slipway", new Properties());
        assertThat(limited).containsEntry("socketTimeout", "10").containsEntry("connectTimeout", "5");
        assertThat(LedgerDatabase.limited("jdbc:h2:mem:x", new Properties())).isEmpty();
    }

    @Test
    void namesThePasswordFileThatIsMissing() {
        assertThatThrownBy(() -> LedgerDatabase.open("jdbc:h2:mem:p", "sa", Optional.of(directory.resolve("absent"))))
                .isInstanceOf(LedgerAway.class)
                .hasMessageContaining("absent");
    }

    @Test
    void asksForThePasswordThatTheFileHolds() throws Exception {
        String url = "jdbc:h2:file:" + directory.resolve("locked");
        Path secret = Files.writeString(directory.resolve("secret"), "s3cret\n");
        LedgerDatabase.open(url, "sa", Optional.of(secret)).close();
        refused(url, "Wrong user name or password");
        LedgerDatabase.open(url, "sa", Optional.of(secret)).close();
    }

    @Test
    void isAwayOnceItsDatabaseIsClosed() {
        LedgerDatabase ledger = LedgerDatabase.open("jdbc:h2:mem:gone", "sa", Optional.empty());
        ledger.close();
        assertThatThrownBy(ledger::ping).isInstanceOf(LedgerAway.class);
        assertThatThrownBy(() -> ledger.nodeRows().all()).isInstanceOf(LedgerAway.class);
    }

    private static void refused(String url, String part) {
        assertThatThrownBy(() -> LedgerDatabase.open(url, "sa", Optional.empty()))
                .isInstanceOf(LedgerAway.class)
                .hasMessageContaining(part);
    }

    private static String inAnotherProcess(String url) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        AnotherProcess.class.getName(),
                        url))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return said;
    }
}
