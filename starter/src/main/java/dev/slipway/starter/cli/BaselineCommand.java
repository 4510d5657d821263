package dev.slipway.starter.cli;

import dev.slipway.config.BaselineConfig;
import dev.slipway.config.BaselineImport;
import dev.slipway.config.BaselineText;
import dev.slipway.config.ConfigProblems;
import dev.slipway.facts.packages.PackageOffers;
import dev.slipway.facts.probe.ProbeAnswer;
import dev.slipway.facts.probe.Section;
import dev.slipway.model.Causes;
import dev.slipway.model.facts.Reading;
import dev.slipway.starter.baselines.OpenPins;
import dev.slipway.starter.baselines.PackageBranches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates baselines from what a fleet already has. */
@Command(name = "baseline", description = "Baselines.", subcommands = BaselineCommand.Import.class)
final class BaselineCommand {

    @Command(
            name = "import",
            description = "Make a baseline from an env file with exact versions or from YAML with branches. Branches "
                    + "are resolved once, here, and exact versions are written. Packages and holds are resolved from "
                    + "what a repository offers or a node has. What is left to decide is printed. Asks no server.",
            footer = {
                "",
                "Examples:",
                "  slipway baseline import pins.env --id h100-r570 --approved-by platform \\",
                "      --sku HGX-H100-8 --gpus 8 --gpu-model 'NVIDIA H100 80GB HBM3' \\",
                "      --nvswitch local --nvlinks 18 --from-probe gpu-001.probe",
                "  apt-cache madison nvidia-driver-570-server nvidia-fabricmanager-570 >offers",
                "  slipway baseline import seed.yaml --id h100-r570 --approved-by platform \\",
                "      --sku HGX-H100-8 --gpus 8 --gpu-model 'NVIDIA H100 80GB HBM3' \\",
                "      --nvswitch local --nvlinks 18 --branches offers --into config/baselines"
            })
    static final class Import extends ApiCommand {
        @Parameters(index = "0", paramLabel = "FILE", description = "The env file or the YAML.")
        Path file = Path.of("");

        @Option(names = "--id", required = true, description = "Id of the baseline.")
        String id = "";

        @Option(names = "--approved-by", required = true, paramLabel = "NAME", description = "Who approved it.")
        String approvedBy = "";

        @ArgGroup(exclusive = false, multiplicity = "1")
        Hardware hardware = new Hardware();

        @ArgGroup
        @Nullable
        Source source;

        @Option(names = "--into", paramLabel = "DIRECTORY", description = "Write ID.yaml there instead of printing it.")
        @Nullable
        Path into;

        @Override
        public Integer call() throws IOException {
            PackageOffers offers = source == null ? PackageOffers.NONE : source.offers();
            BaselineImport.Imported imported = imported(text(file), offers);
            List<BaselineConfig> baselines = new ArrayList<>(List.of(imported.current()));
            imported.previous().ifPresent(baselines::add);
            List<Made> made = new ArrayList<>();
            for (BaselineConfig baseline : baselines) {
                OpenPins open = OpenPins.of(imported, baseline, offers);
                made.add(new Made(baseline.id(), written(open.baseline()), open.notes()));
            }
            return answer(ApiClient.local(new Report(made)), into == null ? Import::texts : Import::files);
        }

        private BaselineImport.Imported imported(String text, PackageOffers offers) {
            LocalDate today = LocalDate.now(Clock.systemUTC());
            BaselineImport.Frame frame = new BaselineImport.Frame(file, id, approvedBy, today, hardware.profile());
            try {
                return text.lines().anyMatch(line -> line.matches("\\s*(export\\s+)?[A-Z_]+=.*"))
                        ? BaselineImport.env(text, frame)
                        : BaselineImport.yaml(text, frame, new PackageBranches(offers));
            } catch (ConfigProblems e) {
                throw new Refusal(Exit.USAGE, String.valueOf(e.getMessage()), "nothing was written", e);
            }
        }

        private String written(BaselineConfig baseline) throws IOException {
            String text = BaselineText.of(baseline);
            if (into == null) {
                return text;
            }
            Path file = into.resolve(baseline.id() + ".yaml");
            if (Files.exists(file)) {
                throw new Refusal(
                        Exit.REFUSED, file + " is there already", "a baseline never changes: choose another --id");
            }
            return Files.writeString(file, text).toString();
        }

        private static String texts(Report report) {
            return report.baselines().stream()
                    .map(made -> made.file()
                            + made.notes().stream()
                                    .flatMap(String::lines)
                                    .map(line -> "# " + line + "\n")
                                    .collect(Collectors.joining()))
                    .collect(Collectors.joining("---\n"));
        }

        private static String files(Report report) {
            StringBuilder text = new StringBuilder();
            for (Made made : report.baselines()) {
                text.append(made.id() + " written to " + made.file() + "\n");
                made.notes().forEach(note -> text.append(note.indent(2)));
            }
            return text.append("give each n/a that applies its exact version, then: slipway config check")
                    .toString();
        }
    }

    /** Lists the baselines that were made. */
    record Report(List<Made> baselines) {}

    /** Describes a baseline: its file, or its text if no file was requested; and what is left to decide. */
    record Made(String id, String file, List<String> notes) {}

    /** Describes the hardware, which no seed file names. */
    static final class Hardware {
        @Option(names = "--sku", required = true, description = "Hardware profile.")
        String sku = "";

        @Option(names = "--gpus", required = true, paramLabel = "N", description = "GPUs of a node.")
        int gpus;

        @Option(names = "--gpu-model", required = true, paramLabel = "NAME", description = "As the driver prints it.")
        String model = "";

        @Option(
                names = "--nvswitch",
                required = true,
                description = "Where the switches are: ${COMPLETION-CANDIDATES}.")
        BaselineConfig.Nvswitch nvswitch = BaselineConfig.Nvswitch.NONE;

        @Option(names = "--nvlinks", required = true, paramLabel = "N", description = "Active NVLinks of each GPU.")
        int nvlinks;

        BaselineConfig.Profile profile() {
            return new BaselineConfig.Profile(sku, gpus, model, nvswitch, nvlinks, false);
        }
    }

    /** States where exact versions come from. */
    static final class Source {
        @Option(
                names = "--branches",
                paramLabel = "FILE",
                description = "What apt-cache madison, apt-cache policy or dnf list --showduplicates printed.")
        @Nullable
        Path branches;

        @Option(
                names = "--from-probe",
                paramLabel = "FILE",
                description = "The probe's answer of a node that is as it should be: what it has installed.")
        @Nullable
        Path probe;

        Path file() {
            return branches != null ? branches : probe != null ? probe : Path.of("");
        }

        PackageOffers offers() {
            Reading<PackageOffers> offers = PackageOffers.parse(text());
            return offers.value()
                    .orElseThrow(() -> new Refusal(
                            Exit.USAGE,
                            file() + ": " + offers.error(),
                            "give what apt-cache madison, apt-cache policy or dnf list --showduplicates prints"));
        }

        private String text() {
            if (branches != null) {
                return BaselineCommand.text(branches);
            }
            Section packages = ProbeAnswer.of(BaselineCommand.text(file()).getBytes(StandardCharsets.UTF_8))
                    .sections()
                    .get("packages");
            if (packages == null || !packages.ok()) {
                throw new Refusal(
                        Exit.USAGE, file() + " holds no list of packages", "give a whole answer of the probe");
            }
            return packages.text();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new Refusal(Exit.USAGE, file + " cannot be read: " + Causes.words(e), "name a file of text", e);
        }
    }
}
