package dev.slipway.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is true of every loader, whatever a file holds: it gives a value or tells a problem with its place, never both, and
 * no other error escapes. The first byte says which loader reads the others.
 */
final class AnyFile {
    private static final Path FILE = Path.of("file");
    private static final BaselineImport.Frame FRAME = new BaselineImport.Frame(
            FILE,
            "imported",
            "platform",
            LocalDate.parse("2026-01-01"),
            new BaselineConfig.Profile("HGX-H100-8", 8, "H100", BaselineConfig.Nvswitch.LOCAL, 18, false));

    private AnyFile() {}

    static void read(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        String text = new String(Arrays.copyOfRange(bytes, 1, bytes.length), UTF_8);
        switch (Math.floorMod(bytes[0], 6)) {
            case 0 ->
                bound(text, FleetConfig.class)
                        .ifPresent(fleet -> new FleetChecks(List.of(fleet), List.of(), List.of(), false).run());
            case 1 -> bound(text, PolicyConfig.class).ifPresent(PolicyChecks::run);
            case 2 ->
                bound(text, SiteConfig.class)
                        .ifPresent(site -> ImageChecks.run(site, site.value().image()));
            case 3 ->
                bound(text, BaselineConfig.class).ifPresent(baseline -> {
                    new BaselineChecks(List.of(baseline)).run();
                    check(!baseline.value().baseline("").id().isBlank(), "gives a baseline without id");
                });
            case 4 -> imported(() -> BaselineImport.env(text, FRAME));
            default -> imported(() -> BaselineImport.yaml(text, FRAME, (part, branch) -> Optional.empty()));
        }
    }

    private static <T extends Record> Optional<ConfigLoader.Bound<T>> bound(String text, Class<T> type) {
        Problems problems = new Problems();
        Binder binder = new Binder(FILE, Path.of(""), problems);
        Optional<T> value = YamlFile.read(FILE, text, problems).flatMap(node -> binder.bind(node, type));
        check(value.isPresent() == problems.none(), "gives a value and a problem, or neither");
        return value.map(v -> new ConfigLoader.Bound<>(v, binder));
    }

    private static void imported(Supplier<BaselineImport.Imported> loader) {
        try {
            check(!loader.get().baselines().isEmpty(), "imports nothing");
        } catch (ConfigProblems told) {
            check(!told.problems().isEmpty(), "fails without a problem");
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("the loader " + what);
        }
    }
}
