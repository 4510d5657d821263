package dev.slipway.rules.triage;

import dev.slipway.model.Field;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.gpu.ErrorSeverity;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.GpuEvent;
import dev.slipway.model.gpu.XidEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges XIDs in the order of precedence: the driver's action for that GPU, then NVIDIA's catalogue, then the site's
 * own rule, which can only be stricter. A driver that recommends no action does not cancel what the catalogue requires
 * since T0.
 */
final class Xids {
    private static final Set<String> GSP_WORDS = Set.of("gsp", "rminitadapter", "rm_init_adapter");

    private final RoutingInput routingInput;
    private final NodeFacts facts;
    private final Map<String, Gpu> gpus = new TreeMap<>();
    private final Map<String, List<XidEvent>> byDevice = new LinkedHashMap<>();
    private final List<XidVerdict> verdicts = new ArrayList<>();
    private final List<String> unjudged = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> silent = new ArrayList<>();
    private final List<GpuEvent> programs;

    private Xids(RoutingInput routingInput) {
        this.routingInput = routingInput;
        this.facts = routingInput.facts();
        facts.hardware().gpus().or(List.of()).forEach(gpu -> gpus.put(gpu.bdf(), gpu));
        this.programs = Stream.concat(
                        routingInput.past().or(List.of()).stream(),
                        GpuEvents.jobs(facts, Optional.empty(), List.of()).stream())
                .distinct()
                .toList();
    }

    /** Returns all verdicts, those that need the node first, and all that could not be judged. */
    static XidFindings of(RoutingInput routingInput) {
        Xids xids = new Xids(routingInput);
        xids.count();
        xids.gpus.keySet().forEach(bdf -> xids.byDevice.computeIfAbsent(bdf, none -> new ArrayList<>()));
        xids.byDevice.forEach(xids::device);
        xids.gpus.keySet().forEach(xids::pastJobs);
        if (!xids.silent.isEmpty()) {
            xids.notes.add("the driver reports no recovery action, which is unknown and not None, of "
                    + xids.silent.size() + " GPUs: " + String.join(", ", xids.silent));
        }
        xids.verdicts.sort(Comparator.comparing((XidVerdict v) -> !v.care().now())
                .thenComparing(v -> v.care() == XidAction.KEEP_OUT)
                .thenComparing(v -> !v.care().ofTheNode()));
        return new XidFindings(List.copyOf(xids.verdicts), List.copyOf(xids.unjudged), List.copyOf(xids.notes));
    }

    /** Counts by time since a recorded instant (I22), never by what the log happens to hold. */
    private void count() {
        if (!routingInput.events().known()) {
            unjudged.add("XIDs since T0: " + routingInput.events().error());
        }
        List<XidEvent> events = routingInput.events().or(List.of());
        if (routingInput.counted().isEmpty() && !events.isEmpty()) {
            notes.add("the time of the boot is unknown: every XID of the log is counted");
        }
        Stream.concat(events.stream(), routingInput.alerted().stream())
                .forEach(event -> byDevice.computeIfAbsent(event.bdf(), none -> new ArrayList<>())
                        .add(event));
    }

    private void device(String bdf, List<XidEvent> events) {
        Optional<RecoveryAction> asked = asked(bdf, events);
        Map<Integer, List<XidEvent>> byCode = events.stream()
                .filter(event -> !event.nvswitch() && event.code() > 0)
                .collect(Collectors.groupingBy(XidEvent::code, TreeMap::new, Collectors.toList()));
        boolean driverAsks =
                asked.filter(action -> action != RecoveryAction.NONE).isPresent();
        if (driverAsks && byCode.keySet().stream().noneMatch(Xids::ofHardware)) {
            RecoveryAction action = asked.orElseThrow();
            verdicts.add(strict(
                    new XidVerdict(
                            on(bdf, false),
                            0,
                            new XidVerdict.Count(1, facts.collectedAt()),
                            Bucket.SEE_RECOVERY_ACTION,
                            action.care(),
                            XidVerdict.By.DRIVER,
                            "recovery action " + action),
                    List.of()));
        }
        byCode.forEach((code, ones) -> verdicts.add(strict(
                driverAsks && ofHardware(code)
                        ? verdict(code, ones, byCode.keySet())
                                .as(asked.orElseThrow().care(), XidVerdict.By.DRIVER, "recovery action " + asked.get())
                        : verdict(code, ones, byCode.keySet()),
                ones)));
        events.stream().filter(event -> event.code() == 0).forEach(this::uncoded);
        switches(bdf, events.stream().filter(e -> e.nvswitch() && e.code() > 0).toList());
    }

    private static boolean ofHardware(int code) {
        return XidCatalogue.of(code).care().ofTheNode();
    }

    /** Returns the driver's present recovery action; if it has none, the last one in the log. */
    private Optional<RecoveryAction> asked(String bdf, List<XidEvent> events) {
        Optional<String> said = Optional.ofNullable(gpus.get(bdf))
                .map(gpu -> gpu.health().recoveryAction())
                .filter(words -> !words.isBlank() && !words.contains("N/A"));
        if (said.isPresent()) {
            Optional<RecoveryAction> action = RecoveryAction.of(said.get());
            if (action.isEmpty()) {
                unjudged.add(on(bdf, false) + ": the driver's recovery action reads '" + said.get() + "'");
            }
            return action;
        }
        Optional<XidEvent> last = events.stream()
                .filter(event -> event.code() == 154 && !event.nvswitch())
                .reduce((first, second) -> second);
        Optional<RecoveryAction> announced = last.flatMap(event -> RecoveryAction.announced(event.text()));
        if (last.isPresent() && announced.isEmpty()) {
            unjudged.add("XID 154 on " + on(bdf, false) + ": the line does not say to which action");
        } else if (last.isEmpty() && gpus.containsKey(bdf)) {
            silent.add(bdf);
        }
        return announced;
    }

    private XidVerdict verdict(int code, List<XidEvent> ones, Set<Integer> beside) {
        XidCatalogue.Entry entry = XidCatalogue.of(code);
        XidEvent last = ones.getLast();
        XidAction xidAction = care(entry, ones, beside);
        if (entry.bucket() == Bucket.NOT_LISTED) {
            unjudged.add("XID " + code + " on " + on(last.bdf(), false) + " is not in the catalogue");
        }
        return new XidVerdict(
                on(last.bdf(), false),
                code,
                new XidVerdict.Count(ones.size(), last.at()),
                entry.bucket(),
                xidAction,
                XidVerdict.By.CATALOGUE,
                entry.meaning());
    }

    private XidAction care(XidCatalogue.Entry entry, List<XidEvent> ones, Set<Integer> beside) {
        return switch (entry.care()) {
            case TELL_OWNER -> manyJobs(ones);
            case ECC_FAULT -> entry.code() == 48 && contained(beside) ? XidAction.ECC_RESET : XidAction.ECC_FAULT;
            case RESET_THEN_REBOOT -> firmwareDiffers() ? XidAction.FIRMWARE : XidAction.RESET_THEN_REBOOT;
            case LINK ->
                entry.code() >= 144 && ones.stream().allMatch(Xids::notFatal) ? XidAction.RECORD : XidAction.LINK;
            default -> entry.code() == 45 && beside.size() == 1 && hasSwitches() ? XidAction.FABRIC : entry.care();
        };
    }

    /** The row was remapped or the error contained, and nothing worse came with it. */
    private static boolean contained(Set<Integer> beside) {
        return (beside.contains(63) || beside.contains(94)) && !beside.contains(64) && !beside.contains(95);
    }

    private static boolean notFatal(XidEvent event) {
        return ErrorSeverity.in(event.text()) == ErrorSeverity.NON_FATAL;
    }

    private boolean firmwareDiffers() {
        Optional<String> firmware = facts.version(Field.GSP_FIRMWARE).value().filter(v -> !v.equals("n/a"));
        Optional<String> driver = facts.version(Field.DRIVER_RESIDENT).value();
        return firmware.isPresent() && driver.isPresent() && !firmware.equals(driver);
    }

    private boolean hasSwitches() {
        return routingInput
                .goal()
                .map(b -> b.profile().nvswitch().equals("local"))
                .orElse(false);
    }

    /** Suspects one GPU that breaks the work of many jobs; the jobs must be known to be distinct. */
    private XidAction manyJobs(List<XidEvent> ones) {
        String bdf = ones.getFirst().bdf();
        Map<String, GpuEvent> known = jobs(bdf);
        int jobs = known.size();
        long processes = ones.stream()
                .flatMap(one -> Jobs.process(one).stream())
                .distinct()
                .count();
        if (jobs < Jobs.THAT_BLAME_A_GPU && processes >= Jobs.THAT_BLAME_A_GPU) {
            notes.add(on(bdf, false) + ": " + processes + " processes failed on it; whether they are "
                    + Jobs.THAT_BLAME_A_GPU + " jobs, which would ask for a test of the GPU, is unknown: " + jobs
                    + " of them known by name");
        }
        if (jobs > 0) {
            notes.add(on(bdf, false) + ": programs failed on it of "
                    + String.join(
                            ", ",
                            known.values().stream()
                                    .flatMap(event -> event.job().stream())
                                    .map(GpuEvent.Job::toString)
                                    .toList()));
        }
        return jobs < Jobs.THAT_BLAME_A_GPU ? XidAction.TELL_OWNER : XidAction.TEST;
    }

    private Map<String, GpuEvent> jobs(String bdf) {
        Optional<String> serial =
                Optional.ofNullable(gpus.get(bdf)).map(Gpu::serial).filter(known -> !known.isBlank());
        return serial.map(known -> Jobs.distinct(known, programs, facts.collectedAt()))
                .orElse(Map.of());
    }

    /** Jobs whose errors an earlier reading saw, and this one's log no longer has. */
    private void pastJobs(String bdf) {
        Map<String, GpuEvent> jobs = jobs(bdf);
        boolean told =
                verdicts.stream().anyMatch(v -> v.device().bdf().equals(bdf) && XidCatalogue.ofAnApplication(v.code()));
        if (told || jobs.size() < Jobs.THAT_BLAME_A_GPU) {
            return;
        }
        GpuEvent last =
                jobs.values().stream().max(Comparator.comparing(GpuEvent::at)).orElseThrow();
        int code = Jobs.code(last).orElseThrow();
        verdicts.add(new XidVerdict(
                on(bdf, false),
                code,
                new XidVerdict.Count(jobs.size(), last.at()),
                XidCatalogue.of(code).bucket(),
                XidAction.TEST,
                XidVerdict.By.CATALOGUE,
                "programs of " + jobs.size() + " jobs failed on it"));
    }

    /** Applies the site's own rule, which never makes anything milder. */
    private XidVerdict strict(XidVerdict verdict, List<XidEvent> ones) {
        Instant from = facts.collectedAt().minus(routingInput.policy().window());
        boolean blocked = routingInput.policy().blocking().contains(verdict.code())
                && ones.stream().anyMatch(one -> !one.at().isBefore(from));
        return blocked && !verdict.care().now()
                ? verdict.as(XidAction.KEEP_OUT, XidVerdict.By.SITE, verdict.meaning())
                : verdict;
    }

    private void uncoded(XidEvent event) {
        String text = event.text();
        String low = text.toLowerCase(Locale.ROOT);
        boolean elsewhere =
                GSP_WORDS.stream().anyMatch(low::contains) || text.contains("API mismatch") || low.contains("symbol");
        if (!elsewhere) {
            unjudged.add("a failure without a number on " + (event.bdf().isEmpty() ? "a GPU" : event.bdf()) + ": "
                    + (text.length() > 100 ? text.substring(0, 99) + "…" : text));
        }
    }

    private void switches(String bdf, List<XidEvent> events) {
        Map<Integer, List<XidEvent>> byCode =
                events.stream().collect(Collectors.groupingBy(XidEvent::code, TreeMap::new, Collectors.toList()));
        byCode.forEach((code, ones) -> {
            boolean fatal = ones.stream().anyMatch(e -> ErrorSeverity.of(e.text()) == ErrorSeverity.FATAL);
            boolean harmless = ones.stream().allMatch(e -> ErrorSeverity.of(e.text()) == ErrorSeverity.NON_FATAL);
            if (!fatal && !harmless) {
                unjudged.add("SXid " + code + " on NVSwitch " + bdf + ": the line does not say whether it is fatal");
            }
            verdicts.add(new XidVerdict(
                    on(bdf, true),
                    code,
                    new XidVerdict.Count(ones.size(), ones.getLast().at()),
                    fatal ? Bucket.RESET_GPU : harmless ? Bucket.IGNORE : Bucket.NOT_LISTED,
                    fatal ? XidAction.FABRIC : XidAction.RECORD,
                    XidVerdict.By.CATALOGUE,
                    fatal ? "a fatal error of a switch" : "an error of a switch"));
        });
    }

    private XidVerdict.Device on(String bdf, boolean nvswitch) {
        return new XidVerdict.Device(
                bdf, Optional.ofNullable(gpus.get(bdf)).map(Gpu::serial).orElse(""), nvswitch);
    }
}
