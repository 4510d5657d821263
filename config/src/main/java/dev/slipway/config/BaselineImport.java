package dev.slipway.config;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Imports baselines from the two formats that fleets already have. What is stored is exact; what a format does not
 * contain is {@code n/a} and left for a person to pin. Fails with {@link ConfigProblems}.
 */
public final class BaselineImport {
    private static final Pattern CUDA = Pattern.compile("(\\d+)[.-](\\d+)(?:[.-].*)?");

    /** Holds what no seed file states: id, approver, date, hardware. {@code source} names the file in problems. */
    public record Frame(
            Path source, String id, String approvedBy, LocalDate adoptedAt, BaselineConfig.Profile profile) {}

    /**
     * Holds the baseline, and the one before it if the file has it. {@code empty} names the keys of the file that have
     * no value, each with its field, which is {@code n/a}.
     */
    public record Imported(BaselineConfig current, Optional<BaselineConfig> previous, Map<String, Field> empty) {

        /** Returns both as the rest of the system knows them, the current one first. */
        public List<Baseline> baselines() {
            return Stream.concat(Stream.of(current), previous.stream())
                    .map(b -> b.baseline(GitCommit.UNCOMMITTED))
                    .toList();
        }
    }

    /** Reads the YAML format: its keys are the components. */
    record Seed(
            String os_image,
            String kernel,
            String driver_branch,
            String cuda_branch,
            String fabricmanager,
            String container_toolkit) {}

    private BaselineImport() {}

    /** Reads {@code DRIVER_VERSION} and its kin, and their {@code PREV_} twins as the previous baseline. */
    public static Imported env(String text, Frame frame) {
        EnvFile file = EnvFile.read(frame.source(), text);
        Optional<BaselineConfig> previous =
                file.previous().map(pins -> baseline(frame, frame.id() + "-previous", Optional.empty(), pins));
        BaselineConfig current = baseline(frame, frame.id(), previous.map(BaselineConfig::id), file.current());
        return new Imported(current, previous, file.empty());
    }

    /** Reads {@code os_image}, {@code driver_branch} and their kin; each branch is resolved once, here. */
    public static Imported yaml(String text, Frame frame, Branches branches) {
        Problems problems = new Problems();
        Binder binder = new Binder(frame.source(), Path.of(""), problems);
        Optional<Seed> seed =
                YamlFile.read(frame.source(), text, problems).flatMap(node -> binder.bind(node, Seed.class));
        problems.throwIfAny();
        Map<Field, String> pins = exact(seed.orElseThrow(), binder, branches);
        problems.throwIfAny();
        return new Imported(baseline(frame, frame.id(), Optional.empty(), pins), Optional.empty(), Map.of());
    }

    private static Map<Field, String> exact(Seed seed, Binder binder, Branches branches) {
        Map<Field, String> pins = new EnumMap<>(Field.class);
        pins.put(Field.OS_IMAGE, seed.os_image());
        pins.put(Field.KERNEL, seed.kernel());
        driver(seed, binder, branches).ifPresent(version -> pins.put(Field.DRIVER_VERSION, version));
        resolve(seed.cuda_branch(), Branches.Part.CUDA, branches)
                .ifPresentOrElse(v -> pins.put(Field.CUDA_TOOLKIT, v), () -> open(seed, binder, "cuda_branch"));
        resolve(seed.fabricmanager(), Branches.Part.FABRIC_MANAGER, branches)
                .ifPresentOrElse(v -> pins.put(Field.FABRIC_MANAGER, v), () -> open(seed, binder, "fabricmanager"));
        resolve(seed.container_toolkit(), Branches.Part.CONTAINER_TOOLKIT, branches)
                .ifPresentOrElse(
                        v -> pins.put(Field.CONTAINER_TOOLKIT, v), () -> open(seed, binder, "container_toolkit"));
        return pins;
    }

    private static Optional<String> driver(Seed seed, Binder binder, Branches branches) {
        Optional<String> version = resolve(seed.driver_branch(), Branches.Part.DRIVER, branches);
        if (version.isEmpty()) {
            open(seed, binder, "driver_branch");
        } else if (version.get().equals(BaselineConfig.NOT_APPLICABLE)) {
            String none = EnvFile.noDriver("driver_branch", seed.driver_branch());
            binder.blame(seed, "driver_branch", none, EnvFile.ALL_PARTS);
        }
        return version;
    }

    private static Optional<String> resolve(String written, Branches.Part part, Branches branches) {
        if (written.equals(BaselineConfig.NOT_APPLICABLE) || written.equals("containers-only")) {
            return Optional.of(BaselineConfig.NOT_APPLICABLE);
        }
        return written.matches("\\d+\\.\\d+\\.\\d+") ? Optional.of(written) : branches.exact(part, written);
    }

    /** The toolkit is compared by its release, as packages name it: {@code 12.9.1} is {@code 12-9}. */
    private static String release(String cuda) {
        Matcher version = CUDA.matcher(cuda);
        return version.matches() ? version.group(1) + "-" + version.group(2) : cuda;
    }

    private static void open(Seed seed, Binder binder, String key) {
        binder.blame(
                seed,
                key,
                "No exact version of this branch is known.",
                "Write the exact version, or check the repository.");
    }

    private static BaselineConfig baseline(
            Frame frame, String id, Optional<String> previous, Map<Field, String> known) {
        Map<Field, String> pins = new EnumMap<>(Field.class);
        for (Field field : Field.values()) {
            if (field.pin() == field && (field.required() || known.containsKey(field))) {
                pins.put(field, known.getOrDefault(field, BaselineConfig.NOT_APPLICABLE));
            }
        }
        pins.computeIfPresent(Field.CUDA_TOOLKIT, (field, written) -> release(written));
        BaselineConfig.Gates gates = new Binder(frame.source(), Path.of(""), new Problems())
                .bind(YamlFile.parse("{}"), BaselineConfig.Gates.class)
                .orElseThrow();
        return new BaselineConfig(
                id,
                previous,
                frame.approvedBy(),
                frame.adoptedAt(),
                frame.profile(),
                pins,
                Map.of(),
                List.of(),
                Optional.empty(),
                gates,
                List.of());
    }
}
