package dev.slipway.activities.nodes;

import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.model.FailureType;
import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Marks on nodes, over SSH, in {@code /var/lib/slipway/cordon-mark}. */
public final class SshMarks implements MarkFile {
    private static final String NAME = "slipway-mark";
    private static final String SCRIPT = load();

    private final SshNodes ssh;

    public SshMarks(SshNodes ssh) {
        this.ssh = ssh;
    }

    @Override
    public Optional<String> read(NodeRef node) {
        String answer = ask(node, "read");
        if (answer.strip().equals("none")) {
            return Optional.empty();
        }
        if (!answer.startsWith("mark\n")) {
            throw FailureType.TRANSIENT.of("The mark of " + node + " could not be read: " + answer.strip());
        }
        return Optional.of(answer.substring("mark\n".length()));
    }

    @Override
    public void write(NodeRef node, String text) {
        String answer = ask(node, "write", text).strip();
        if (!answer.equals("written")) {
            throw FailureType.TRANSIENT.of("The mark of " + node + " was not written: " + answer);
        }
    }

    private String ask(NodeRef node, String... arguments) {
        RemoteCommand command = RemoteCommand.script(NAME, SCRIPT, arguments).asRoot();
        SshAnswer answer = ssh.ask(node, command, Limits.brief());
        if (!answer.ok()) {
            throw FailureType.STEP_FAILED.of("The mark of " + node + ": " + answer.fault());
        }
        return answer.out();
    }

    private static String load() {
        try (InputStream in = SshMarks.class.getResourceAsStream("slipway-mark.sh")) {
            if (in == null) {
                throw new IllegalStateException("resource slipway-mark.sh is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
