package dev.slipway.simulator.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Simulates one GPU node as a state machine. Everything about it follows from its plan's seed. Everything but {@link
 * #clock()} is used inside {@code clock().call(…)}.
 */
public final class SimulatedNode implements AutoCloseable {
    private final NodePlan plan;
    private final NodeClock clock;
    private final Machine machine;
    private final PackageDatabase packages = new PackageDatabase();
    private final KernelSet kernels = new KernelSet(packages);
    private final Driver driver = new Driver(packages, kernels);
    private final CdiFiles cdi = new CdiFiles();
    private final Services services;
    private final Fabric fabric;
    private String heldDown = "";
    private final KernelLog log = new KernelLog();
    private final Faults faults;
    private final Proving proving = new Proving();
    private final Power power;
    private final Map<String, DetachedJob> jobs = new TreeMap<>();
    private final List<GpuProcess> processes = new ArrayList<>();
    private final List<NodeEvent> events = new ArrayList<>();
    private final List<NodeListener> listeners = new CopyOnWriteArrayList<>();
    private Optional<String> manifest;
    private Optional<String> mark = Optional.empty();
    private GpuSettings settings = GpuSettings.factory();
    private Optional<GpuSettings> wanted = Optional.empty();
    private String bootScript = "";

    /** Creates a node that is up and matches its plan. */
    public SimulatedNode(NodePlan plan) {
        this.plan = plan;
        this.clock = new NodeClock(plan.name(), plan.factor());
        this.machine = new Machine(plan.seed());
        this.faults = new Faults(plan.faults());
        this.fabric = new Fabric(this);
        this.services = new Services(driver, fabric);
        this.power = new Power(this);
        this.manifest = Optional.of(SoftwareSet.pinned().manifest());
        clock.run(() -> {
            Conditions conditions = new Conditions(this);
            conditions.furnish();
            power.firstBoot();
            plan.conditions().forEach(conditions::apply);
        });
    }

    public String name() {
        return plan.name();
    }

    public Seed seed() {
        return plan.seed();
    }

    public NodeClock clock() {
        return clock;
    }

    public Machine machine() {
        return machine;
    }

    public PackageDatabase packages() {
        return packages;
    }

    public Driver driver() {
        return driver;
    }

    /** Returns the CDI specifications of the driver. */
    public CdiFiles cdi() {
        return cdi;
    }

    /** Returns the kernels that are installed, and which of them boots. */
    public KernelSet kernels() {
        return kernels;
    }

    public Services services() {
        return services;
    }

    /** Returns the NVSwitches of the node, and the messages of its fabric manager. */
    public Fabric fabric() {
        return fabric;
    }

    public KernelLog log() {
        return log;
    }

    public Faults faults() {
        return faults;
    }

    public Proving proving() {
        return proving;
    }

    public Power power() {
        return power;
    }

    /** Makes the node worse, or better, from now on. */
    public void become(Condition condition) {
        new Conditions(this).apply(condition);
    }

    /** Takes the node down and writes an image over it; it boots that on the same boards, with a new machine-id. */
    public void reimage(SoftwareSet set) {
        note(NodeEvent.Kind.IMAGE_WRITTEN, set.imageVersion());
        power.surpriseAtBoot(() -> {
            machine.reimaged();
            jobs.clear();
            mark = Optional.empty();
            bootScript = "";
            new Conditions(this).imaged(set);
        });
        power.cycle();
    }

    /** Returns the text of {@code /etc/cluster-image.json}, if it exists. */
    public Optional<String> manifest() {
        return manifest;
    }

    public void manifest(Optional<String> text) {
        manifest = text;
    }

    /** Returns the text of {@code /var/lib/slipway/cordon-mark}, if it exists. */
    public Optional<String> mark() {
        return mark;
    }

    public void mark(String text) {
        mark = Optional.of(text);
    }

    /** Returns the settings of the GPUs now. */
    public GpuSettings settings() {
        return settings;
    }

    public void settings(GpuSettings now) {
        settings = now;
    }

    /** Returns the settings in the memory of DCGM, which applies them again after a reset, and loses them at a boot. */
    public Optional<GpuSettings> wantedSettings() {
        return wanted;
    }

    public void wantedSettings(GpuSettings keep) {
        wanted = Optional.of(keep);
    }

    /** Returns the script that a unit of ours runs at each boot; empty if there is none. */
    public String bootScript() {
        return bootScript;
    }

    public void bootScript(String text) {
        bootScript = text;
    }

    /** Returns the detached job in a directory below {@code /var/lib/slipway}. */
    public Optional<DetachedJob> job(String directory) {
        return Optional.ofNullable(jobs.get(directory));
    }

    /** Returns the directories of the detached jobs of one token. */
    public List<String> jobsOf(String token) {
        return jobs.keySet().stream()
                .filter(directory -> directory.startsWith(token + "/"))
                .map(directory -> directory.substring(token.length() + 1))
                .toList();
    }

    public void addJob(String directory, DetachedJob job) {
        jobs.put(directory, job);
    }

    /** Returns the processes that hold a GPU. */
    public List<GpuProcess> processes() {
        return List.copyOf(processes);
    }

    public void addProcess(GpuProcess process) {
        processes.add(process);
    }

    /** Ends the processes of one owner. */
    public void endProcesses(String owner) {
        processes.removeIf(p -> p.owner().equals(owner));
    }

    /** Ends MPS, independent of who started it. */
    public void endMps() {
        processes.removeIf(GpuProcess::mps);
    }

    /** Returns what was done to this node so far, oldest first. */
    public List<NodeEvent> events() {
        return List.copyOf(events);
    }

    /** Notes an act on this node and shows it to the listeners. */
    public void note(NodeEvent.Kind kind, String detail) {
        NodeEvent event = new NodeEvent(events.size() + 1L, clock.now(), name(), kind, detail);
        events.add(event);
        listeners.forEach(l -> l.event(this, event));
    }

    public void listen(NodeListener listener) {
        listeners.add(listener);
    }

    List<NodeListener> listeners() {
        return listeners;
    }

    /** Adds a line to the kernel's log, now. */
    public void logKernel(String text) {
        log.add(clock.now(), text);
    }

    /** Loads the driver from disk, without a boot; DCGM sets its settings again. */
    public void reloaded() {
        driver.loadFromDisk();
        settings = wanted.orElseGet(GpuSettings::factory).persistence(false);
        driver.loadLines().forEach(this::logKernel);
        logSilentGpus();
    }

    /** Returns the GPUs that nvidia-smi shows: on the bus, and started by the driver. */
    public List<GpuUnit> answering() {
        return machine.present().stream()
                .filter(gpu -> !driver.silent().contains(gpu.slot()))
                .toList();
    }

    /** Sets the mode from nvidia-persistenced, if this is that unit. */
    public void persistenceFollows(String unit) {
        if (unit.equals(Services.PERSISTENCED)) {
            settings = settings.persistence(services.keepsAwake());
        }
    }

    /** Returns why the clocks of every GPU are held down now, in nvidia-smi's words; empty if they are not. */
    public String heldDown() {
        return heldDown;
    }

    void heldDown(String reason) {
        heldDown = reason;
    }

    void logSilentGpus() {
        String version = driver.resident().orElse("");
        for (GpuUnit gpu : machine.present()) {
            if (driver.silent().contains(gpu.slot())) {
                logKernel("nvidia " + gpu.bdf() + ": Direct firmware load for nvidia/" + version
                        + "/gsp_ga10x.bin failed with error -2");
                logKernel("NVRM: GPU " + gpu.bdf() + ": RmInitAdapter failed! (0x62:0x40:1891)");
            }
        }
    }

    void loseWhatABootLoses() {
        driver.modules().pods().clear();
        cdi.booted();
        log.booted();
        fabric.booted();
        jobs.values().forEach(DetachedJob::lose);
        processes.clear();
        settings = GpuSettings.factory();
        wanted = GpuSettings.atBoot(bootScript);
        wanted.ifPresent(this::settings);
        settings = settings.persistence(settings.persistence() && services.keepsAwake());
    }

    @Override
    public void close() {
        clock.close();
    }
}
