package dev.slipway.activities.ansible;

import dev.slipway.activities.WorkerContext;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.spi.AnsibleComparison;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.spi.HostPackages;
import dev.slipway.activities.ssh.SshDirectory;
import dev.slipway.config.AnsibleConfig;
import dev.slipway.config.Config;
import dev.slipway.config.PolicyConfig;
import dev.slipway.model.Causes;
import dev.slipway.model.CheckResult;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.port.Packages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Wires the site's role: for fleets that it brings to their baseline, and for those that use it as a second source. */
public final class AnsibleModule {
    private static final Duration PLAYS_KEPT = Duration.ofDays(30);

    private final Config config;
    private final ActivityClock clock;
    private final AnsiblePackages.Site site;

    public AnsibleModule(WorkerContext context, SshDirectory nodes) {
        this.config = context.config();
        this.clock = context.clock();
        AnsibleConfig ansible = config.site().ansible();
        this.site = new AnsiblePackages.Site(
                new Playbook(ansible.playbook(), ansible.command(), ansible.runs(), ansible.timeout(), ansible.table()),
                nodes);
    }

    /** Returns the packages of nodes that the role brings to their baseline. */
    public Packages packages(HostPackages node, Baselines baselines, AnsiblePackages.Safety safety) {
        return new AnsiblePackages(node, baselines, site, safety, clock);
    }

    /** Safe to repeat: changes nothing. Returns whether this worker could play the role, for a fleet that uses it. */
    public List<CheckResult> check(String fleet) {
        boolean used = converges(fleet) || asked(fleet);
        return used ? List.of(new AnsibleHealth(site.playbook(), clock).check("Ansible " + fleet)) : List.of();
    }

    /** Returns what the role would change, beside what the probe reads, for fleets whose policy requires that. */
    public AnsibleComparison secondSource() {
        return new FleetPlay(site, this::asked, clock);
    }

    /** Safe to repeat. Deletes plays that ended long ago. A worker that cannot do so still works, and reports that. */
    public void deleteOldPlays() {
        Path runs = site.playbook().runs();
        try {
            new OldPlays(runs).delete(clock.instant().minus(PLAYS_KEPT));
        } catch (IOException | UncheckedIOException e) {
            System.err.println(
                    "slipway: plays in " + runs + " that ended long ago could not be deleted: " + Causes.words(e));
        }
    }

    private boolean asked(String fleet) {
        return policy(fleet, policy -> policy.driftCheck().ansible());
    }

    private boolean converges(String fleet) {
        return policy(fleet, policy -> policy.convergeBy() == NodePolicy.ConvergeBy.ANSIBLE);
    }

    private boolean policy(String fleet, Predicate<PolicyConfig> says) {
        return config.fleet(fleet).map(config::policyOf).filter(says).isPresent();
    }
}
