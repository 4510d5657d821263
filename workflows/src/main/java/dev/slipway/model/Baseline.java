package dev.slipway.model;

import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.RuntimeSettings;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Defines what a node should be: immutable, with exact versions, identified by its content. */
public record Baseline(
        String id,
        Optional<String> previous,
        Provenance provenance,
        Profile profile,
        Map<Field, String> pins,
        Map<String, String> packages,
        List<String> holds,
        Optional<RuntimeSettings> runtime,
        GateProfile gates,
        List<Waiver> waivers) {

    /**
     * Lists the pins that have nothing to compare: the CUDA toolkit is in containers, a component does not exist here.
     */
    private static final List<String> NOT_PINNED = List.of("containers-only", "n/a");

    /** Returns whether a pin or a reading names something to compare. */
    public static boolean comparable(String value) {
        return !NOT_PINNED.contains(value);
    }

    /** States where the baseline comes from: git commit, who approved it, when. */
    public record Provenance(String commit, String approvedBy, String adoptedAt) {}

    /** Describes the hardware: {@code nvswitch} is {@code none}, {@code local} or {@code rack}; links per GPU. */
    public record Profile(
            String sku, int expectedGpus, String gpuModel, String nvswitch, int nvlinksPerGpu, boolean migAllowed) {}

    /**
     * States what must be proven before readmission: floors, tests that may be skipped, services that must run. {@code
     * dcgmRelease} is the beginning of DCGM's version that the diag's output is known for, {@code 4.4} for one.
     * {@code knownLines} are lines of the driver in the kernel's log that say nothing of a fault.
     */
    public record GateProfile(
            double minBusBandwidth,
            List<String> allowedSkips,
            List<String> services,
            int diagLevel,
            boolean pairRequired,
            PcieFloors pcie,
            Optional<String> dcgmRelease,
            TestTimeouts timeouts,
            PairGate pair,
            List<String> knownLines) {

        /** Lists the units that the probe reads: the state of another is never known, so a baseline requires none. */
        public static final List<String> KNOWN_SERVICES =
                List.of("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm", "nvidia-imex");

        /** A baseline that was stored before these were known has none of them, and the normal timeouts. */
        @SuppressWarnings("NullAway")
        public GateProfile {
            pcie = pcie == null ? PcieFloors.NONE : pcie;
            timeouts = timeouts == null ? TestTimeouts.NORMAL : timeouts;
            pair = pair == null ? PairGate.normal(minBusBandwidth) : pair;
            knownLines = knownLines == null ? List.of() : knownLines;
        }

        /** Creates a profile with the default two-node gate. */
        public GateProfile(
                double minBusBandwidth,
                List<String> allowedSkips,
                List<String> services,
                int diagLevel,
                boolean pairRequired,
                PcieFloors pcie,
                Optional<String> dcgmRelease,
                TestTimeouts timeouts) {
            this(
                    minBusBandwidth,
                    allowedSkips,
                    services,
                    diagLevel,
                    pairRequired,
                    pcie,
                    dcgmRelease,
                    timeouts,
                    PairGate.normal(minBusBandwidth),
                    List.of());
        }

        /** The same, with these lines of the driver known to say nothing of a fault. */
        public GateProfile knowing(List<String> lines) {
            return new GateProfile(
                    minBusBandwidth,
                    allowedSkips,
                    services,
                    diagLevel,
                    pairRequired,
                    pcie,
                    dcgmRelease,
                    timeouts,
                    pair,
                    lines);
        }

        /** Returns a profile without floors for PCIe, for any release of DCGM, and with the normal timeouts. */
        public static GateProfile of(
                double minBusBandwidth,
                List<String> allowedSkips,
                List<String> services,
                int diagLevel,
                boolean pairRequired) {
            return new GateProfile(
                    minBusBandwidth,
                    allowedSkips,
                    services,
                    diagLevel,
                    pairRequired,
                    PcieFloors.NONE,
                    Optional.empty(),
                    TestTimeouts.NORMAL);
        }
    }

    /**
     * Defines what G9 requires of two nodes: the least bus bandwidth in GB/s, 0 for none, and the transport that the
     * data must use, as NCCL names it.
     */
    public record PairGate(double minBusBandwidth, String transport) {
        /** Between two nodes the network is the limit, not NVLink: this share of the floor of one node. */
        private static final double SHARE = 0.75;

        /** GPUDirect RDMA over InfiniBand or RoCE. */
        public static final String RDMA = "NET/IB/GDRDMA";

        /** Returns the default gate for a baseline that does not set one. */
        public static PairGate normal(double busbwFloorOfOneNode) {
            return new PairGate(busbwFloorOfOneNode * SHARE, RDMA);
        }
    }

    /** Defines the least bandwidth between host and each GPU as dcgmi diag measures it, in GB/s; 0 requires none. */
    public record PcieFloors(double toDevice, double toHost) {
        /** No floor. */
        public static final PcieFloors NONE = new PcieFloors(0, 0);
    }

    /**
     * Permits a field to differ, for a stated reason, until a date (ISO-8601): at any value, or at one of {@code
     * values} if there are some. {@code by} is who waives it; empty if the file does not name anybody.
     */
    public record Waiver(
            String field, String node, List<String> values, String reason, Optional<String> by, String expires) {

        /** Accepts a waiver that was stored before values and names existed: it permits any value. */
        public Waiver {
            values = Optional.ofNullable(values).orElse(List.of());
            by = Optional.ofNullable(by).orElse(Optional.empty());
        }

        /** Creates a waiver of any value, without a name. */
        public Waiver(String field, String node, String reason, String expires) {
            this(field, node, List.of(), reason, Optional.empty(), expires);
        }

        private boolean covers(Field other, NodeFacts facts) {
            String found = facts.version(other).or("");
            return field.equals(other.key())
                    && (node.equals("*") || node.equals(facts.node().name()))
                    && (values.isEmpty() || values.contains(found))
                    && holdsOn(facts.collectedAt().atZone(ZoneOffset.UTC).toLocalDate());
        }

        /** Returns whether the waiver still holds on {@code day}, its last day included. */
        public boolean holdsOn(LocalDate day) {
            return !day.isAfter(LocalDate.parse(expires));
        }
    }

    /** Returns the pin of a field; empty if it is not pinned, or has nothing to compare. */
    public Optional<String> comparablePin(Field field) {
        return Optional.ofNullable(pins.get(field)).filter(Baseline::comparable);
    }

    /** Returns every pinned field on which {@code facts} differ, and unknown fields as differences of their own. */
    public List<Difference> differences(NodeFacts facts) {
        List<Difference> differences = new ArrayList<>();
        for (Field field : Field.values()) {
            String pin = pins.get(field.pin());
            if (pin == null || !comparable(pin) || waives(field, facts)) {
                continue;
            }
            Reading<String> found = facts.version(field);
            if (!found.known() && facts.operated() && field.ofTheHostsDriver()) {
                continue;
            }
            if (!found.known()) {
                differences.add(Difference.unread(field.key(), found.error(), pin, changes(field)));
            } else if (!met(field, pin, found.or(""))) {
                differences.add(new Difference(field.key(), shown(field, pin, found), pin, changes(field)));
            }
        }
        return differences;
    }

    private static boolean met(Field field, String pin, String found) {
        return field.rule() ? WordRule.objections(pin, found).isEmpty() : found.equals(pin);
    }

    private static String shown(Field field, String pin, Reading<String> found) {
        return field.rule() ? String.join(", ", WordRule.objections(pin, found.or(""))) : found.or("");
    }

    /** Returns whether the baseline pins an image: its nodes are reimaged, never patched forward. */
    public boolean imaged() {
        return pins.containsKey(Field.IMAGE_VERSION);
    }

    /**
     * Returns whether a runbook changes the field; no runbook changes firmware, what is set at boot, and an OS without
     * an image.
     */
    private boolean changes(Field field) {
        return !field.setElsewhere() && (field != Field.OS_IMAGE || imaged());
    }

    /** Returns whether a waiver that still holds lets this field of that node differ. */
    public boolean waives(Field field, NodeFacts facts) {
        return waiver(field, facts).isPresent();
    }

    private Optional<Waiver> waiver(Field field, NodeFacts facts) {
        return waivers.stream().filter(w -> w.covers(field, facts)).findFirst();
    }

    /** Returns the fields that differ with a waiver, each with what was found, until when and why. */
    public List<String> waived(NodeFacts facts) {
        List<String> told = new ArrayList<>();
        for (Field field : Field.values()) {
            String pin = pins.get(field.pin());
            Reading<String> found = facts.version(field);
            if (pin == null || !found.known() || met(field, pin, found.or(""))) {
                continue;
            }
            waiver(field, facts)
                    .ifPresent(w -> told.add(field.key() + " " + shown(field, pin, found) + " (pinned: " + pin
                            + ") is waived until " + w.expires()
                            + w.by().map(name -> " by " + name).orElse("") + ": "
                            + w.reason()));
        }
        return told;
    }

    /** Returns the same content under these waivers. */
    public Baseline under(List<Waiver> others) {
        return new Baseline(id, previous, provenance, profile, pins, packages, holds, runtime, gates, others);
    }

    /** The same content with these lines of the driver known to say nothing of a fault. */
    public Baseline knowing(List<String> lines) {
        return new Baseline(
                id, previous, provenance, profile, pins, packages, holds, runtime, gates.knowing(lines), waivers);
    }
}
