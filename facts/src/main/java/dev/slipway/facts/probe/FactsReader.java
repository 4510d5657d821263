package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.LogClock;
import dev.slipway.facts.kernel.LspciParser.Device;
import dev.slipway.facts.nvidia.GpuApps;
import dev.slipway.model.facts.BootLog;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.LogPosition;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.Boot;
import dev.slipway.model.node.Identity;
import dev.slipway.model.node.NodeRef;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Puts the sections of a probe's answer together to facts. */
final class FactsReader {
    private static final Pattern HEX = Pattern.compile("[0-9a-f-]{32,36}");
    private static final Pattern PLACE =
            Pattern.compile("journal [A-Za-z0-9=;-]{4,300}|dmesg [0-9]{1,10}\\.[0-9]{1,9}");
    private static final Pattern KERNEL_FILE = Pattern.compile("vmlinuz-(\\S+)$");
    private static final Set<String> STATES =
            Set.of("initializing", "starting", "running", "degraded", "maintenance", "stopping", "offline");

    private final Answers answers;
    private final Reading<SmiGpus> smi;
    private final Reading<SmiQuery> query;
    private final Reading<Nvlinks> links;
    private final Reading<List<Device>> devices;

    FactsReader(Answers answers) {
        this.answers = answers;
        this.smi = answers.smi("smi-gpus", SmiGpus::parse);
        this.query = answers.smi("smi-q", SmiQuery::parse);
        this.links = answers.smi("nvlink", Nvlinks::parse);
        this.devices = answers.parsed("lspci", PciDevices::parse);
    }

    NodeFacts facts(NodeRef node, Instant collectedAt) {
        DetailsReader details = new DetailsReader(answers, smi, query, links);
        return new NodeFacts(
                node,
                collectedAt,
                identity(),
                boot(),
                hardware(),
                software(),
                smi.map(SmiGpus::runtime),
                kernelEvents(collectedAt, details.bootedAt()),
                new LoadStateReader(answers).state(),
                new KernelReader(answers).state(details.builds()),
                new DriverFilesReader(answers).files(),
                new FabricReader(answers, query).state(devices),
                new PersistenceReader(answers, query).state(),
                details.details(),
                bootLog(collectedAt, details.bootedAt()),
                answers.read("tools", TestToolsReader::parse));
    }

    private Reading<Identity> identity() {
        return Readings.both(
                hex("machine-id"),
                hex("product-uuid"),
                (machine, product) -> new Identity(machine, product, Optional.empty()));
    }

    private Reading<String> hex(String name) {
        return answers.read(name, text -> {
            String id = text.strip().toLowerCase(Locale.ROOT);
            return HEX.matcher(id).matches() ? Reading.of(id) : Reading.unknown("not an id: " + Text.shorten(id, 80));
        });
    }

    private Reading<Boot> boot() {
        Reading<List<String>> kernels = answers.read("kernels", FactsReader::kernels);
        Reading<String> running = Readings.both(hex("boot-id"), answers.line("kernel"), (id, kernel) -> id);
        return Readings.both(
                running,
                kernels,
                (id, installed) -> new Boot(
                        id,
                        answers.line("kernel").or(""),
                        orUnknown(answers.line("cmdline")),
                        orUnknown(state()),
                        installed,
                        orUnknown(answers.read("next-kernel", FactsReader::kernelOf))));
    }

    /** Returns a part that must not affect the boot id if it is unknown; it then equals no pinned value. */
    private static String orUnknown(Reading<String> reading) {
        return reading.value().orElseGet(() -> "unknown: " + reading.error());
    }

    private Reading<String> state() {
        Reading<Section> section = answers.any("system-state");
        if (section.value().isEmpty()) {
            return Reading.unknown(section.error());
        }
        String word = section.value().get().text().strip();
        return STATES.contains(word)
                ? Reading.of(word)
                : Reading.unknown(Answers.failed("system-state", section.value().get()));
    }

    private static Reading<List<String>> kernels(String text) {
        return Reading.of(Text.lines(text).stream()
                .map(line -> Text.first(KERNEL_FILE, line.strip()).orElse(""))
                .filter(k -> !k.isEmpty() && !k.endsWith(".old") && !k.contains("rescue"))
                .distinct()
                .toList());
    }

    private static Reading<String> kernelOf(String text) {
        Optional<String> kernel = Text.first(KERNEL_FILE, text.strip());
        return kernel.isPresent()
                ? Reading.of(kernel.get())
                : Reading.unknown("no kernel in: " + Text.shorten(text, 120));
    }

    private NodeFacts.Hardware hardware() {
        return new NodeFacts.Hardware(
                devices.map(found -> PciDevices.gpus(found).size()),
                smi.map(this::gpus),
                Holders.of(answers.any("holders"), answers.parsed("compute-apps", GpuApps::parse)),
                fabric());
    }

    private List<Gpu> gpus(SmiGpus gpus) {
        Gpu.Health unread = new Gpu.Health("", "", "", "", "");
        return gpus.rows().stream()
                .map(row -> row.gpu(query.map(q -> q.health(row.bdf(), row.vbios(), row.mig()))
                        .or(unread)))
                .toList();
    }

    private Reading<NodeFacts.Fabric> fabric() {
        Reading<String> state =
                query.value().map(SmiQuery::fabricState).orElseGet(() -> Reading.unknown(query.error()));
        int expected = query.map(q -> q.gpus().size()).or(0);
        int counted = links.map(found -> found.gpus().size()).or(0);
        // A node without NVLink prints nothing at all.
        boolean none = counted == 0 && state.or("").equals("[N/A]");
        Reading<Nvlinks> whole = links.known() && counted != expected && !none
                ? Reading.unknown("nvlink: not all of " + expected + " GPUs answer")
                : links;
        return Readings.both(state, whole, (s, l) -> new NodeFacts.Fabric(s, l.active(), l.listed()));
    }

    private NodeFacts.Software software() {
        Reading<String> holds = answers.text("holds");
        Reading<List<InstalledPackage>> packages = holds.value()
                .map(held -> answers.read("packages", text -> PackageList.parse(text, held)))
                .orElseGet(() -> Reading.unknown(holds.error()));
        Reading<ImageManifest> manifest = answers.read("manifest", Manifest::parse);
        return new NodeFacts.Software(
                new VersionReader(answers, smi, query, packages, manifest).versions(),
                packages,
                PackageList.broken(answers.any("audit"), packages),
                manifest,
                answers.read("driver-owner", OwnerLines::parse),
                answers.parsed("services", Services::parse),
                answers.parsed("modules", LoadStateReader::names));
    }

    private BootLog bootLog(Instant collectedAt, Reading<Instant> bootedAt) {
        Reading<LogPosition> end =
                Readings.both(hex("boot-id"), answers.read("log-end", FactsReader::position), LogPosition::new);
        return KernelLog.afterPosition(
                end, answers.text("log-since-mark"), new LogClock(bootedAt.value(), collectedAt));
    }

    private static Reading<String> position(String text) {
        String place = text.strip();
        return PLACE.matcher(place).matches()
                ? Reading.of(place)
                : Reading.unknown("not a place in a log: " + Text.shorten(place, 80));
    }

    private Reading<List<XidEvent>> kernelEvents(Instant collectedAt, Reading<Instant> bootedAt) {
        return answers.read("kernel-log", text -> KernelLog.parse(text, new LogClock(bootedAt.value(), collectedAt)));
    }
}
