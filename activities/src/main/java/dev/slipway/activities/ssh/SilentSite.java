package dev.slipway.activities.ssh;

import dev.slipway.model.node.NodeRef;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Distinguishes a silent node from a site of which no node answers. A few others of the same cluster are witnesses:
 * those that have answered this worker, else those that the configuration lists. A node that this worker sent down is
 * no witness until it answers again. A node without witnesses is silent by itself.
 */
final class SilentSite {
    private static final int WITNESSES = 5;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    /** For so long an answer of another node, and the silence of all, are believed without asking again. */
    private static final Duration BELIEVED = Duration.ofSeconds(1);

    private final SshDirectory directory;
    private final Map<NodeRef, Long> heard = new ConcurrentHashMap<>();
    private final Set<NodeRef> down = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> away = new ConcurrentHashMap<>();

    SilentSite(SshDirectory directory) {
        this.directory = directory;
    }

    void answered(NodeRef node) {
        heard.put(node, System.nanoTime());
        down.remove(node);
    }

    /** Notes that a node was sent a reboot, or its power is being cut: its silence proves nothing about the site. */
    void goesDown(NodeRef node) {
        down.add(node);
        heard.remove(node);
    }

    /** Safe to repeat: opens connections and sends nothing. Returns whether none of the witnesses answers, either. */
    boolean away(NodeRef silent) {
        List<NodeRef> others = heard.keySet().stream()
                .filter(node -> !node.equals(silent) && node.cluster().equals(silent.cluster()))
                .toList();
        if (others.stream().anyMatch(node -> recent(heard, node))) {
            return false;
        }
        if (recent(away, silent.cluster())) {
            return true;
        }
        List<NodeRef> witnesses = new ArrayList<>(others.isEmpty() ? directory.others(silent) : others);
        witnesses.removeAll(down);
        Collections.shuffle(witnesses);
        boolean none = !witnesses.isEmpty() && !anyAnswers(witnesses.subList(0, Math.min(WITNESSES, witnesses.size())));
        if (none) {
            away.put(silent.cluster(), System.nanoTime());
        }
        return none;
    }

    private static <K> boolean recent(Map<K, Long> times, K key) {
        return Optional.ofNullable(times.get(key))
                .filter(at -> System.nanoTime() - at < BELIEVED.toNanos())
                .isPresent();
    }

    private boolean anyAnswers(List<NodeRef> nodes) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> asked = nodes.stream()
                    .<Callable<Boolean>>map(node -> () -> answers(node))
                    .toList();
            boolean any = false;
            for (Future<Boolean> answer : threads.invokeAll(asked)) {
                any |= answer.get();
            }
            return any;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException("checking a node's port failed", e);
        }
    }

    private boolean answers(NodeRef node) {
        SshTarget at = directory.target(node);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(at.host(), at.port()), (int) CONNECT_WITHIN.toMillis());
            answered(node);
            return true;
        } catch (IOException silent) {
            return false;
        }
    }
}
