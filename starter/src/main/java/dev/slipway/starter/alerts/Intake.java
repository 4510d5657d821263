package dev.slipway.starter.alerts;

import dev.slipway.config.temporal.TemporalConnection;
import dev.slipway.facts.ShellWords;
import dev.slipway.ledger.AlertRecords;
import dev.slipway.model.Reason;
import dev.slipway.model.Who;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.NodeRef;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Access;
import dev.slipway.starter.api.ApiException;
import dev.slipway.starter.api.Audit;
import dev.slipway.starter.api.Members;
import dev.slipway.starter.api.NodeRuns;
import dev.slipway.starter.api.Runs;
import dev.slipway.starter.api.Triggers;
import dev.slipway.starter.client.Diagnosis;
import dev.slipway.starter.client.RunStarted;
import dev.slipway.starter.triage.Triage;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Acts on an alert at most once ever, also over restarts and with many starters. It is recorded before anything is
 * started; one that was recorded and whose start is unknown is only started when Temporal shows that no run of its node
 * began since then.
 */
@Component
final class Intake {
    private static final String RUNBOOK = "image-drift";
    private static final String WAITS = "Temporal was away";
    private static final String UNTRIAGED = "no worker could read the node";
    private static final Duration TRIAGE = Duration.ofSeconds(45);
    private static final Set<AlertRecords.State> UNDONE = Set.of(AlertRecords.State.SEEN, AlertRecords.State.PROPOSED);

    /** Is longer than one request takes to read the node and to start its run. */
    private static final Duration STARTING = Duration.ofMinutes(2);

    private final Installation installation;
    private final NamedNode namedNode;
    private final Triage triage;
    private final NodeRuns nodeRuns;
    private final Runs runs;
    private final Audit audit;

    Intake(Access access, NamedNode namedNode, Triage triage, NodeRuns nodeRuns, Audit audit) {
        this.installation = access.installation();
        this.namedNode = namedNode;
        this.triage = triage;
        this.nodeRuns = nodeRuns;
        this.runs = access.runs();
        this.audit = audit;
    }

    /** Safe to repeat: the second time it only returns the result of the alert. */
    AlertResult take(Webhook.Alert alert, Principal caller) {
        String fingerprint = String.valueOf(alert.fingerprint());
        String startsAt = String.valueOf(alert.startsAt());
        if (alert.resolved()) {
            String now = resolved(fingerprint, startsAt);
            return new AlertResult(fingerprint, startsAt, alert.name(), "", "resolved", false, "", now);
        }
        NamedNode.Found found = namedNode.in(alert);
        AlertRecords.Alert fresh = new AlertRecords.Alert(
                fingerprint,
                startsAt,
                alert.name(),
                found.member().map(Members.Member::node),
                AlertRecords.State.SEEN,
                "",
                "",
                installation.now());
        if (installation.ledger().alerts().first(fresh)) {
            return result(decide(fresh, subject(alert, found), caller), false);
        }
        AlertRecords.Alert seen =
                installation.ledger().alerts().of(fingerprint, startsAt).orElse(fresh);
        boolean undecided =
                seen.state() == AlertRecords.State.RESOLVED && seen.detail().isEmpty();
        return switch (undecided ? AlertRecords.State.SEEN : seen.state()) {
            case SEEN -> result(finish(seen, subject(alert, found), caller), false);
            case PROPOSED, RESOLVED -> result(proposedAgain(seen), true);
            case STARTED, REFUSED -> result(seen, true);
        };
    }

    /**
     * Safe to repeat: takes a proposal back, and stops a request that has not decided yet. Returns that for people. An
     * alert that was not decided has no proposal that could come back.
     */
    private String resolved(String fingerprint, String startsAt) {
        AlertRecords alerts = installation.ledger().alerts();
        Optional<AlertRecords.Alert> open =
                alerts.of(fingerprint, startsAt).filter(alert -> UNDONE.contains(alert.state()));
        if (open.isEmpty()) {
            return "starts and cancels nothing";
        }
        AlertRecords.Alert was = open.get();
        boolean proposed = was.state() == AlertRecords.State.PROPOSED;
        AlertRecords.Alert ends = was.became(AlertRecords.State.RESOLVED, was.link(), proposed ? was.detail() : "");
        if (!alerts.replace(was, ends.again(AlertRecords.State.RESOLVED, installation.now()))) {
            throw takenByAnother();
        }
        return proposed ? "its proposal is withdrawn" : "it was not decided yet, and starts and proposes nothing";
    }

    /** An alert that still fires, or fires once more, is proposed for another day. It never starts anything. */
    private AlertRecords.Alert proposedAgain(AlertRecords.Alert seen) {
        AlertRecords.Alert now = seen.again(AlertRecords.State.PROPOSED, installation.now());
        return installation.ledger().alerts().replace(seen, now) ? now : seen;
    }

    /** Holds what the labels of an alert say: its node, or why there is none, and the XID that it is about. */
    private record Subject(NamedNode.Found node, List<XidEvent> xids) {}

    private Subject subject(Webhook.Alert alert, NamedNode.Found node) {
        return new Subject(node, alert.xid(installation.now()).stream().toList());
    }

    private AlertRecords.Alert decide(AlertRecords.Alert alert, Subject subject, Principal caller) {
        if (subject.node().member().isEmpty()) {
            return became(alert, AlertRecords.State.REFUSED, "", subject.node().reason());
        }
        Members.Member member = subject.node().member().get();
        boolean mayStart =
                installation.config().policyOf(member.fleet()).alerts().start().contains(alert.name());
        if (!mayStart) {
            // Which runbook it needs is known once somebody has read the node.
            return became(alert, AlertRecords.State.PROPOSED, "", diagnosis(member));
        }
        Optional<String> elsewhere = elsewhere(alert, member, subject.xids());
        return elsewhere.isPresent()
                ? became(alert, AlertRecords.State.PROPOSED, "", elsewhere.get())
                : start(alert, member, caller);
    }

    /**
     * Returns what to propose, if the triage table leads the node, with the XID that the alert names, elsewhere than to
     * the runbook that alerts start, or the node gave no facts to judge it by; empty if nothing speaks against that
     * runbook.
     */
    private Optional<String> elsewhere(AlertRecords.Alert alert, Members.Member member, List<XidEvent> xids) {
        Reading<Triage.Triaged> triaged;
        try {
            triaged = triage.within(member, TRIAGE, xids);
        } catch (RuntimeException e) {
            if (e instanceof ApiException || TemporalConnection.failed(e)) {
                became(alert, AlertRecords.State.SEEN, "", e instanceof ApiException ? UNTRIAGED : WAITS);
            }
            throw e;
        }
        if (!triaged.known()) {
            return Optional.of("the node gave no facts: " + triaged.error() + ": " + diagnosis(member));
        }
        Triage.Triaged judged = triaged.value().orElseThrow();
        Diagnosis found = judged.diagnosis();
        Diagnosis.Lead lead = found.way();
        String row = found.row() + " " + found.title() + ", " + lead.kind() + " " + lead.detail() + ": ";
        if (judged.byAlertAlone()) {
            return Optional.of(
                    "only by the XID that the alert names, which the node does not show, " + row + diagnosis(member));
        }
        return switch (lead.kind()) {
            case "clean" -> Optional.of("the node shows no fault and no drift now: " + diagnosis(member));
            case "divert" -> {
                String runbook = String.valueOf(lead.runbook());
                String proposed =
                        Boolean.TRUE.equals(lead.installed()) ? proposal(alert, member, runbook) : diagnosis(member);
                yield runbook.equals(RUNBOOK) ? Optional.empty() : Optional.of(row + proposed);
            }
            default -> Optional.of(row + diagnosis(member));
        };
    }

    private static String diagnosis(Members.Member member) {
        return "slipway diagnose --node " + member.node();
    }

    private AlertRecords.Alert start(AlertRecords.Alert alert, Members.Member member, Principal caller) {
        AlertRecords.Alert now = stored(alert);
        if (!now.equals(alert)) {
            return now;
        }
        Who who = new Who(caller.getName(), "alert " + alert.name() + " " + alert.fingerprint());
        audit.noteOnce("alert " + key(alert), who, "run", member.node().toString(), RUNBOOK);
        Triggers.Cause cause = new Triggers.Cause(Reason.ALERT, who, false, Optional.empty());
        try {
            RunStarted started = nodeRuns.start(member, RUNBOOK, cause, Map.of("alert", key(alert)));
            return became(alert, AlertRecords.State.STARTED, started.link(), "");
        } catch (ApiException e) {
            return refused(alert, member, e);
        } catch (RuntimeException e) {
            if (TemporalConnection.failed(e)) {
                became(alert, AlertRecords.State.SEEN, "", WAITS);
            }
            throw e;
        }
    }

    private AlertRecords.Alert refused(AlertRecords.Alert alert, Members.Member member, ApiException e) {
        Optional<Runs.Run> open = runs.describe(member.node().workflowId()).filter(Runs.Run::open);
        if (open.isEmpty()) {
            return became(alert, AlertRecords.State.PROPOSED, "", e.what() + ": " + proposal(alert, member, RUNBOOK));
        }
        String link = runs.link(open.get().workflowId(), open.get().runId());
        return open.get().memoAlert().equals(key(alert))
                ? became(alert, AlertRecords.State.STARTED, link, "")
                : became(alert, AlertRecords.State.REFUSED, link, e.what());
    }

    /** An alert that was recorded, and nobody knows whether its run was started. */
    private AlertRecords.Alert finish(AlertRecords.Alert seen, Subject subject, Principal caller) {
        boolean waits = seen.detail().equals(WAITS)
                || seen.detail().equals(UNTRIAGED)
                || seen.state() == AlertRecords.State.RESOLVED;
        boolean another = !waits && seen.receivedAt().plus(STARTING).isAfter(installation.now());
        AlertRecords.Alert mine =
                seen.became(AlertRecords.State.SEEN, "", "").again(AlertRecords.State.SEEN, installation.now());
        if (another || !installation.ledger().alerts().replace(seen, mine)) {
            throw takenByAnother();
        }
        Optional<Runs.Run> latest = seen.node().map(NodeRef::workflowId).flatMap(runs::describe);
        if (latest.filter(run -> run.memoAlert().equals(key(seen))).isPresent()) {
            return became(
                    mine,
                    AlertRecords.State.STARTED,
                    runs.link(latest.get().workflowId(), latest.get().runId()),
                    "");
        }
        boolean somebodyRan =
                latest.filter(run -> run.started().isAfter(seen.receivedAt())).isPresent();
        return somebodyRan
                ? became(
                        mine,
                        AlertRecords.State.REFUSED,
                        "",
                        "a run of the node has started since; it stands for this one")
                : decide(mine, subject, caller);
    }

    private static ApiException takenByAnother() {
        return ApiException.away(
                "this alert is being taken by another request", "send it again; Alertmanager does so by itself");
    }

    /** Records the result, unless the alert was resolved or taken by another request meanwhile: then that stands. */
    private AlertRecords.Alert became(AlertRecords.Alert alert, AlertRecords.State state, String link, String detail) {
        AlertRecords alerts = installation.ledger().alerts();
        AlertRecords.Alert next = alert.became(state, link, detail);
        if (state == AlertRecords.State.STARTED) {
            alerts.put(next);
            return next;
        }
        return alerts.replace(alert, next) ? next : stored(alert);
    }

    private AlertRecords.Alert stored(AlertRecords.Alert alert) {
        return installation
                .ledger()
                .alerts()
                .of(alert.fingerprint(), alert.startsAt())
                .orElse(alert);
    }

    private static String key(AlertRecords.Alert alert) {
        return alert.fingerprint() + "/" + alert.startsAt();
    }

    private String proposal(AlertRecords.Alert alert, Members.Member member, String runbook) {
        boolean held = installation.ledger().held().of(member.node()).isPresent();
        return "slipway run " + runbook + " --node " + member.node() + (held ? " --adopt" : "") + " --reason "
                + ShellWords.quote(alert.name());
    }

    private static AlertResult result(AlertRecords.Alert alert, boolean again) {
        String verdict = switch (alert.state()) {
            case STARTED -> "started";
            case PROPOSED -> "proposed";
            case RESOLVED -> "resolved";
            default -> "ignored";
        };
        return new AlertResult(
                alert.fingerprint(),
                alert.startsAt(),
                alert.name(),
                alert.node().map(NodeRef::toString).orElse(""),
                verdict,
                again,
                alert.link(),
                alert.detail());
    }
}
