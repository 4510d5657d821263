package dev.slipway.route;

import static dev.slipway.route.Answer.no;
import static dev.slipway.route.Answer.unknown;
import static dev.slipway.route.Answer.yes;

import dev.slipway.model.DriverOwner;
import dev.slipway.model.Field;
import dev.slipway.model.Gpu;
import dev.slipway.model.NodeFacts;
import dev.slipway.model.Reading;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The questions that the rows ask of the node itself: whether it answers, its bus, its driver. */
final class Looks {
    static final String NO_BASELINE = "a baseline: which GPUs and versions the node must have";
    private static final String MISMATCH = "version mismatch";
    private static final Pattern FAILED =
            Pattern.compile("mismatch|finds no GPU|cannot reach the driver|is lost|no handle"
                    + "|does not start|failed|requires a reset|unknown error|ERR!|exit [0-9]|Failed to");

    private final Signals signals;
    private final NodeFacts facts;

    Looks(Signals signals) {
        this.signals = signals;
        this.facts = signals.facts();
    }

    /** The node was read: something of it answered over SSH, or saved its outputs. */
    private boolean answered() {
        return facts.boot().known()
                || facts.identity().known()
                || facts.hardware().gpusOnBus().known()
                || facts.hardware().gpus().known()
                || facts.kernelEvents().known();
    }

    Answer outOfReach() {
        if (answered()) {
            return no();
        }
        Reading<Boolean> bmc = signals.outside().bmcAnswers();
        String silent = "the node does not answer: " + facts.boot().error();
        return bmc.value()
                .map(answers -> answers ? no() : yes(silent, "its BMC does not answer"))
                .orElseGet(() -> unknown(silent, "whether its BMC answers: " + bmc.error()));
    }

    Answer fewerOnTheBus() {
        if (signals.wantedGpus().isEmpty()) {
            return unknown(NO_BASELINE);
        }
        int wanted = signals.wantedGpus().get();
        return facts.hardware()
                .gpusOnBus()
                .value()
                .map(bus -> Answer.of(bus < wanted, bus + " of " + wanted + " GPUs on the bus"))
                .orElseGet(() ->
                        unknown("gpusOnBus: " + facts.hardware().gpusOnBus().error()));
    }

    /** As many GPUs answer as the node must have; by the bus where no baseline says how many. */
    Answer answering() {
        Reading<List<Gpu>> gpus = facts.hardware().gpus();
        Optional<Integer> wanted =
                signals.wantedGpus().or(() -> facts.hardware().gpusOnBus().value());
        int answer = gpus.or(List.of()).size();
        if (gpus.known()) {
            return wanted.map(n -> Answer.of(answer >= n, answer + " of " + n + " GPUs answer"))
                    .orElseGet(() -> unknown("how many GPUs the node must have"));
        }
        return failed(gpus) ? no() : unknown("gpus: " + gpus.error());
    }

    Answer silent() {
        return switch (answering().kind()) {
            case YES -> no();
            case NO -> yes("the GPUs do not answer: " + said());
            case UNKNOWN -> answering();
        };
    }

    private String said() {
        Reading<List<Gpu>> gpus = facts.hardware().gpus();
        return gpus.known() ? gpus.or(List.of()).size() + " of them do" : gpus.error();
    }

    /** Words of nvidia-smi's own failure; any other reason is that of a reading that did not come about. */
    private static boolean failed(Reading<?> reading) {
        return FAILED.matcher(reading.error()).find();
    }

    /** The module is built where modinfo finds it, or where DKMS says so of the running kernel. */
    Answer noModule() {
        Reading<String> disk = facts.version(Field.DRIVER_ON_DISK);
        boolean container = facts.driverOwner().or(DriverOwner.NONE) == DriverOwner.OPERATOR_CONTAINER;
        if (disk.known() || (container && facts.version(Field.DRIVER_RESIDENT).known())) {
            return no();
        }
        String kernel = facts.version(Field.KERNEL).or("the running kernel");
        if (disk.error().contains("not found")) {
            return yes("no nvidia module for " + kernel + ": " + disk.error());
        }
        return facts.kernels()
                .builds()
                .value()
                .map(builds -> Answer.of(
                        builds.stream()
                                .noneMatch(b -> b.module().equals("nvidia")
                                        && b.kernel().equals(kernel)
                                        && b.state().startsWith("installed")),
                        "DKMS has no installed nvidia module for " + kernel))
                .orElseGet(() -> unknown("driverOnDisk: " + disk.error()));
    }

    /** NVML calls itself another version than the module, or the three versions of the driver are not one. */
    Answer versionsApart() {
        String why = facts.hardware().gpus().error();
        Answer says = Answer.of(why.contains(MISMATCH), why);
        if (!says.is(Answer.Kind.YES)) {
            return answering().is(Answer.Kind.UNKNOWN) ? answering() : no();
        }
        String line = "in the kernel " + shown(Field.DRIVER_RESIDENT) + ", on disk " + shown(Field.DRIVER_ON_DISK)
                + ", NVML " + shown(Field.DRIVER_USERSPACE);
        List<String> read = List.of(Field.DRIVER_RESIDENT, Field.DRIVER_ON_DISK, Field.DRIVER_USERSPACE).stream()
                .flatMap(field -> facts.version(field).value().stream())
                .toList();
        if (read.stream().distinct().count() > 1) {
            return yes(why, line);
        }
        return read.size() == 3 ? no() : unknown("the versions of the driver: " + line);
    }

    private String shown(Field field) {
        return facts.version(field).or("unknown");
    }
}
