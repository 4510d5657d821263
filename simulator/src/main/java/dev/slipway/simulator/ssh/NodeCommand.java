package dev.slipway.simulator.ssh;

import dev.slipway.simulator.tools.Answer;
import dev.slipway.simulator.tools.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one exec request: the line runs in the node's shell on its own thread. */
final class NodeCommand implements Command {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCommand.class);

    private final NodeShell shell;
    private final String line;
    private OutputStream out = OutputStream.nullOutputStream();
    private OutputStream err = OutputStream.nullOutputStream();
    private ExitCallback exit = (code, message, close) -> {};

    NodeCommand(NodeShell shell, String line) {
        this.shell = shell;
        this.line = line;
    }

    @Override
    public void setInputStream(InputStream in) {
        // Our commands read nothing.
    }

    @Override
    public void setOutputStream(OutputStream stream) {
        out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
        err = stream;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        exit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
        boolean root = "root".equals(channel.getSession().getUsername());
        Thread.ofVirtual().name("exec-" + shell.name()).start(() -> run(channel, root));
    }

    private void run(ChannelSession channel, boolean root) {
        try {
            switch (shell.lines().run(line, root)) {
                case Result.Ended ended -> print(ended.answer());
                case Result.Flood flood -> flood(flood);
                case Result.Dropped dropped -> channel.getSession().close(true);
            }
        } catch (IOException e) {
            LOG.debug("{}: the client went away: {}", shell.name(), e.toString());
        }
    }

    private void print(Answer answer) throws IOException {
        out.write(answer.out());
        out.flush();
        err.write(answer.err());
        err.flush();
        exit.onExit(answer.exit());
    }

    private void flood(Result.Flood flood) throws IOException {
        byte[] noise = new byte[1 << 16];
        java.util.Arrays.fill(noise, (byte) 'x');
        for (long left = flood.bytes(); left > 0; left -= noise.length) {
            out.write(noise);
        }
        out.flush();
        exit.onExit(flood.exit());
    }

    @Override
    public void destroy(ChannelSession channel) {
        // What runs on the node goes on, as a process without a terminal does.
    }
}
