package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.config.keys.LegacyKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key that was renamed is refused with its new name, and nothing else is said of it. */
class LegacyKeysTest {
    private static final String KEYS = """
            policies/careful.yaml | convergeBy: packages | means: packages | means | convergeBy
            policies/careful.yaml | expectedRunDuration: 45m | nodeDuration: 45m | nodeDuration | expectedRunDuration
            policies/careful.yaml | drainTimeout: 2h | drainWithin: 2h | drainWithin | drainTimeout
            policies/careful.yaml | soak: 10m | capacityWithin: 1h | capacityWithin | capacityTimeout
            policies/careful.yaml | soak: 10m | decideWithin: 1h | decideWithin | decideTimeout
            policies/careful.yaml | soak: 10m | knownFailures: 1 | knownFailures | stepRetries
            policies/careful.yaml | soak: 10m | rebootWithin: 30m | rebootWithin | rebootTimeout
            policies/careful.yaml | 'cron:' | 'opensRollout: true@  cron:' | opensRollout | autoRollout
            policies/careful.yaml | 'alerts:' | 'smoke: { job: { image: x, within: 2m } }@alerts:' | within | timeout
            fleets/rack-a.yaml | 'kubernetes:' | 'scan: { atOnce: 8 }@kubernetes:' | atOnce | maxConcurrent
            fleets/rack-a.yaml | 'kubernetes:' | 'scan: { perRack: 8 }@kubernetes:' | perRack | maxConcurrentPerRack
            fleets/rack-a.yaml | 'kubernetes:' | 'scan: { nodeWithin: 50s }@kubernetes:' | nodeWithin | nodeTimeout
            fleets/rack-a.yaml | 'user: slipway' | 'user: slipway@  connectWithin: 5s' | connectWithin | connectTimeout
            slipway.yaml | 'knownHosts:' | 'connectWithin: 5s@  knownHosts:' | connectWithin | connectTimeout
            slipway.yaml | 'ledger:' | 'ansible: { within: 5m }@ledger:' | within | timeout
            slipway.yaml | 'ledger:' | 'image: { command: [/x], within: 5m }@ledger:' | within | timeout
            slipway.yaml | 'ledger:' | 'image: { command: [/x], returnWithin: 5m }@ledger:' | returnWithin | returnTimeout
            baselines/hgx-h100-r570-133.yaml | minBusBandwidth: | busbwFloor: | busbwFloor | minBusBandwidth
            baselines/hgx-h100-r570-133.yaml | diagLevel: 2 | pairBusbwFloor: 3GB/s | pairBusbwFloor | minPairBusBandwidth
            """;

    @TempDir
    Path directory = Path.of("");

    private ConfigDirectory config = new ConfigDirectory(directory);

    @BeforeEach
    void copy() throws IOException {
        config = ConfigDirectory.copiedTo(directory);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = KEYS)
    void refusesAnOldKeyWithItsNewName(String file, String from, String to, String old, String now) throws IOException {
        config.change(file, from, to.replace('@', '\n'));
        assertThat(config.problems())
                .singleElement()
                .asString()
                .startsWith(file + ":")
                .endsWith("The key `" + old + "` is called `" + now + "` now. Rename it.");
    }

    @Test
    void everyOldKeyIsInTheTable() {
        Set<String> renamed = new TreeSet<>();
        Stream.of(
                        PolicyConfig.class,
                        ScanConfig.class,
                        SshConfig.class,
                        FleetConfig.class,
                        SiteConfig.class,
                        ImageCommand.class,
                        AnsibleConfig.class,
                        BaselineConfig.class)
                .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses())))
                .filter(Class::isRecord)
                .flatMap(type -> Arrays.stream(type.getRecordComponents()))
                .filter(component -> component.isAnnotationPresent(LegacyKey.class))
                .forEach(component ->
                        renamed.add(component.getAnnotation(LegacyKey.class).value() + " | " + component.getName()));

        List<String> lines = KEYS.lines().toList();
        assertThat(renamed).isNotEmpty().allSatisfy(pair -> assertThat(lines).anyMatch(line -> line.endsWith(pair)));
    }

    @Test
    void refusesTheFileOfBuildsByItsOldName() throws IOException {
        Files.move(directory.resolve("known-bad-builds.yaml"), directory.resolve("builds.yaml"));
        assertThat(config.problems())
                .containsExactly("builds.yaml:1: This file is called `known-bad-builds.yaml` now. Rename it.");
    }
}
