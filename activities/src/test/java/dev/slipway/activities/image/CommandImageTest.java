package dev.slipway.activities.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.audit.AuditedActs;
import dev.slipway.activities.ssh.ChangedBaseline;
import dev.slipway.activities.ssh.OneNode;
import dev.slipway.ledger.LedgerDatabase;
import dev.slipway.model.Act;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.simulator.node.NodePlan;
import dev.slipway.simulator.node.SoftwareSet;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandImageTest {
    private static final String IMAGE = SoftwareSet.pinned().imageVersion();
    private static final String ANOTHER_BOOT = "00000000-0000-0000-0000-000000000000";

    @TempDir
    private Path folder = Path.of("");

    private final AuditedActs begun = AuditedActs.images(
            LedgerDatabase.open("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", Optional.empty())
                    .audit(),
            InstantSource.system());

    private static Baseline baseline(BaselineRef ref) {
        return ChangedBaseline.of(OneNode.baseline(ref))
                .pins(Map.of(Field.IMAGE_VERSION, IMAGE))
                .baseline();
    }

    private CommandImage image(OneNode node, String script) throws IOException {
        return image(node, script, act -> {});
    }

    private CommandImage image(OneNode node, String script, Consumer<Act> keepOut) throws IOException {
        Path file = Files.writeString(folder.resolve("provider.sh"), script);
        Path secret = Files.writeString(folder.resolve("secret"), "hidden");
        SiteCommand command = new SiteCommand(
                List.of("sh", file.toString(), "{cluster}/{node}", "{address}", "{image}", "{token}", "{secretFile}"),
                Duration.ofSeconds(20));
        CommandImage.Method method = new CommandImage.Method(
                command,
                Map.of("address", "192.0.2.11", SiteCommand.SECRET_FILE, secret.toString()),
                Duration.ofMillis(200));
        return new CommandImage(
                node.tools(),
                CommandImageTest::baseline,
                act -> Optional.of(method),
                new CommandImage.Safety(node::guard, begun, keepOut, (act, boot) -> Optional.empty()));
    }

    private OneNode node() {
        return new OneNode(folder.resolve("node"), NodePlan.clean("gpu-001", 7));
    }

    private static String boot(OneNode node) {
        return node.see(() -> node.node().power().bootId());
    }

    private static void assertFails(FailureType type, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        f -> assertThat(f.getType()).as(f.getOriginalMessage()).isEqualTo(type.name()));
    }

    @Test
    void aNodeThatRunsTheImageUnderAnotherBootIsDone() throws IOException {
        try (OneNode node = node()) {
            assertThat(image(node, "exit 9").reimage(node.act("image", 1), OneNode.GOAL, ANOTHER_BOOT))
                    .isEqualTo(boot(node));
            assertThat(node.guarded()).isEmpty();
        }
    }

    @Test
    void theCommandGetsItsWordsAndTheNodeIsTheProof() throws IOException {
        try (OneNode node = node()) {
            CommandImage image = image(node, "echo \"$@\" >>" + folder + "/called; echo " + IMAGE);
            assertFails(FailureType.STEP_FAILED, () -> image.reimage(node.act("image", 1), OneNode.GOAL, boot(node)));
            assertThat(Files.readString(folder.resolve("called")))
                    .isEqualTo("lab/gpu-001 192.0.2.11 " + IMAGE + " token-1-image-1 " + folder + "/secret\n");
            assertThat(node.guarded()).hasSize(1);
        }
    }

    @Test
    void aFleetWithoutACommandIsToldWhatToAdd() {
        try (OneNode node = node()) {
            CommandImage none = new CommandImage(
                    node.tools(),
                    CommandImageTest::baseline,
                    act -> Optional.empty(),
                    new CommandImage.Safety(node::guard, begun, act -> {}, (act, boot) -> Optional.empty()));
            assertThatThrownBy(() -> none.reimage(node.act("image", 1), OneNode.GOAL, boot(node)))
                    .hasMessageContaining("add `image` with its `command` to the fleet or to slipway.yaml");
            assertThat(node.guarded()).isEmpty();
        }
    }

    @Test
    void aSilentNodeIsWrittenOnlyWhereAnEarlierTryOfTheStepWasGuarded() throws IOException {
        try (OneNode node = node()) {
            String boot = boot(node);
            CommandImage image = image(node, "echo \"$@\" >>" + folder + "/called; echo " + IMAGE);
            node.node().clock().run(() -> node.node().power().off());

            assertFails(FailureType.TRANSIENT, () -> image.reimage(node.act("image", 1), OneNode.GOAL, boot));
            assertThat(folder.resolve("called")).doesNotExist();
            begun.begin(node.act("image", 1), "image " + IMAGE);
            assertFails(FailureType.TRANSIENT, () -> image.reimage(node.act("undo-image", 1), OneNode.GOAL, boot));
            assertFails(FailureType.STEP_FAILED, () -> image.reimage(node.act("image", 2), OneNode.GOAL, boot));

            assertThat(folder.resolve("called"))
                    .hasContent("lab/gpu-001 192.0.2.11 " + IMAGE + " token-1-image-2 " + folder + "/secret");
            assertThat(node.guarded()).isEmpty();
        }
    }

    /** I4: an object that registered anew came back schedulable. */
    @Test
    void i4_aNodeIsKeptOutWhileItComesBack() throws IOException {
        try (OneNode node = node()) {
            List<String> kept = new ArrayList<>();
            image(node, "echo " + IMAGE, act -> kept.add(act.node().name()))
                    .reimage(node.act("image", 1), OneNode.GOAL, ANOTHER_BOOT);
            assertThat(kept).isNotEmpty();
        }
    }

    @Test
    void aCommandThatFailsOrReadsBackOtherIsToldSo() throws IOException {
        try (OneNode node = node()) {
            String boot = boot(node);
            assertFails(
                    FailureType.STEP_FAILED,
                    () -> image(node, "echo no such machine; exit 3")
                            .reimage(node.act("image", 1), OneNode.GOAL, boot));
            assertFails(
                    FailureType.VERDICT,
                    () -> image(node, "echo old").reimage(node.act("image", 1), OneNode.GOAL, boot));
        }
    }

    @Test
    void aValueThatIsNotAPlainWordNeverReachesTheCommand() {
        SiteCommand command = new SiteCommand(List.of("provider", "{node}", "--image={image}"), Duration.ofSeconds(1));
        assertThat(command.filled(Map.of("node", "gpu-001", "image", "2026.01")))
                .containsExactly("provider", "gpu-001", "--image=2026.01");
        assertFails(FailureType.GATE_CLOSED, () -> command.filled(Map.of("node", "-rf", "image", "x")));
        assertFails(FailureType.GATE_CLOSED, () -> command.filled(Map.of("node", "a b", "image", "x")));
        assertFails(FailureType.GATE_CLOSED, () -> command.filled(Map.of("node", "a")));
    }
}
