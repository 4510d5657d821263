package dev.slipway.simulator.fleet;

import dev.slipway.simulator.node.Condition;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.node.SoftwareSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes images on a simulated site, on the loopback address. The request is one line {@code NODE IMAGE TOKEN}; the
 * answer is the image version that was written, or a line that begins with {@code error}. A token that was seen before
 * joins what it began, and writes nothing again.
 */
public final class ImageServer implements AutoCloseable {
    private final SimulatedFleet fleet;
    private final Map<String, SoftwareSet> images = Stream.of(SoftwareSet.previous(), SoftwareSet.pinned())
            .collect(Collectors.toUnmodifiableMap(SoftwareSet::imageVersion, set -> set));
    private final Set<String> broken = ConcurrentHashMap.newKeySet();
    private final Map<String, Condition> comesUp = new ConcurrentHashMap<>();
    private final Map<String, Runnable> meanwhile = new ConcurrentHashMap<>();
    private final Map<String, String> begun = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ServerSocket socket;

    private ImageServer(SimulatedFleet fleet, ServerSocket socket) {
        this.fleet = fleet;
        this.socket = socket;
    }

    /** Answers when this returns. */
    public static ImageServer start(SimulatedFleet fleet) {
        try {
            ImageServer server = new ImageServer(fleet, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().name("image-server").start(server::serve);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback", e);
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** This image can not be written any more. */
    public void breakImage(String imageVersion) {
        broken.add(imageVersion);
    }

    /** Sets the condition of what comes up from an image under this node's name. */
    public void comesUp(String node, Condition how) {
        comesUp.put(node, how);
    }

    /** Does this once, while an image is being written to this node and before that is answered. */
    public void meanwhile(String node, Runnable what) {
        meanwhile.put(node, what);
    }

    /** Returns every request line, in order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().name("image-writer").start(() -> answer(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                Writer out = new OutputStreamWriter(client.getOutputStream(), StandardCharsets.UTF_8)) {
            String line = Optional.ofNullable(in.readLine()).orElse("");
            asked.add(line);
            out.write(write(line.split(" ", -1)) + "\n");
        } catch (IOException gone) {
            asked.add("(a client went away: " + gone.getMessage() + ")");
        }
    }

    private String write(String[] words) {
        if (words.length != 3) {
            return "error: say NODE IMAGE TOKEN";
        }
        Optional<SoftwareSet> image = Optional.ofNullable(images.get(words[1]));
        Optional<SimulatedNode> node =
                fleet.nodes().stream().filter(n -> n.name().equals(words[0])).findFirst();
        if (image.isEmpty() || node.isEmpty() || broken.contains(words[1])) {
            return "error: " + words[1] + " cannot be written to " + words[0];
        }
        if (begun.putIfAbsent(words[2], words[1]) == null) {
            node.get().clock().run(() -> {
                node.get().reimage(image.get());
                Optional.ofNullable(comesUp.get(words[0])).ifPresent(node.get()::become);
            });
        }
        Optional.ofNullable(meanwhile.remove(words[0])).ifPresent(Runnable::run);
        return words[1];
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the image server does not close", e);
        }
    }
}
