package dev.slipway.starter.cli;

import dev.slipway.starter.client.DriftCheck;
import dev.slipway.starter.client.DriftCheckRequest;
import dev.slipway.starter.view.DriftGroups;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares a fleet with its baselines. */
@Command(name = "drift", description = "Compare nodes with their baselines.", subcommands = DriftCommand.Check.class)
final class DriftCommand {
    @Command(
            name = "check",
            description = "Read the facts of every node of a fleet, compare, and propose; changes nothing. "
                    + "Exit code 1 when a node drifted, is broken or reported, or did not answer.",
            footer = {
                "",
                "Examples:",
                "  slipway drift check --fleet prod-a",
                "  slipway drift check --fleet prod-a --json | jq '.nodes[] | {node, fields}'",
                "  slipway drift check --show drift/prod-a-2026-11-21T02:00:00Z"
            })
    static final class Check extends ApiCommand {
        @Option(names = "--fleet", paramLabel = "FLEET", description = "The fleet. Default: the only one.")
        @Nullable
        String fleet;

        @Option(names = "--no-wait", description = "Start the check and do not wait for its report.")
        boolean noWait;

        @Option(names = "--show", paramLabel = "CHECK", description = "Show an earlier check instead of starting one.")
        @Nullable
        String show;

        @Option(
                names = "--progress",
                negatable = true,
                description = "Show the progress while it reads. Default: on a terminal.")
        @Nullable
        Boolean progress;

        @Option(names = "--within", hidden = true)
        Duration within = Duration.ofMinutes(15);

        @Override
        public Integer call() {
            if (show != null) {
                return print(whole(show));
            }
            Reply<DriftCheck.Started> started =
                    client().post("api/v1/drift-checks", new DriftCheckRequest(fleet), DriftCheck.Started.class);
            if (noWait) {
                return answer(started, s -> "started " + s.id() + "\nSee it: slipway drift check --show " + s.id());
            }
            return print(finished(started.value().id()));
        }

        private Reply<DriftCheck> finished(String id) {
            ProgressLine line = new ProgressLine(rawErr(), progress == null ? ProgressLine.onTerminal() : progress);
            try {
                awaitReport(id, line);
            } catch (Refusal refusal) {
                if (!refusal.away()) {
                    throw refusal;
                }
                String later = "; the check itself goes on, see it later: slipway drift check --show " + id;
                throw new Refusal(refusal.exit(), refusal.what(), refusal.next() + later, refusal);
            } finally {
                line.end();
            }
            return whole(id);
        }

        private void awaitReport(String id, ProgressLine line) {
            ApiClient apiClient = client();
            Polling polling = new Polling(why -> {
                line.end();
                askingAgain(why);
            });
            Instant end = Instant.now().plus(within);
            while (Instant.now().isBefore(end)) {
                Optional<DriftCheck> check = polling.ask(
                        () -> apiClient.get(path(id), DriftCheck.class).value());
                if (check.filter(c -> !"running".equals(c.status())).isPresent()) {
                    return;
                }
                check.ifPresent(c -> line.show(c.summary()));
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
            throw new Refusal(Exit.AWAY, id + " has no report yet", "see the worker: slipway doctor");
        }

        /** With every node that is not clean, however many pages they are. */
        private Reply<DriftCheck> whole(String id) {
            return client().getWhole(path(id), "nodes", DriftCheck.class);
        }

        private static String path(String id) {
            return "api/v1/drift-checks/" + escape(id.startsWith("drift/") ? id.substring("drift/".length()) : id);
        }

        private int print(Reply<DriftCheck> check) {
            answer(check, DriftCommand::words);
            return "clean".equals(check.value().status()) ? Exit.OK : Exit.NO;
        }
    }

    static String words(DriftCheck check) {
        StringBuilder text = new StringBuilder(check.summary()).append('\n');
        text.append(Words.columns(DriftGroups.rows(check.nodes())));
        List<List<String>> unread = new ArrayList<>();
        check.unread().forEach(node -> {
            String why = node.answer() + ": " + node.reason();
            unread.add(List.of(node.node(), why, node.said()));
            unread.add(List.of("", "", "→ " + node.next()));
        });
        text.append(Words.columns(unread));
        List<List<String>> values = DriftGroups.values(check.nodes());
        text.append(values.isEmpty() ? "" : '\n' + Words.columns(values));
        String propose = check.propose();
        return propose.isBlank() ? text.toString() : text + "Propose: " + propose;
    }
}
