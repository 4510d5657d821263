package dev.slipway.worker;

import dev.slipway.activities.ansible.AnsibleLook;
import dev.slipway.activities.ansible.AnsiblePackages;
import dev.slipway.activities.ansible.FleetPlay;
import dev.slipway.activities.ansible.Playbook;
import dev.slipway.activities.clock.ActivityClock;
import dev.slipway.activities.packages.NodePackages;
import dev.slipway.activities.packages.PackagesByMeans;
import dev.slipway.activities.spi.Baselines;
import dev.slipway.activities.ssh.NodeTools;
import dev.slipway.config.AnsibleConfig;
import dev.slipway.config.Config;
import dev.slipway.model.Act;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.Look;
import dev.slipway.model.NodePolicy;
import java.util.List;
import java.util.function.BiConsumer;

/** By what the nodes of each fleet are brought to their baseline, as its policy says; one means a node. */
final class Means {
    private final Config config;
    private final ActivityClock clock;

    Means(Config config, ActivityClock clock) {
        this.config = config;
        this.clock = clock;
    }

    PackagesByMeans packages(
            NodeTools tools,
            Baselines baselines,
            AnsiblePackages.Safety safety,
            BiConsumer<Act, BaselineRef> containers) {
        NodePackages direct = new NodePackages(tools, baselines, safety.guard(), safety.evidence());
        AnsiblePackages role = new AnsiblePackages(
                direct, baselines, new AnsiblePackages.Site(playbook(), Reach.nodes(config)), safety, clock);
        return new PackagesByMeans(act -> byRole(act.fleet()) ? role : direct, containers);
    }

    /** Whether this worker could play the role, for a fleet that uses it. */
    List<Look> look(String fleet) {
        return byRole(fleet) || asked(fleet)
                ? List.of(new AnsibleLook(playbook(), clock).look("Ansible " + fleet))
                : List.of();
    }

    /** What the role would change, beside what the probe reads, for fleets whose policy wants that. */
    FleetPlay secondSource() {
        return new FleetPlay(new AnsiblePackages.Site(playbook(), Reach.nodes(config)), this::asked, clock);
    }

    private boolean asked(String fleet) {
        return config.fleet(fleet)
                .map(config::policyOf)
                .filter(policy -> policy.driftCheck().ansible())
                .isPresent();
    }

    private boolean byRole(String fleet) {
        return config.fleet(fleet)
                .map(config::policyOf)
                .filter(policy -> policy.means() == NodePolicy.Means.ANSIBLE)
                .isPresent();
    }

    private Playbook playbook() {
        AnsibleConfig ansible = config.site().ansible();
        return new Playbook(ansible.playbook(), ansible.command(), ansible.runs(), ansible.within());
    }
}
