package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.config.units.HostPort;
import dev.slipway.model.Baseline;
import dev.slipway.model.Difference;
import dev.slipway.model.Field;
import dev.slipway.model.TestTimeouts;
import dev.slipway.model.capacity.CapacityLimit;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.node.BlockedRule;
import dev.slipway.model.node.NodePolicy;
import dev.slipway.model.node.NodeRef;
import dev.slipway.model.node.PodSelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
    @TempDir
    Path directory = Path.of("");

    private final Config examples = Config.load(ConfigDirectory.EXAMPLES);

    @Test
    void loadsEveryExample() throws IOException {
        assertThat(examples.fleets()).hasSize(files("fleets"));
        assertThat(examples.baselines()).hasSize(files("baselines"));
        assertThat(examples.policies()).hasSize(files("policies"));
    }

    @Test
    void fillsAFleetAndFollowsItsNames() {
        FleetConfig fleet = examples.fleet("rack-a").orElseThrow();
        assertThat(fleet.members()).contains(new NodeRef("example", "a02")).hasSize(4);
        assertThat(fleet.domain()).isEqualTo("example/rack-a");
        assertThat(examples.baselineOf(fleet).id()).isEqualTo("hgx-h100-r570-133");
        assertThat(examples.policyOf(fleet).name()).isEqualTo("careful");
        assertThat(examples.taskQueueOf(fleet)).isEqualTo("slipway");
        assertThat(examples.fleetOf(new NodeRef("example", "a03"))).contains(fleet);
        assertThat(fleet.member("a01").orElseThrow().ssh(examples.sshOf(fleet)))
                .isEqualTo(new HostPort("192.0.2.11", 22));
    }

    /** A fleet that selects its nodes may stand before the one that lists a node of the same cluster. */
    @Test
    void aNodeBelongsToTheFleetThatListsItElseToTheOneThatSelects() throws IOException {
        ConfigDirectory copy = ConfigDirectory.copiedTo(directory);
        copy.write(
                "fleets/rack-0.yaml",
                Files.readString(directory.resolve("fleets/rack-b.yaml")).replace("name: rack-b", "name: rack-0"));
        copy.write(
                "fleets/west.yaml",
                Files.readString(directory.resolve("fleets/rack-a.yaml"))
                        .replace("name: rack-a", "name: west")
                        .replace("cluster: example", "cluster: west")
                        .replace("192.0.2.1", "192.0.3.1")
                        .replace("name: a01", "name: w01")
                        .replace("name: a02", "name: w02"));
        Config config = Config.load(directory);
        assertThat(config.fleetOf(new NodeRef("example", "a03")).map(FleetConfig::name))
                .contains("rack-a");
        assertThat(config.fleetOf(new NodeRef("west", "a03")).map(FleetConfig::name))
                .contains("west");
        assertThat(config.fleetOf(new NodeRef("example", "b07")).flatMap(FleetConfig::selector))
                .isPresent();
        assertThat(config.fleetOf(new NodeRef("west", "b07"))).isEmpty();
        assertThat(config.fleetListing("w01").map(FleetConfig::name)).contains("west");
        assertThat(config.fleetListing("a03")).as("in two clusters").isEmpty();
    }

    @Test
    void readsAPolicyWithItsUnits() {
        PolicyConfig policy = examples.policy("careful").orElseThrow();
        assertThat(policy.waves()).extracting(w -> w.upTo(200)).containsExactly(1, 10, 50, 200);
        assertThat(policy.capacityLimit()).isEqualTo(new CapacityLimit(4, 10));
        assertThat(policy.nodePolicy())
                .isEqualTo(new NodePolicy(
                        Duration.ofHours(2),
                        Duration.ofHours(1),
                        Duration.ofMinutes(10),
                        true,
                        Duration.ofHours(4),
                        2,
                        NodePolicy.ConvergeBy.PACKAGES,
                        List.of(new BlockedRule(
                                new PodSelector(Optional.empty(), Map.of("app", "notebook"), Optional.empty()),
                                BlockedRule.Then.SKIP,
                                Duration.ofMinutes(30))),
                        Duration.ofHours(12),
                        List.of()));
    }

    @Test
    void turnsABaselineFileIntoABaseline() {
        Baseline baseline = examples.baseline("hgx-h100-r570-133").orElseThrow();
        assertThat(baseline.pins())
                .containsEntry(Field.DRIVER_VERSION, "570.133.20")
                .doesNotContainKey(Field.OFED);
        assertThat(baseline.holds()).allMatch(baseline.packages()::containsKey);
        assertThat(baseline.profile().nvswitch()).isEqualTo("local");
        assertThat(baseline.gates().minBusBandwidth()).isEqualTo(400.0);
        assertThat(baseline.runtime().orElseThrow().powerLimitWatts()).isEqualTo("700");
        assertThat(baseline.previous()).contains("hgx-h100-r570-124");
        assertThat(examples.baseline("hgx-h100-r570-124").orElseThrow().previous())
                .isEmpty();
    }

    @Test
    void recordsTheCommitOfABaselineAndThatItWasEdited() throws Exception {
        ConfigDirectory copy = ConfigDirectory.copiedTo(directory);
        assertThat(commit(Config.load(directory))).isEqualTo("uncommitted");
        git("init", "-q");
        git("add", ".");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "adopt");
        assertThat(commit(Config.load(directory))).matches("[0-9a-f]{40}");
        copy.change("baselines/hgx-h100-r570-133.yaml", "approvedBy: platform", "approvedBy: somebody");
        assertThat(commit(Config.load(directory))).matches("[0-9a-f]{40}\\+edited");
    }

    @Test
    void hashesTheContentOfABaselineAndNothingElse() throws IOException {
        String hash = examples.ref("hgx-h100-r570-133").orElseThrow().hash();
        ConfigDirectory copy = ConfigDirectory.copiedTo(directory)
                .change("baselines/hgx-h100-r570-133.yaml", "approvedBy: platform", "approvedBy: somebody");
        assertThat(Config.load(directory).ref("hgx-h100-r570-133").orElseThrow().hash())
                .isEqualTo(hash)
                .hasSize(64);
        copy.change(
                "baselines/hgx-h100-r570-133.yaml",
                "gates:",
                "waivers:\n  - { field: vbios, values: [a], reason: ticket, by: kim, expires: 2026-03-01 }\ngates:");
        assertThat(Config.load(directory).ref("hgx-h100-r570-133").orElseThrow().hash())
                .as("waivers leave the content")
                .isEqualTo(hash);
        copy.change("baselines/hgx-h100-r570-133.yaml", "libnccl2: 2.27.3-1", "libnccl2: 2.27.3-2");
        assertThat(Config.load(directory).ref("hgx-h100-r570-133").orElseThrow().hash())
                .isNotEqualTo(hash);
    }

    @Test
    void letsAWaiverEndAfterItsLastDay() throws IOException {
        String waiver = "waivers:\n  - { field: kernel, node: a01, reason: ticket 7, expires: 2026-03-01 }\ngates:";
        ConfigDirectory.copiedTo(directory).change("baselines/hgx-h100-r570-133.yaml", "gates:", waiver);
        Config config = Config.load(directory);
        Baseline baseline = config.baseline("hgx-h100-r570-133").orElseThrow();
        assertThat(drift(baseline, "a01", "2026-03-01T23:59:59Z")).doesNotContain("kernel");
        assertThat(drift(baseline, "a02", "2026-03-01T23:59:59Z")).contains("kernel");
        assertThat(drift(baseline, "a01", "2026-03-02T00:00:00Z")).contains("kernel");
        assertThat(config.expiredWaivers(LocalDate.of(2026, 3, 1))).isEmpty();
        assertThat(config.expiredWaivers(LocalDate.of(2026, 3, 2))).hasSize(1);
    }

    /** A baseline that was adopted before there were timeouts keeps its hash, and what was proven for it counts on. */
    @Test
    void timeoutsOfTestsAreNormalAndCountInTheHashWhereTheFileNamesOthers() throws IOException {
        String id = "hgx-h100-r570-133";
        Baseline plain = examples.baseline(id).orElseThrow();
        assertThat(plain.gates().timeouts()).isEqualTo(TestTimeouts.NORMAL);

        ConfigDirectory files = ConfigDirectory.copiedTo(directory);
        files.change("baselines/" + id + ".yaml", "gates:", "gates:\n  timeouts: { diag3: 45m }");
        assertThat(BaselineHash.of(Config.load(directory).baseline(id).orElseThrow()))
                .isEqualTo(BaselineHash.of(plain));

        files.change("baselines/" + id + ".yaml", "diag3: 45m", "diag3: 2h, nccl: 90s");
        Config changed = Config.load(directory);
        Baseline longer = changed.baseline(id).orElseThrow();
        assertThat(longer.gates().timeouts().diag(3)).isEqualTo(Duration.ofHours(2));
        assertThat(longer.gates().timeouts().diag(4)).isEqualTo(Duration.ofHours(5));
        assertThat(BaselineHash.of(longer)).isNotEqualTo(BaselineHash.of(plain));
    }

    /** A line that is known is written down later, and what was proven for the baseline counts on. */
    @Test
    void knownLinesOfTheDriverLeaveTheHashAsItIs() throws IOException {
        String id = "hgx-h100-r570-133";
        ConfigDirectory files = ConfigDirectory.copiedTo(directory);
        files.change("baselines/" + id + ".yaml", "gates:", "gates:\n  knownLines: ['NVRM: a']");
        Baseline knowing = Config.load(directory).baseline(id).orElseThrow();

        assertThat(knowing.gates().knownLines()).containsExactly("NVRM: a");
        assertThat(BaselineHash.of(knowing))
                .isEqualTo(BaselineHash.of(examples.baseline(id).orElseThrow()));
    }

    /** The same of what two nodes are proven by. */
    @Test
    void floorAndTransportOfAPairAreTheBaselinesAndCountInTheHashWhereTheFileNamesOthers() throws IOException {
        String id = "hgx-h100-r570-133";
        Baseline plain = examples.baseline(id).orElseThrow();
        assertThat(plain.gates().pair()).isEqualTo(new Baseline.PairGate(300, "NET/IB/GDRDMA"));

        ConfigDirectory files = ConfigDirectory.copiedTo(directory);
        files.change("baselines/" + id + ".yaml", "gates:", "gates:\n  minPairBusBandwidth: 300GB/s");
        assertThat(BaselineHash.of(Config.load(directory).baseline(id).orElseThrow()))
                .isEqualTo(BaselineHash.of(plain));

        files.change("baselines/" + id + ".yaml", "300GB/s", "40GB/s\n  pairTransport: NET/Socket");
        Baseline slower = Config.load(directory).baseline(id).orElseThrow();
        assertThat(slower.gates().pair()).isEqualTo(new Baseline.PairGate(40, "NET/Socket"));
        assertThat(BaselineHash.of(slower)).isNotEqualTo(BaselineHash.of(plain));

        files.change("baselines/" + id + ".yaml", "NET/Socket", "by pigeon");
        assertThatThrownBy(() -> Config.load(directory)).hasMessageContaining("pairTransport");
    }

    @Test
    void comparesWhatIsPinnedByChoiceOnlyWhereItIsPinned() throws IOException {
        assertThat(examples.baseline("hgx-h100-r570-133").orElseThrow().pins())
                .doesNotContainKeys(Field.CMDLINE, Field.MODULES, Field.BMC_FIRMWARE);
        ConfigDirectory.copiedTo(directory)
                .change(
                        "baselines/hgx-h100-r570-133.yaml",
                        "  nccl: 2.27.3",
                        "  nccl: 2.27.3\n  cmdline: \"iommu=pt !nouveau.*\"\n  driverBranch: 570\n  acs: off\n")
                .change("baselines/hgx-h100-r570-133.yaml", "gates:", "gates:\n  d2hFloor: 50GB/s\n  dcgmRelease: 4.4");
        Baseline baseline = Config.load(directory).baseline("hgx-h100-r570-133").orElseThrow();
        assertThat(baseline.pins()).containsEntry(Field.CMDLINE, "iommu=pt !nouveau.*");
        assertThat(baseline.gates().pcie()).isEqualTo(new Baseline.PcieFloors(0, 50));
        assertThat(baseline.gates().dcgmRelease()).contains("4.4");
    }

    @Test
    void standsOnDefaultsWhereTheSiteSaysNothing() throws IOException {
        ConfigDirectory.copiedTo(directory);
        Files.delete(directory.resolve("slipway.yaml"));
        SiteConfig site = Config.load(directory).site();
        assertThat(site.temporal().target()).isEqualTo(new HostPort("127.0.0.1", 7233));
        assertThat(site.ledger().jdbcUrl())
                .isEqualTo("jdbc:h2:file:"
                        + directory.resolve("../.slipway/ledger").normalize());
    }

    @Test
    void takesFromTheSiteWhatAFleetDoesNotSayAboutSsh() throws IOException {
        ConfigDirectory.copiedTo(directory)
                .change("fleets/rack-a.yaml", "  user: slipway", "  port: 2222")
                .change("slipway.yaml", "user: slipway", "user: ops");
        Config config = Config.load(directory);
        SshConfig ssh = config.sshOf(config.fleet("rack-a").orElseThrow());
        assertThat(ssh.user()).isEqualTo("ops");
        assertThat(ssh.port()).isEqualTo(2222);
        assertThat(ssh.key()).isEqualTo(directory.resolve("ssh/id_ed25519"));
    }

    /** The fields that count as drift on a node of which nothing could be read. */
    private static List<String> drift(Baseline baseline, String node, String at) {
        Reading<List<String>> nothing = Reading.unknown("no answer");
        NodeFacts facts = new NodeFacts(
                new NodeRef("example", node),
                Instant.parse(at),
                Reading.unknown("no answer"),
                Reading.unknown("no answer"),
                new NodeFacts.Hardware(
                        Reading.unknown("no answer"),
                        Reading.unknown("no answer"),
                        Reading.unknown("no answer"),
                        Reading.unknown("no answer")),
                new NodeFacts.Software(
                        Map.of(),
                        Reading.unknown("no answer"),
                        nothing,
                        Reading.unknown("no answer"),
                        Reading.unknown("no answer"),
                        Reading.unknown("no answer"),
                        nothing),
                Reading.unknown("no answer"),
                Reading.unknown("no answer"));
        return baseline.differences(facts).stream().map(Difference::field).toList();
    }

    private static String commit(Config config) {
        return config.baseline("hgx-h100-r570-133").orElseThrow().provenance().commit();
    }

    private static int files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ConfigDirectory.EXAMPLES.resolve(folder))) {
            return files.toList().size();
        }
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("git", "-C", directory.toString()), Stream.of(arguments))
                .toList();
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
