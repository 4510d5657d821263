package dev.slipway.activities;

import dev.slipway.activities.ansible.AnsibleModule;
import dev.slipway.activities.ansible.AnsiblePackages;
import dev.slipway.activities.audit.LedgerModule;
import dev.slipway.activities.bmc.BmcModule;
import dev.slipway.activities.capacity.TemporalCapacityClient;
import dev.slipway.activities.connectivity.FleetConnectivity;
import dev.slipway.activities.diagnosis.LedgerGpuFaults;
import dev.slipway.activities.diagnosis.TableDiagnosis;
import dev.slipway.activities.diagnostics.SshDiagnostics;
import dev.slipway.activities.drift.FleetDrift;
import dev.slipway.activities.drift.MemberReader;
import dev.slipway.activities.drift.StarterRollouts;
import dev.slipway.activities.evidence.EvidenceModule;
import dev.slipway.activities.evidence.SshEvidence;
import dev.slipway.activities.gates.GatesModule;
import dev.slipway.activities.http.HttpCalls;
import dev.slipway.activities.image.ImageModule;
import dev.slipway.activities.inventory.ConfiguredRoster;
import dev.slipway.activities.inventory.FleetInventory;
import dev.slipway.activities.inventory.Locations;
import dev.slipway.activities.kernel.NodeKernels;
import dev.slipway.activities.kubernetes.KubernetesModule;
import dev.slipway.activities.modules.DriverModule;
import dev.slipway.activities.nodes.FleetNodes;
import dev.slipway.activities.nodes.NodeMemory;
import dev.slipway.activities.nodes.NodesModule;
import dev.slipway.activities.nodes.ProbedMachine;
import dev.slipway.activities.nodes.SmokeGate;
import dev.slipway.activities.notify.NotifyModule;
import dev.slipway.activities.packages.ConvergeMethod;
import dev.slipway.activities.packages.NodePackages;
import dev.slipway.activities.power.SshPower;
import dev.slipway.activities.safety.FleetPolicies;
import dev.slipway.activities.safety.Guard;
import dev.slipway.activities.safety.Invariants;
import dev.slipway.activities.safety.Readmittance;
import dev.slipway.activities.safety.ReleaseByHand;
import dev.slipway.activities.slurm.SlurmModule;
import dev.slipway.activities.spi.FleetRoster;
import dev.slipway.activities.spi.FreshFacts;
import dev.slipway.activities.spi.JobNames;
import dev.slipway.activities.spi.Registration;
import dev.slipway.activities.ssh.SshModule;
import dev.slipway.model.facts.Reading;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.InstalledRunbooks;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lists the modules of all adapters and hands each what it needs of the others. The only place that knows more than one
 * adapter: a new one registers here, and no worker changes. Closing it closes connections, not the context.
 */
public final class AdapterModules implements AutoCloseable {
    private final Invariants kept;
    private final WorkerContext context;
    private final HttpCalls http;
    private final SshModule ssh;
    private final BmcModule bmc;
    private final SlurmModule slurm;
    private final KubernetesModule kubernetes;
    private final AnsibleModule ansible;
    private final LedgerModule ledger;
    private final ProbedMachine machine;
    private final NodesModule nodes;
    private final FreshFacts facts;
    private final FleetRoster roster;
    private final Guard guard;

    public AdapterModules(WorkerContext context) {
        this(context, Invariants.ALL);
    }

    /** Takes {@code kept} other than {@link Invariants#ALL} only in tests. */
    public AdapterModules(WorkerContext context, Invariants kept) {
        this.context = context;
        this.kept = kept;
        http = HttpCalls.ofSite(context.clock());
        ssh = new SshModule(context);
        bmc = new BmcModule(context);
        slurm = new SlurmModule(context);
        ledger = new LedgerModule(context);
        machine = NodesModule.machine(ssh.tools());
        kubernetes = new KubernetesModule(context, machine);
        ansible = new AnsibleModule(context, ssh.directory());
        nodes = new NodesModule(
                context,
                ssh.tools(),
                kubernetes.nodes(),
                slurm.scheduler(machine, machine),
                slurm.scheduler(machine, any -> Reading.of(List.of())));
        facts = nodes.facts(
                bmc.checks(), new JobNames(kubernetes::workloads, slurm::learn), new Locations(context.config())::of);
        roster = new ConfiguredRoster(context.config(), kubernetes.listed(), slurm, context.ledger(), context.clock());
        guard = new Guard(nodes.schedulers(), machine, machine, ledger.freezes(), kept).withGrants(ledger.grants());
    }

    /**
     * Returns the activities, one object per port. {@code workflowTypes} are those of the runbooks that are here, by
     * slug.
     */
    public List<Object> activities(Collection<DecisionTable> tables, Map<String, String> workflowTypes) {
        InstalledRunbooks installed = new InstalledRunbooks(tables, workflowTypes.keySet());
        TableDiagnosis.Installed diagnosed = new TableDiagnosis.Installed(
                tables, workflowTypes, () -> context.config().unbuildable());
        return Stream.of(
                        onNodes(),
                        judging(),
                        remembering(),
                        List.of(
                                drift(installed),
                                new TableDiagnosis(diagnosed, context.ledger(), ledger.baselines(), context.clock())))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the activities that work on nodes. */
    private List<Object> onNodes() {
        Registration registration = kubernetes.registration(nodes.registration());
        DriverModule driver =
                new DriverModule(ssh.tools(), ledger.baselines(), guard, act -> kubernetes.podNames(act, guard));
        FleetPolicies policies = policies();
        return Stream.concat(
                        driver.ports().stream(),
                        Stream.of(
                                packages(driver),
                                kubernetes.operands(guard),
                                new NodeKernels(ssh.tools(), ledger.baselines(), guard::beforeMutation, ledger::learnt),
                                new SshPower(
                                        ssh.tools(),
                                        guard,
                                        registration,
                                        policies::rebootTimeout,
                                        bmc.lastResort(guard, registration, ledger.cycles())),
                                new ImageModule(context.config(), ssh.directory(), ssh.tools(), ledger.baselines())
                                        .port(guard, ledger.images(), registration),
                                diagnostics()))
                .toList();
    }

    private Object packages(DriverModule driver) {
        NodePackages direct =
                new NodePackages(ssh.tools(), ledger.baselines(), guard::beforeMutation, evidence()::keep);
        AnsiblePackages.Safety safety = new AnsiblePackages.Safety(guard::beforeMutation, evidence()::keep);
        return new ConvergeMethod(
                context.config(), direct, ansible.packages(direct, ledger.baselines(), safety), driver::containers);
    }

    private Object diagnostics() {
        return new SshDiagnostics(
                ssh.tools(),
                ledger.baselines(),
                ssh.directory(),
                new SshDiagnostics.Surroundings(slurm.reservations(), ledger.freezes(), guard),
                context.ledger().gpuHistory()::add);
    }

    /** Returns the activities that decide whether a node may leave service and return. */
    private List<Object> judging() {
        FleetPolicies policies = policies();
        Readmittance readmittance = new Readmittance(
                nodes.schedulers(),
                new Readmittance.Proofs(
                        facts, machine, ledger.baselines(), nodes.journal(ledger.mutations()), policies::wantsSmoke),
                kept);
        SmokeGate smoke =
                new SmokeGate(nodes.schedulers(), policies::smokeJob, evidence()::keep, ledger.freezes(), machine);
        NodeMemory memory = new NodeMemory(context.ledger(), ledger.grants(), context.clock());
        GatesModule gates = new GatesModule(context, ledger.baselines(), roster, ledger.freezes());
        return List.of(
                new FleetNodes(nodes.schedulers(), facts, readmittance, smoke, memory),
                gates.port(nodes.schedulers(), facts, bmc::preCheck),
                new ReleaseByHand(nodes.schedulers(), ledger.releases()),
                new TemporalCapacityClient(
                        context.temporal(),
                        context.config(),
                        roster,
                        context.ledger().capacityGrants()));
    }

    /** Returns the activities that read, store and notify. */
    private List<Object> remembering() {
        NotifyModule people = NotifyModule.of(http, context.config().site(), ledger.cases()::ticket);
        FleetConnectivity.Checks checks = new FleetConnectivity.Checks(
                ssh.logins(),
                bmc.checks(),
                List.of(kubernetes::rights, slurm::check, ansible::check),
                nodes.machines()::another);
        return List.of(
                evidence(),
                ledger.port(roster, nodes.schedulers()),
                new FleetInventory(context.config(), roster, context.ledger(), context.clock()),
                people.notifier(),
                people.tickets(),
                new LedgerGpuFaults(context.ledger(), ledger.baselines()),
                new FleetConnectivity(context.config(), roster, checks));
    }

    private Object drift(InstalledRunbooks installed) {
        FleetDrift.Besides besides = new FleetDrift.Besides(
                bmc.checks()::besides,
                new JobNames(kubernetes::watchedWorkloads, slurm::learn),
                nodes.machines()::another);
        FleetDrift.Reading reading = new FleetDrift.Reading(
                new MemberReader(ssh.tools().facts(), ssh.directory(), context.clock()),
                installed,
                ledger.baselines(),
                ansible.secondSource(),
                context.clock(),
                besides);
        StarterRollouts starter =
                new StarterRollouts(http, context.config().site().starter());
        return new FleetDrift(context.config(), roster, reading, context.ledger(), starter);
    }

    private SshEvidence evidence() {
        return new EvidenceModule(context.config(), ssh, ledger.freezes())
                .port(ledger::index, ledger.cases()::whole, bmc::log);
    }

    private FleetPolicies policies() {
        return new FleetPolicies(context.config(), ledger.baselines());
    }

    /** Clears old files. */
    public void tidy() {
        ansible.deleteOldPlays();
    }

    @Override
    public void close() {
        http.close();
        kubernetes.close();
        slurm.close();
        ssh.close();
    }
}
