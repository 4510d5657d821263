package dev.slipway.starter.doctor;

import dev.slipway.config.FleetConfig;
import dev.slipway.config.PolicyConfig;
import dev.slipway.model.CheckResult;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.starter.Installation;
import dev.slipway.starter.api.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Asks what only a worker can check: SSH to nodes, logins to BMCs, rights in clusters. Never hangs. */
@Component
final class WorkerHealth {
    private static final int SECONDS = 35;
    private static final int SECONDS_FOR_ALL = 310;

    private final Installation installation;
    private final Runs runs;

    WorkerHealth(Installation installation, Runs runs) {
        this.installation = installation;
        this.runs = runs;
    }

    /** Reports each part of each fleet; "not checked" where no worker took the request in time. */
    List<CheckResult> check(boolean all) {
        List<String> fleets = List.copyOf(installation.config().fleets().keySet());
        String id = "doctor/" + UUID.randomUUID();
        runs.start(
                Runs.Start.brief(
                        "Doctor", id, "the worker's connections", Duration.ofSeconds(all ? SECONDS_FOR_ALL : SECONDS)),
                fleets,
                all);
        if (!runs.taken(id)) {
            return notChecked("no worker took the request in time", "start one: slipway worker");
        }
        return runs.result(id, CheckResult[].class, all ? SECONDS_FOR_ALL : SECONDS)
                .map(Arrays::asList)
                .orElseGet(() -> notChecked("the worker has not answered yet", "see " + runs.linkOrName(id)));
    }

    /** Returns the same parts, none of them checked. */
    List<CheckResult> notChecked(String saw, String next) {
        List<CheckResult> looks = new ArrayList<>();
        for (FleetConfig fleet : installation.config().fleets().values()) {
            looks.add(CheckResult.notChecked("SSH " + fleet.name(), saw, next));
            if (fleet.nodes().stream().anyMatch(member -> member.bmc().isPresent())) {
                looks.add(CheckResult.notChecked("BMC " + fleet.name(), saw, next));
            }
            if (fleet.scheduler().kubernetes()) {
                looks.add(CheckResult.notChecked("RBAC " + fleet.name(), saw, next));
            }
            if (fleet.scheduler().slurm()) {
                looks.add(CheckResult.notChecked("Slurm " + fleet.name(), saw, next));
            }
            PolicyConfig policy = installation.config().policyOf(fleet);
            if (policy.convergeBy() == NodePolicy.ConvergeBy.ANSIBLE
                    || policy.driftCheck().ansible()) {
                looks.add(CheckResult.notChecked("Ansible " + fleet.name(), saw, next));
            }
        }
        return looks;
    }
}
