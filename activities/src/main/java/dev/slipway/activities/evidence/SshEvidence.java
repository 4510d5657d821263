package dev.slipway.activities.evidence;

import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.RmaCaseText;
import dev.slipway.activities.spi.Secrets;
import dev.slipway.activities.ssh.Limits;
import dev.slipway.activities.ssh.RemoteCommand;
import dev.slipway.activities.ssh.Scripts;
import dev.slipway.activities.ssh.SshAnswer;
import dev.slipway.activities.ssh.SshNodes;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.facts.probe.Section;
import dev.slipway.model.Act;
import dev.slipway.model.FailureType;
import dev.slipway.model.gpu.GpuSuspect;
import dev.slipway.model.gpu.RmaCase;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.port.Evidence;
import io.temporal.failure.ApplicationFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Reads evidence over SSH: one zip per bundle, one text file per section, and an index that states what could not be
 * read.
 */
public final class SshEvidence implements Evidence {
    private static final Limits LIMITS = new Limits(Duration.ofMinutes(12), 16_000_000);
    /** Its own limits of each part are less than that together. */
    private static final Limits VENDOR = new Limits(Duration.ofMinutes(22), 16_000_000);

    private static final String END = "@@ end 0 0\n";

    private final SshNodes ssh;
    private final EvidenceStore store;
    private final BiConsumer<Act, EvidenceRef> index;
    private final RmaCaseText cases;
    private final Bundles bundles;

    /** Adds for the bundle of a GPU to replace what the BMC of a node reports, and when a diag may not begin. */
    public record Bundles(OutOfBandLog outside, Heat heat) {}

    /**
     * @param index receives every bundle, so that it can be found by node and run; safe to call twice
     * @param cases writes everything about a case
     */
    public SshEvidence(
            SshNodes ssh, EvidenceStore store, BiConsumer<Act, EvidenceRef> index, RmaCaseText cases, Bundles bundles) {
        this.bundles = bundles;
        this.ssh = ssh;
        this.store = store;
        this.index = index;
        this.cases = cases;
    }

    @Override
    public EvidenceRef capture(Act act) {
        String path = path(act, "zip");
        EvidenceRef stored = bootsOf(store.find(path)
                .orElseGet(() -> store.put(
                        path,
                        zipped(
                                act,
                                "",
                                read(act, LIMITS, Scripts.evidence(act.t0().getEpochSecond()))))));
        index.accept(act, stored);
        return stored;
    }

    /** Reads the bundle, with the kernel's log of the day before the run: the fault is older than the run. */
    @Override
    public EvidenceRef bundle(Act act, List<GpuSuspect> gpus) {
        String path = path(act, "zip");
        String named = gpus.stream()
                .map(gpu -> "gpu " + gpu + ", uuid " + gpu.uuid() + ", slot " + gpu.slot() + "\n")
                .collect(Collectors.joining());
        long since = act.t0().minus(Duration.ofDays(1)).getEpochSecond();
        EvidenceRef stored =
                bootsOf(store.find(path).orElseGet(() -> store.put(path, vendor(act, Scripts.vendor(since), named))));
        index.accept(act, stored);
        return stored;
    }

    /**
     * Returns the vendor's part. A node that does not answer still has its BMC's log; the bundle is worth storing only
     * if that was read.
     */
    private byte[] vendor(Act act, RemoteCommand command, String named) {
        bundles.heat().mayBegin(act.fleet());
        OutOfBandLog outside = bundles.outside();
        Optional<Section> log = outside.log().apply(act.node());
        Map<String, Section> sections = new LinkedHashMap<>();
        String said = named;
        try {
            sections.putAll(read(act, VENDOR, command));
        } catch (ApplicationFailure silent) {
            FailureType.PART_AWAY.rethrow(silent);
            if (log.filter(Section::ok).isEmpty() || !outside.silent().test(act.node())) {
                throw silent;
            }
            said = named + "the node was not read: " + silent.getOriginalMessage() + "\n";
        }
        log.ifPresent(section -> sections.put("bmc-event-log", section));
        return zipped(act, said, sections);
    }

    @Override
    public EvidenceRef record(Act act, RmaCase rma) {
        String path = path(act, "json");
        EvidenceRef stored = store.find(path)
                .orElseGet(
                        () -> store.put(path, Secrets.mask(cases.text(act, rma)).getBytes(StandardCharsets.UTF_8)));
        index.accept(act, stored);
        return stored;
    }

    /** Safe to repeat: stores lines of text, secrets masked, as evidence of {@code act}. */
    public EvidenceRef keep(Act act, List<String> lines) {
        String text = Secrets.mask(String.join("\n", lines)) + "\n";
        EvidenceRef stored = store.put(path(act, "txt"), text.getBytes(StandardCharsets.UTF_8));
        index.accept(act, stored);
        return stored;
    }

    private EvidenceRef bootsOf(EvidenceRef stored) {
        return store.read(stored.path()).map(zip -> BundleBoots.in(stored, zip)).orElse(stored);
    }

    private static String path(Act act, String ending) {
        return act.node().cluster() + "/" + act.node().name() + "/" + act.token() + "/" + act.directory() + "."
                + ending;
    }

    private Map<String, Section> read(Act act, Limits limits, RemoteCommand command) {
        SshAnswer answer = ssh.ask(act.node(), command, limits);
        if (answer.cut() || !answer.out().endsWith(END)) {
            throw FailureType.TRANSIENT.of("The evidence of " + act.node() + " came cut off: " + answer.fault());
        }
        return ProbeAnswer.of(answer.bytes()).sections();
    }

    private static byte[] zipped(Act act, String named, Map<String, Section> sections) {
        try {
            return zip(act, named, sections);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Zips sections. Entries carry the run's own time, so that the same answer gives the same bytes. */
    private static byte[] zip(Act act, String named, Map<String, Section> sections) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringBuilder contents = new StringBuilder(
                "node " + act.node() + "\nrun " + act.workflowId() + "\nsince " + act.t0() + "\n" + named);
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, Section> section : sections.entrySet()) {
                contents.append(
                        section.getKey() + ": exit " + section.getValue().exit() + "\n");
                String text = new String(section.getValue().bytes(), StandardCharsets.UTF_8);
                add(zip, act, section.getKey() + ".txt", Secrets.mask(text));
            }
            add(zip, act, "CONTENTS.txt", contents.toString());
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, Act act, String name, String text) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(act.t0().toEpochMilli());
        zip.putNextEntry(entry);
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
