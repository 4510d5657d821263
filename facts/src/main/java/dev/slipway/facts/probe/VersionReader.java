package dev.slipway.facts.probe;

import dev.slipway.facts.Dkms;
import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.DkmsParser;
import dev.slipway.facts.kernel.ModuleFile;
import dev.slipway.facts.kernel.ModuleParser;
import dev.slipway.facts.kernel.ModuleParser.Resident;
import dev.slipway.facts.nvidia.DcgmVersion;
import dev.slipway.facts.packages.GpuPackages;
import dev.slipway.facts.services.VersionsParser;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverBranch;
import dev.slipway.model.facts.ImageManifest;
import dev.slipway.model.facts.InstalledPackage;
import dev.slipway.model.facts.Reading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads all versions of a node, each from its best source. */
record VersionReader(
        Answers answers,
        Reading<SmiGpus> smi,
        Reading<SmiQuery> query,
        Reading<List<InstalledPackage>> packages,
        Reading<ImageManifest> manifest) {
    private static final String ABSENT = "n/a";
    private static final Pattern RELEASE = Pattern.compile("[0-9]{2,4}(?:\\.[0-9]+){1,3}");
    private static final Pattern RELEASE_OF = Pattern.compile("^([0-9]+\\.[0-9]+).*");
    private static final Pattern LIBRARY =
            Pattern.compile("(?:libnvidia-ml|libcuda)\\.so\\.([0-9]+(?:\\.[0-9]+){1,3})$");
    private static final Pattern OS_ID = Pattern.compile("(?m)^ID=\"?([a-z0-9._-]+)\"?\\s*$");
    private static final Pattern OS_VERSION = Pattern.compile("(?m)^VERSION_ID=\"?([0-9A-Za-z._-]+)\"?\\s*$");
    private static final List<Field> BY_PACKAGE = List.of(
            Field.FABRIC_MANAGER,
            Field.NSCQ,
            Field.IMEX,
            Field.NVLSM,
            Field.NVIDIA_FS,
            Field.GDRCOPY,
            Field.NCCL,
            Field.OFED);

    Map<Field, Reading<String>> versions() {
        Map<Field, Reading<String>> versions = new EnumMap<>(Field.class);
        versions.put(Field.OS_IMAGE, answers.read("os-release", VersionReader::osImage));
        versions.put(Field.IMAGE_VERSION, manifest.map(ImageManifest::imageVersion));
        versions.put(Field.KERNEL, answers.line("kernel"));
        driver(versions);
        versions.put(Field.GSP_FIRMWARE, absent(shared("GSP Firmware Version")));
        versions.put(Field.CUDA_TOOLKIT, answers.parsed("cuda", VersionReader::cuda));
        versions.put(Field.CONTAINER_TOOLKIT, answers.parsed("toolkit", VersionReader::toolkit));
        versions.put(Field.DCGM, dcgm());
        versions.put(Field.VBIOS, smi.map(gpus -> gpus.shared(SmiGpus.Row::vbios)));
        versions.put(Field.INFOROM, absent(shared("Inforom Version/Image Version")));
        BY_PACKAGE.forEach(field -> versions.put(field, installed(GpuPackages.of(field))));
        versions.putAll(new PlatformReader(answers).readings());
        return versions;
    }

    private void driver(Map<Field, Reading<String>> versions) {
        Reading<Resident> loaded = answers.parsed(
                "proc-driver", output -> ModuleParser.loaded(output).value());
        Reading<ModuleFile> onDisk = answers.parsed("modinfo", VersionReader::onDisk);
        versions.put(Field.DRIVER_VERSION, smi.map(gpus -> gpus.shared(SmiGpus.Row::driver)));
        versions.put(Field.DRIVER_BRANCH, versions.get(Field.DRIVER_VERSION).map(DriverBranch::ofVersion));
        versions.put(Field.DRIVER_RESIDENT, loaded.map(Resident::version));
        versions.put(Field.DRIVER_ON_DISK, onDisk.map(ModuleFile::version));
        versions.put(Field.DRIVER_USERSPACE, answers.read("nvml-library", VersionReader::library));
        versions.put(Field.LIBCUDA, answers.read("cuda-library", VersionReader::library));
        versions.put(Field.MODULE_FLAVOUR, loaded.known() ? loaded.map(Resident::flavour) : flavour(onDisk));
        List<Dkms> builds = answers.parsed("dkms", DkmsParser::builds).or(List.of());
        versions.put(
                Field.MODULE_DELIVERY,
                onDisk.value().map(m -> delivery(m, builds)).orElseGet(() -> Reading.unknown(onDisk.error())));
    }

    /** Returns the module that the next load would take; without its version and its place it is unknown. */
    static Reading<ModuleFile> onDisk(Output output) {
        Reading<ModuleFile> file = ModuleParser.modinfo(output).value();
        return file.map(m -> !m.path().isEmpty() && RELEASE.matcher(m.version()).matches())
                        .or(true)
                ? file
                : Reading.unknown("not a description of the module: " + Text.shorten(output.text(), 120));
    }

    static Reading<String> delivery(ModuleFile file, List<Dkms> builds) {
        return file.delivery(builds)
                .map(Reading::of)
                .orElseGet(() ->
                        Reading.unknown("modinfo: module in an unusual place: " + Text.shorten(file.path(), 120)));
    }

    private static Reading<String> flavour(Reading<ModuleFile> module) {
        Reading<String> flavour = module.map(file -> file.flavour().orElse(""));
        return flavour.or("-").isEmpty() ? Reading.unknown("modinfo: no license") : flavour;
    }

    private Reading<String> dcgm() {
        Reading<String> engine = answers.parsed("dcgm", VersionReader::dcgm);
        return engine.known() ? engine : answers.parsed("dcgmi", VersionReader::dcgm);
    }

    /** Reads {@code nv-hostengine --version} or {@code dcgmi --version}. */
    static Reading<String> dcgm(Output output) {
        return DcgmVersion.parse(output).value();
    }

    /** Reads {@code nvidia-ctk --version} and its relatives. */
    static Reading<String> toolkit(Output output) {
        return version(output, "nvidia-ctk", "nvidia-container-runtime", "nvidia-container-cli");
    }

    /** Reads {@code nvcc --version}, and names the release as packages do: {@code 12-8}. */
    static Reading<String> cuda(Output output) {
        return version(output, "cuda")
                .map(v -> RELEASE_OF.matcher(v).replaceFirst("$1").replace('.', '-'));
    }

    private static Reading<String> version(Output output, String... tools) {
        Reading<Map<String, String>> versions =
                new VersionsParser().parse(output).value();
        return Stream.of(tools)
                .flatMap(tool -> Stream.ofNullable(versions.or(Map.of()).get(tool)))
                .findFirst()
                .map(Reading::of)
                .orElseGet(() -> Reading.unknown(
                        versions.known() ? "no version in: " + Text.shorten(output.text(), 120) : versions.error()));
    }

    /** Reads {@code ubuntu-24.04} from os-release. */
    static Reading<String> osImage(String text) {
        return Readings.both(found(OS_ID, text), found(OS_VERSION, text), (id, version) -> id + "-" + version);
    }

    private static Reading<String> found(Pattern pattern, String text) {
        return Text.first(pattern, text)
                .map(Reading::of)
                .orElseGet(() -> Reading.unknown("no version in: " + Text.shorten(text, 120)));
    }

    /** Returns the version in the file name of a library of the driver; two versions side by side are no answer. */
    static Reading<String> library(String text) {
        List<String> versions = Text.lines(text).stream()
                .map(line -> Text.first(LIBRARY, line.strip()).orElse(""))
                .filter(v -> !v.isEmpty())
                .distinct()
                .toList();
        return versions.size() == 1
                ? Reading.of(versions.getFirst())
                : Reading.unknown(
                        versions.isEmpty() ? "no library in: " + Text.shorten(text, 120) : "several: " + versions);
    }

    private Reading<String> shared(String key) {
        return query.value().map(q -> q.shared(key)).orElseGet(() -> Reading.unknown(query.error()));
    }

    private static Reading<String> absent(Reading<String> reading) {
        return reading.map(v -> v.equals("[N/A]") ? ABSENT : v);
    }

    private Reading<String> installed(Predicate<String> names) {
        if (packages.value().isEmpty()) {
            return Reading.unknown(packages.error());
        }
        List<String> versions = packages.value().get().stream()
                .filter(p -> names.test(p.name()) && !p.version().isEmpty())
                .filter(p -> !p.status().equals("config-files") && !p.status().equals("not-installed"))
                .map(p -> upstream(p.version()))
                .distinct()
                .sorted()
                .toList();
        return Reading.of(versions.isEmpty() ? ABSENT : String.join(" | ", versions));
    }

    static String upstream(String version) {
        String rest = version.substring(version.indexOf(':') + 1);
        int dash = rest.lastIndexOf('-');
        return dash < 0 ? rest : rest.substring(0, dash);
    }
}
