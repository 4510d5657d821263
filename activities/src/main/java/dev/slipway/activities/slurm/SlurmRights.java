package dev.slipway.activities.slurm;

import dev.slipway.config.FleetConfig;
import dev.slipway.model.CheckResult;
import dev.slipway.model.ShortList;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Asks Slurm what a run will need, so that no run finds out in the middle: commands, controller, nodes, the right to
 * update.
 */
public final class SlurmRights {
    private static final int SHOWN = 10;

    private final Function<FleetConfig, SlurmCommands> commands;

    public SlurmRights(Function<FleetConfig, SlurmCommands> commands) {
        this.commands = commands;
    }

    /** Safe to repeat: changes nothing. Returns one line: all is present, or what is missing. */
    public CheckResult check(String part, FleetConfig fleet) {
        try {
            SlurmCommands slurm = commands.apply(fleet);
            Set<String> known =
                    SlurmController.nodes(slurm).stream().map(SlurmNode::name).collect(Collectors.toSet());
            List<String> strange = fleet.nodes().stream()
                    .map(member -> member.slurm().orElse(member.name()))
                    .filter(name -> !known.contains(name))
                    .toList();
            if (!strange.isEmpty()) {
                return CheckResult.wrong(
                        part,
                        "Slurm knows no node " + ShortList.words(strange, SHOWN),
                        "name it as Slurm does: `slurm` of the node in fleets/");
            }
            return SlurmController.mayUpdate(slurm)
                    ? CheckResult.ok(
                            part,
                            "Slurm knows all " + fleet.nodes().size() + " nodes and lets this account update them")
                    : CheckResult.wrong(
                            part,
                            "Slurm does not let this account update nodes",
                            "sacctmgr modify user NAME set adminlevel=operator, or name another account: `slurm.user`");
        } catch (ApplicationFailure e) {
            return CheckResult.wrong(
                    part,
                    e.getOriginalMessage(),
                    "scontrol and squeue must be where `slurm` of the fleet names them, and reach their slurmctld");
        }
    }
}
