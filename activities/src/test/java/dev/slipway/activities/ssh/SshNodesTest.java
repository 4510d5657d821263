package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.activities.ssh.SshFailure.Kind;
import dev.slipway.activities.ssh.TestServer.Play;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshNodesTest {
    private static final NodeRef NODE = new NodeRef("lab", "n1");
    private static final RemoteCommand UNAME = RemoteCommand.of("uname", "uname", "-r");
    private static final SshNodes.Options OPTIONS =
            new SshNodes.Options(Duration.ofSeconds(5), 100, Duration.ofMinutes(5));

    @TempDir
    private Path directory = Path.of("");

    private static SshNodes nodes(SshDirectory where) {
        return new SshNodes(where, OneNode.CLOCK, OPTIONS);
    }

    @Test
    void givesOutputErrorsAndExitStatus() throws Exception {
        try (TestServer server = new TestServer(directory, line -> new Play("one\n", "E: two\n", 100));
                SshNodes nodes = nodes(server)) {
            SshAnswer answer = nodes.run(NODE, RemoteCommand.root("x", "echo", "it's", "$HOME"), Limits.brief());
            assertThat(answer.out()).isEqualTo("one\n");
            assertThat(answer.exit()).isEqualTo(100);
            assertThat(answer.fault()).isEqualTo("exit 100: E: two");
            assertThat(server.lines()).containsExactly("sudo -n echo 'it'\\''s' '$HOME'");
        }
    }

    @Test
    void keepsOneConnectionANode() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x"));
                SshNodes nodes = nodes(server)) {
            for (int i = 0; i < 5; i++) {
                nodes.run(NODE, UNAME, Limits.brief());
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void connectsAgainWhereAKeptConnectionDied() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x"));
                SshNodes nodes = nodes(server)) {
            nodes.run(NODE, UNAME, Limits.brief());
            server.cut();
            assertThat(nodes.run(NODE, UNAME, Limits.brief()).out()).isEqualTo("x");
            assertThat(server.lines()).hasSize(2);
        }
    }

    @Test
    void cutsALongOutputAndSaysSo() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x".repeat(3_000_000)));
                SshNodes nodes = nodes(server)) {
            SshAnswer answer = nodes.run(NODE, UNAME, new Limits(Duration.ofSeconds(60), 1000));
            assertThat(answer.cut()).isTrue();
            assertThat(answer.bytes()).hasSize(1000);
        }
    }

    @Test
    void aConnectionCutDuringACommandIsLost() throws Exception {
        try (TestServer server = new TestServer(directory, line -> new Play("half", "", Play.CUT));
                SshNodes nodes = nodes(server)) {
            assertThatThrownBy(() -> nodes.run(NODE, UNAME, Limits.brief()))
                    .asInstanceOf(InstanceOfAssertFactories.type(SshFailure.class))
                    .extracting(SshFailure::kind)
                    .isEqualTo(Kind.LOST);
            assertThat(server.lines()).hasSize(1);
            assertThatThrownBy(() -> nodes.ask(NODE, UNAME, Limits.brief()))
                    .isInstanceOfSatisfying(
                            ApplicationFailure.class,
                            f -> assertThat(FailureType.TRANSIENT.is(f)).isTrue());
        }
    }

    @Test
    void aCommandThatDoesNotEndIsLostAtItsLimit() throws Exception {
        try (TestServer server = new TestServer(directory, line -> new Play("", "", Play.HANG));
                SshNodes nodes = nodes(server)) {
            assertKind(() -> nodes.run(NODE, UNAME, Limits.of(Duration.ofMillis(200))), Kind.LOST);
        }
    }

    @Test
    void anotherHostKeyIsRefusedBeforeAnythingIsSent() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x"));
                SshNodes nodes = nodes(server)) {
            Path other = Files.createDirectory(directory.resolve("other"));
            try (TestServer stranger = new TestServer(other, line -> Play.out("x"))) {
                int port = server.target(NODE).port();
                String swapped = Files.readString(other.resolve("known_hosts"))
                        .replace(":" + stranger.target(NODE).port(), ":" + port);
                Files.writeString(directory.resolve("known_hosts"), swapped);
            }
            assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.HOST_KEY);
            Files.writeString(directory.resolve("known_hosts"), "\n");
            assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.HOST_KEY);
            assertThat(server.lines()).isEmpty();
        }
    }

    @Test
    void speaksEd25519AndRsaOnBothSides() throws Exception {
        for (KeyPair key :
                List.of(KeyUtils.generateKeyPair("ssh-ed25519", 256), KeyUtils.generateKeyPair("ssh-rsa", 2048))) {
            try (TestServer server = new TestServer(directory, line -> Play.out("x"), List.of(key), key);
                    SshNodes nodes = nodes(server)) {
                assertThat(nodes.run(NODE, UNAME, Limits.brief()).out()).isEqualTo("x");
            }
        }
    }

    @Test
    void asksAServerOfSeveralKeysForTheOneThatIsKnown() throws Exception {
        List<KeyPair> keys = List.of(
                KeyUtils.generateKeyPair("ssh-rsa", 2048),
                TestServer.ecKey(),
                KeyUtils.generateKeyPair("ssh-ed25519", 256));
        try (TestServer server = new TestServer(directory, line -> Play.out("x"), keys, TestServer.ecKey());
                SshNodes nodes = nodes(server)) {
            assertThat(nodes.run(NODE, UNAME, Limits.brief()).out()).isEqualTo("x");
        }
    }

    @Test
    void aHostKeyMayBeSignedByAKnownAuthorityForThisHost() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x"))) {
            server.signHostKey("127.0.0.1");
            try (SshNodes nodes = nodes(server)) {
                assertThat(nodes.run(NODE, UNAME, Limits.brief()).out()).isEqualTo("x");
            }
            server.signHostKey("192.0.2.1");
            try (SshNodes nodes = nodes(server)) {
                assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.HOST_KEY);
            }
        }
    }

    @Test
    void aKeyThatIsNotAcceptedIsNamedSo() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x"));
                SshNodes nodes = nodes(server)) {
            TestServer.writeKey(directory.resolve("id"), TestServer.ecKey());
            assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.AUTH);
        }
    }

    @Test
    void aClosedPortIsRefusedAndASilentOneTimesOut() throws Exception {
        Files.writeString(directory.resolve("known_hosts"), "");
        TestServer.writeKey(directory.resolve("id"), TestServer.ecKey());
        int closed;
        try (ServerSocket silent = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            closed = silent.getLocalPort();
            SshNodes.Options hasty = new SshNodes.Options(Duration.ofMillis(300), 10, Duration.ofMinutes(1));
            try (SshNodes nodes = new SshNodes(at(closed), OneNode.CLOCK, hasty)) {
                assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.TIMED_OUT);
            }
        }
        try (SshNodes nodes = nodes(at(closed))) {
            assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.REFUSED);
        }
    }

    /** Whoever tries again where a node cannot be reached must not do so for a caller that has gone. */
    @Test
    void aDialThatIsInterruptedTimesOutAndTheCallerStaysInterrupted() throws Exception {
        Files.writeString(directory.resolve("known_hosts"), "");
        TestServer.writeKey(directory.resolve("id"), TestServer.ecKey());
        Thread caller = Thread.currentThread();
        try (ServerSocket silent = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
                SshNodes nodes = nodes(at(silent.getLocalPort()))) {
            FutureTask<Socket> dialed = new FutureTask<>(() -> {
                Socket socket = silent.accept();
                caller.interrupt();
                return socket;
            });
            Thread.startVirtualThread(dialed);

            assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.TIMED_OUT);
            assertThat(Thread.interrupted()).isTrue();
            dialed.get().close();
        }
    }

    @Test
    void neverKeepsMoreConnectionsThanItMay() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        SshNodes.Options one = new SshNodes.Options(Duration.ofSeconds(5), 1, Duration.ofMinutes(5));
        try (TestServer a = new TestServer(directory, line -> Play.out("a"));
                TestServer b = new TestServer(second, line -> Play.out("b"));
                SshNodes nodes =
                        new SshNodes(node -> (node.name().equals("a") ? a : b).target(node), OneNode.CLOCK, one)) {
            for (String name : List.of("a", "b", "a")) {
                assertThat(nodes.run(new NodeRef("lab", name), UNAME, Limits.brief())
                                .out())
                        .isEqualTo(name);
            }
            assertThat(a.connections()).isEqualTo(2);
        }
    }

    @Test
    void aNameWithoutAnAddressIsUnreachableAndAKeyThatIsNoneIsNamed() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out("x"));
                SshNodes nodes = nodes(node -> new SshTarget(
                        "no-such-host.invalid",
                        22,
                        "slipway",
                        directory.resolve("id"),
                        directory.resolve("known_hosts")));
                SshNodes right = nodes(server)) {
            assertKind(() -> nodes.run(NODE, UNAME, Limits.brief()), Kind.UNREACHABLE);
            Files.writeString(directory.resolve("id"), "not a key");
            assertThatThrownBy(() -> right.run(NODE, UNAME, Limits.brief()))
                    .hasMessageContaining(directory.resolve("id").toString())
                    .hasMessageContaining("key");
        }
    }

    private SshDirectory at(int port) {
        return node ->
                new SshTarget("127.0.0.1", port, "slipway", directory.resolve("id"), directory.resolve("known_hosts"));
    }

    private static void assertKind(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, Kind kind) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SshFailure.class,
                        e -> assertThat(e.kind())
                                .as(String.valueOf(e.getMessage()))
                                .isEqualTo(kind));
    }
}
