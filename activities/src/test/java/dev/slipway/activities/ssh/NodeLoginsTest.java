package dev.slipway.activities.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.activities.ssh.TestServer.Play;
import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import dev.slipway.model.node.NodeRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLoginsTest {
    private static final NodeRef NODE = new NodeRef("lab", "n1");

    @TempDir
    private Path directory = Path.of("");

    private static CheckResult look(SshDirectory where) {
        List<CheckResult> looks = new NodeLogins(where).check("SSH lab", List.of(NODE));
        assertThat(looks).hasSize(1);
        return looks.getFirst();
    }

    @Test
    void isWellWhereHostKeyLoginAndRootAreAndLeavesNothingOpen() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out(""))) {
            assertThat(look(server)).isEqualTo(CheckResult.ok("SSH lab", "n1: host key known, login and sudo -n work"));
            assertThat(server.lines()).containsExactly("sudo -n ls -d /var/log/journal");
        }
    }

    @Test
    void namesTheNodesWhoseJournalABootEndsAndCallsThemWellAllTheSame() throws Exception {
        Play absent = new Play("", "ls: cannot access '/var/log/journal': No such file or directory\n", 2);
        try (TestServer server = new TestServer(directory, line -> absent)) {
            List<CheckResult> looks = new NodeLogins(server).check("SSH lab", Collections.nCopies(2, NODE));

            assertThat(looks).extracting(CheckResult::finding).containsOnly(Finding.OK);
            assertThat(looks.get(1).saw()).startsWith("n1: keeps no journal over boots");
            assertThat(looks.get(1).next()).contains("mkdir -p /var/log/journal");
            assertThat(looks.getLast().saw()).startsWith("1 more nodes: keeps no journal over boots");
        }
    }

    @Test
    void tellsRootThatAsksForAPassword() throws Exception {
        try (TestServer server = new TestServer(directory, line -> new Play("", "sudo: a password is required\n", 1))) {
            CheckResult checkResult = look(server);
            assertThat(checkResult.finding()).isEqualTo(Finding.WRONG);
            assertThat(checkResult.saw())
                    .contains("n1: slipway may not become root")
                    .contains("a password is required");
            assertThat(checkResult.next()).contains("NOPASSWD");
        }
    }

    @Test
    void tellsAnUnknownHostKeyFromARefusedLogin() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out(""))) {
            TestServer.writeKey(directory.resolve("id"), TestServer.ecKey());
            assertThat(look(server).saw()).contains("does not accept our key");
            assertThat(look(server).next()).contains("authorized_keys of slipway");
            Files.writeString(directory.resolve("known_hosts"), "\n");
            assertThat(look(server).saw()).contains("host key that is not the known one");
            assertThat(look(server).next()).contains("replace its key in " + directory.resolve("known_hosts"));
            assertThat(server.lines()).isEmpty();
        }
    }

    @Test
    void namesAKeyFileThatIsMissing() throws Exception {
        try (TestServer server = new TestServer(directory, line -> Play.out(""))) {
            Files.delete(directory.resolve("id"));
            assertThat(look(server).saw()).isEqualTo("n1: the worker cannot read " + directory.resolve("id"));
            assertThat(look(server).next()).contains("put it there on every worker");
        }
    }

    @Test
    void tellsAPortWhereNobodyListens() throws Exception {
        TestServer server = new TestServer(directory, line -> Play.out(""));
        server.close();
        SshTarget nobody =
                new SshTarget("127.0.0.1", 1, "slipway", directory.resolve("id"), directory.resolve("known_hosts"));
        assertThat(look(node -> nobody).saw()).isEqualTo("n1: slipway@127.0.0.1:1 refuses connections");
        assertThat(look(node -> nobody).next()).contains("start sshd there");
    }

    @Test
    void namesTheFirstTwentyAndCountsTheRest() throws Exception {
        try (TestServer server = new TestServer(directory, line -> new Play("", "no\n", 1))) {
            List<CheckResult> looks = new NodeLogins(server).check("SSH lab", Collections.nCopies(23, NODE));
            assertThat(looks).hasSize(21);
            assertThat(looks.getLast().saw()).isEqualTo("3 more nodes have problems");
        }
    }
}
