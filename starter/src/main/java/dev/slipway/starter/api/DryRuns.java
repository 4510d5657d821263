package dev.slipway.starter.api;

import dev.slipway.model.Difference;
import dev.slipway.model.DryRunReport;
import dev.slipway.model.Reason;
import dev.slipway.model.Trigger;
import dev.slipway.model.Who;
import dev.slipway.starter.client.DryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Says what a run would do: a worker reads the node and matches the table. Nothing is changed. */
@Component
final class DryRuns {
    private static final int SECONDS = 45;

    private final Runs runs;
    private final Triggers triggers;

    DryRuns(Runs runs, Triggers triggers) {
        this.runs = runs;
        this.triggers = triggers;
    }

    /** The row that a node matches now, and what a run would do about it. */
    DryRun of(Members.Member member, String runbook, Who who) {
        Runbooks.typeOf(runbook);
        Trigger trigger = triggers.of(member, new Triggers.Cause(Reason.OPERATOR, who, false, Optional.empty()));
        String id = "dry-run/" + member.node() + "/" + UUID.randomUUID();
        runs.start(
                Runs.Start.brief(
                        "DryRun", id, "what " + runbook + " would do on " + member.node(), Duration.ofSeconds(SECONDS)),
                trigger,
                runbook);
        DryRunReport report = runs.result(id, DryRunReport.class, SECONDS)
                .orElseThrow(() -> Refused.away(
                        "no answer from " + member.node() + " within " + SECONDS + " s",
                        "see " + runs.link(id) + "; is a worker running? slipway doctor"));
        return new DryRun(
                member.node().cluster(),
                member.node().name(),
                runbook,
                report.goal().toString(),
                report.diagnosed().row(),
                report.diagnosed().title(),
                report.diagnosed().route().kind().name().toLowerCase(Locale.ROOT),
                report.diagnosed().differences().stream()
                        .map(Difference::toString)
                        .toList(),
                plan(report),
                report.changes(),
                report.commands());
    }

    private static List<String> plan(DryRunReport report) {
        List<String> plan = new ArrayList<>();
        switch (report.diagnosed().route().kind()) {
            case CLEAN -> plan.add("nothing: the node matches its baseline");
            case REPORT ->
                plan.add("report it, and leave the node as it is: "
                        + report.diagnosed().route().detail());
            case HOLD -> plan.add("hold: " + report.diagnosed().route().detail());
            case DIVERT ->
                plan.add("cordon, then hand over to "
                        + report.diagnosed().route().detail());
            case SETTINGS -> plan.add("cordon → drain → set runtime settings → verify → readmit");
            case BOOT -> plan.add("cordon → drain → boot the pinned kernel → verify → readmit");
            case IMAGE -> plan.add("cordon → drain → write the image again → verify → readmit");
            case CONVERGE -> plan.add("cordon → drain → converge packages → reboot → verify → readmit");
            case RELOAD ->
                plan.add("cordon → drain → reload the module; else reboot, else reinstall → verify → readmit");
            case REINSTALL -> plan.add("cordon → drain → reinstall the packages → reload if needed → verify → readmit");
            case PURGE ->
                plan.add("cordon → drain → purge " + report.diagnosed().route().detail()
                        + " → repair what is left → verify → readmit");
            case REBUILD -> plan.add("cordon → drain → build the module → load it → verify → readmit");
            case INITRAMFS -> plan.add("cordon → drain → make the initramfs anew → verify → readmit");
            case CDI -> plan.add("cordon → drain → write the CDI specification anew → verify → readmit");
            case FORWARD -> plan.add("cordon → drain → headers → module → initramfs → reboot → verify → readmit");
            case DELIVER ->
                plan.add("cordon → drain → install "
                        + report.diagnosed().route().detail() + " → initramfs → reboot → verify → readmit");
            case BACK ->
                plan.add("cordon → drain → boot the pinned kernel once → verify → make it the default → readmit");
            case PREPARE -> plan.add("cordon → drain → make the pinned kernel ready → boot it once → verify → readmit");
            case MATCH ->
                plan.add("cordon → drain → packages of the driver's version → restart the fabric manager"
                        + " → every GPU registered → verify → readmit");
            case RESTART ->
                plan.add("cordon → drain → restart the fabric manager once → every GPU registered → verify → readmit");
            case REGISTER ->
                plan.add("cordon → drain → reset the GPUs that are not registered → restart the fabric manager"
                        + " → verify → readmit");
            case RESET_ALL ->
                plan.add("cordon → drain → reset all GPUs together; else reboot → every GPU registered → verify"
                        + " → readmit");
            case INSPECT ->
                plan.add("cordon → evidence → drain → hold: "
                        + report.diagnosed().route().detail());
            case RESET_GPU ->
                plan.add("cordon → drain → evidence → reset the GPU; else reboot → dcgmi diag -r 3 → verify → readmit");
            case REBOOT -> plan.add("cordon → drain → evidence → reboot → dcgmi diag -r 3 → verify → readmit");
            case POWER_CYCLE ->
                plan.add("cordon → drain → evidence → power cycle by its BMC → dcgmi diag -r 3 → verify → readmit");
            case REPLACE ->
                plan.add("cordon → drain → evidence → hold as an RMA candidate → ticket: "
                        + report.diagnosed().route().detail());
            case PERSIST ->
                plan.add("no cordon, no drain: enable nvidia-persistenced → idle for a minute → read back, else "
                        + "restore");
            case RETREAT -> plan.add("cordon → drain → boot the previous baseline's kernel → verify → readmit");
        }
        return plan;
    }
}
