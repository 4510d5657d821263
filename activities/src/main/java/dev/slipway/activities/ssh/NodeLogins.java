package dev.slipway.activities.ssh;

import dev.slipway.activities.clock.WorkerClock;
import dev.slipway.model.Causes;
import dev.slipway.model.CheckResult;
import dev.slipway.model.Finding;
import dev.slipway.model.node.NodeRef;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Logs in to nodes over its own connections, so that an open one hides nothing, and checks for root without a password,
 * and whether the journal survives a boot: systemd-journald stores it if /var/log/journal exists.
 */
public final class NodeLogins {
    private static final int AT_ONCE = 64;
    private static final int SHOWN = 20;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(10), 4_096);
    private static final RemoteCommand ROOT = RemoteCommand.root("doctor", "true");
    private static final RemoteCommand JOURNAL = RemoteCommand.root("doctor", "ls", "-d", "/var/log/journal");
    private static final int NOT_THERE = 2;

    private final SshDirectory directory;

    public NodeLogins(SshDirectory directory) {
        this.directory = directory;
    }

    /** Reports from an answer of the probe what is wrong with the node, or should be known about it. */
    public interface NodeJudge { // seam: what a fleet wants of its nodes is no matter of SSH

        /** Returns empty if nothing is wrong and nothing should be known. It is pure. */
        List<CheckResult> results(String part, NodeRef node, byte[] answer);
    }

    /**
     * Returns one line if all nodes accept the login, else one for each of the first that do not, and how many more
     * there are. What is to be known of nodes, such as that a boot ends their journal, is a line more each, which
     * speaks against nothing.
     */
    public List<CheckResult> check(String part, List<NodeRef> nodes) {
        return shortened(
                part,
                nodes,
                asked(nodes, (ssh, node) -> check(ssh, part, node).stream().toList()));
    }

    /**
     * Does the same as {@link #check(String, List)}, and {@code judge} judges the {@code sections} that are read from
     * each node.
     */
    public List<CheckResult> check(String part, List<NodeRef> nodes, NodeJudge judge, String... sections) {
        return shortened(part, nodes, asked(nodes, (ssh, node) -> {
            List<CheckResult> looks =
                    new ArrayList<>(check(ssh, part, node).stream().toList());
            if (looks.stream().noneMatch(NodeLogins::wrong)) {
                looks.addAll(judged(ssh, part, node, judge, sections));
            }
            return looks;
        }));
    }

    private static boolean wrong(CheckResult checkResult) {
        return checkResult.finding() != Finding.OK;
    }

    private static List<CheckResult> shortened(String part, List<NodeRef> nodes, List<CheckResult> looks) {
        List<CheckResult> bad = looks.stream().filter(NodeLogins::wrong).toList();
        List<CheckResult> shown = new ArrayList<>(bad.subList(0, Math.min(SHOWN, bad.size())));
        if (bad.isEmpty()) {
            String who = nodes.size() == 1 ? nodes.getFirst().name() : "each of " + nodes.size() + " nodes";
            shown.add(CheckResult.ok(part, who + ": host key known, login and sudo -n work"));
        } else if (bad.size() > SHOWN) {
            shown.add(CheckResult.wrong(part, (bad.size() - SHOWN) + " more nodes have problems", "fix these first"));
        }
        Map<String, List<CheckResult>> remarks = looks.stream()
                .filter(checkResult -> !wrong(checkResult))
                .collect(Collectors.groupingBy(NodeLogins::remarked, LinkedHashMap::new, Collectors.toList()));
        remarks.forEach((remark, of) -> {
            shown.add(of.getFirst());
            if (of.size() > 1) {
                shown.add(CheckResult.remark(part, (of.size() - 1) + " more nodes: " + remark, ""));
            }
        });
        return List.copyOf(shown);
    }

    /** Returns the remark about the node, whose name comes first. */
    private static String remarked(CheckResult checkResult) {
        return checkResult.saw().replaceFirst("^[^:]*: ", "");
    }

    private List<CheckResult> asked(List<NodeRef> nodes, BiFunction<SshNodes, NodeRef, List<CheckResult>> question) {
        SshNodes.Options options = new SshNodes.Options(CONNECT_WITHIN, nodes.size(), Duration.ofMinutes(5));
        try (SshNodes ssh = new SshNodes(directory, WorkerClock.unwatched(1), options);
                ExecutorService threads =
                        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            List<Future<List<CheckResult>>> looks = new ArrayList<>();
            nodes.forEach(node -> looks.add(threads.submit(() -> question.apply(ssh, node))));
            List<CheckResult> seen = new ArrayList<>();
            for (Future<List<CheckResult>> look : looks) {
                seen.addAll(look.get());
            }
            return seen;
        } catch (ExecutionException e) {
            throw new IllegalStateException("checking a node failed: " + Causes.words(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while nodes were checked", e);
        }
    }

    /** Returns why nothing answers at that node; empty if something does, whether it accepts the login or not. */
    public Optional<String> silence(NodeRef node) {
        SshNodes.Options options = new SshNodes.Options(CONNECT_WITHIN, 1, Duration.ofMinutes(5));
        try (SshNodes ssh = new SshNodes(directory, WorkerClock.unwatched(1), options)) {
            ssh.run(node, ROOT, LIMITS);
            return Optional.empty();
        } catch (SshFailure e) {
            return Optional.of(String.valueOf(e.getMessage())).filter(why -> switch (e.kind()) {
                case UNREACHABLE, NO_ROUTE, REFUSED, TIMED_OUT -> true;
                case HOST_KEY, AUTH, LOST -> false;
            });
        }
    }

    /** Returns what is wrong with the way to that node, or should be known about it; empty if nothing is. */
    private Optional<CheckResult> check(SshNodes ssh, String part, NodeRef node) {
        try {
            SshTarget target = directory.target(node);
            for (Path file : List.of(target.keyFile(), target.knownHosts())) {
                if (!Files.isReadable(file)) {
                    return wrong(
                            part,
                            node,
                            "the worker cannot read " + file,
                            "put it there on every worker, or correct `ssh` in slipway.yaml or the fleet");
                }
            }
            SshAnswer answer = ssh.run(node, JOURNAL, LIMITS);
            if (answer.exit() == NOT_THERE && answer.err().contains("No such file or directory")) {
                return Optional.of(CheckResult.remark(
                        part,
                        node.name() + ": keeps no journal over boots, so it is held where it crashes under test",
                        "mkdir -p /var/log/journal there, then systemctl restart systemd-journald"));
            }
            return answer.ok()
                    ? Optional.empty()
                    : wrong(
                            part,
                            node,
                            target.user() + " may not become root without a password (" + answer.fault() + ")",
                            "allow it in /etc/sudoers.d: " + target.user() + " ALL=(ALL) NOPASSWD: ALL");
        } catch (SshFailure e) {
            return wrong(
                    part,
                    node,
                    String.valueOf(e.getMessage()),
                    directory.target(node).next(e.kind()));
        } catch (ApplicationFailure e) {
            return wrong(part, node, e.getOriginalMessage(), "correct fleets/");
        }
    }

    private static List<CheckResult> judged(
            SshNodes ssh, String part, NodeRef node, NodeJudge judge, String... sections) {
        try {
            SshAnswer answer = new NodeFactsReader(ssh, InstantSource.system())
                    .once(node, Instant.EPOCH, LIMITS.within(), sections);
            return judge.results(part, node, answer.bytes());
        } catch (SshFailure e) {
            return wrong(part, node, "which machine it is was not read: " + e.getMessage(), "try again").stream()
                    .toList();
        }
    }

    private static Optional<CheckResult> wrong(String part, NodeRef node, String saw, String next) {
        return Optional.of(CheckResult.wrong(
                part, node.name() + ": " + saw.lines().findFirst().orElse(saw), next));
    }
}
