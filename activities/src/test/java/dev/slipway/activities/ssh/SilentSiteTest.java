package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.safety.Refusal;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One silent node is that node's failure; a site of which no node answers is none of theirs. */
class SilentSiteTest {
    private static final RemoteCommand UNAME = RemoteCommand.of("uname", "uname");
    private static final SshNodes.Options OPTIONS =
            new SshNodes.Options(Duration.ofSeconds(5), 10, Duration.ofMinutes(1));

    @TempDir
    private Path folder = Path.of("");

    private final Map<NodeRef, SshTarget> targets = new HashMap<>();

    private static NodeRef node(String name) {
        return new NodeRef("lab", name);
    }

    private SshNodes nodes() {
        return new SshNodes(
                new SshDirectory() {
                    @Override
                    public SshTarget target(NodeRef node) {
                        return Optional.ofNullable(targets.get(node)).orElseThrow();
                    }

                    @Override
                    public List<NodeRef> others(NodeRef node) {
                        return targets.keySet().stream()
                                .filter(other -> !other.equals(node))
                                .toList();
                    }
                },
                OneNode.CLOCK,
                OPTIONS);
    }

    /** A port where nobody listens any more. */
    private void silent(String name) throws Exception {
        answering(name).close();
    }

    private TestServer answering(String name) throws Exception {
        TestServer server =
                new TestServer(Files.createDirectory(folder.resolve(name)), line -> TestServer.Play.out("x"));
        targets.put(node(name), server.target(node(name)));
        return server;
    }

    @Test
    void oneSilentNodeAmongOthersThatAnswerIsItsOwnFailure() throws Exception {
        silent("n1");
        silent("n2");
        try (TestServer server = answering("n3");
                SshNodes nodes = nodes()) {
            Refusal.of(FailureType.TRANSIENT, () -> nodes.ask(node("n1"), UNAME, Limits.brief()));

            assertThat(server.lines()).isEmpty();
        }
    }

    @Test
    void aSiteOfWhichNoNodeAnswersIsAway() throws Exception {
        silent("n1");
        silent("n2");
        silent("n3");
        try (SshNodes nodes = nodes()) {
            assertThat(Refusal.of(FailureType.PART_AWAY, () -> nodes.ask(node("n1"), UNAME, Limits.brief())))
                    .contains(" refuses connections; ", "no other node of lab that was tried answers")
                    .as("in our words, not in those of the library")
                    .doesNotContain("Future", "Exception");
        }
    }

    @Test
    void aNodeWithoutOthersIsSilentByItself() throws Exception {
        silent("n1");
        try (SshNodes nodes = nodes()) {
            Refusal.of(FailureType.TRANSIENT, () -> nodes.ask(node("n1"), UNAME, Limits.brief()));
        }
    }

    @Test
    void whoAnsweredBeforeIsTheWitnessAndNotWhoNeverDid() throws Exception {
        try (TestServer down = answering("n2");
                SshNodes nodes = nodes()) {
            silent("n1");
            nodes.ask(node("n2"), UNAME, Limits.brief());
            targets.remove(node("n2"));
            Refusal.of(FailureType.TRANSIENT, () -> nodes.ask(node("n1"), UNAME, Limits.brief()));

            assertThat(down.lines()).hasSize(1);
        }
    }

    @Test
    void nodesThatWereToldToRebootAndHangTogetherAreNoSiteThatIsAway() throws Exception {
        silent("n1");
        silent("n2");
        try (SshNodes nodes = nodes()) {
            nodes.goesDown(node("n2"));
            Refusal.of(FailureType.TRANSIENT, () -> nodes.ask(node("n1"), UNAME, Limits.brief()));
        }
    }
}
