package dev.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigProblemsTest {
    private static final String FLEET = "fleets/rack-a.yaml";
    private static final String BASELINE = "baselines/hgx-h100-r570-133.yaml";
    private static final String POLICY = "policies/careful.yaml";

    @TempDir
    Path directory = Path.of("");

    private ConfigDirectory config = new ConfigDirectory(directory);

    @BeforeEach
    void copy() throws IOException {
        config = ConfigDirectory.copiedTo(directory);
    }

    @Test
    void namesTheNearestKeyForAnUnknownOne() throws IOException {
        config.change(POLICY, "soak: 30m", "soack: 30m");
        assertThat(config.problems())
                .containsExactly("policies/careful.yaml:5: The key `soack` is not known here. Did you mean `soak`?");
    }

    @Test
    void tellsEveryProblemOfEveryFileAtOnce() throws IOException {
        config.change(POLICY, "soak: 30m", "soak: 30")
                .change(FLEET, "scheduler: kubernetes", "scheduler: kubernets")
                .change(BASELINE, "expectedGpus: 8", "expectedGpus: many")
                .change("slipway.yaml", "target: 127.0.0.1:7233", "target: nowhere");
        assertThat(config.problems())
                .containsExactly(
                        BASELINE + ":8: `expectedGpus`: `many` is not a whole number. Write for example `4`.",
                        FLEET + ":4: `scheduler`: `kubernets` is not known here. Did you mean `kubernetes`?",
                        POLICY + ":5: `soak`: `30` is not a duration. Write a number and its unit: 30s, 15m, 2h, 1d.",
                        "slipway.yaml:3: `target`: `nowhere` is not a host with a port. Write for example 127.0.0.1:8080.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            known-bad-builds.yaml | driver: 535.54.03 | driver: 535 | 4: `driver` is not one exact version: `535`. Write the version that `nvidia-smi` prints, 570.133.20 for one.
            known-bad-builds.yaml | kernel: "6.12.*" | kernel: "*" | 6: `kernel` is neither a release nor a pattern with a number: `*`. Write what `uname -r` prints, with `*` for what may differ.
            known-bad-builds.yaml | flavour: open | flavour: closed | 5: `flavour`: `closed` is not known here. Known: open, proprietary.
            known-bad-builds.yaml | driver: 535.54.03 | drivers: 535.54.03 | 4: The key `drivers` is not known here. Did you mean `driver`?
            fleets/rack-a.yaml | baseline: hgx-h100-r570-133 | baseline: hgx-h100-r570-33 | 5: There is no baseline `hgx-h100-r570-33`. Did you mean `hgx-h100-r570-133`?
            fleets/rack-a.yaml | policy: careful | policy: carefull | 6: There is no policy `carefull`. Did you mean `careful`?
            fleets/rack-a.yaml | 192.0.2.12 | 192.0.2.11 | 14: `a02` has the address of `a01`: 192.0.2.11:22. Correct one of them.
            fleets/rack-a.yaml | name: a02 | name: a01 | 14: `a01` is listed already, in fleet `rack-a`. List each node of a cluster once.
            fleets/rack-a.yaml | name: a02, | name: a02, role: control-plane, | 14: `a02` is a control-plane node. Remove it from the fleet.
            fleets/rack-a.yaml | rack: a, sku: HGX-H100-8 } | rack: a, sku: HGX-B200-8 } | 13: `a01` is a HGX-B200-8 and the baseline is for HGX-H100-8. Move it to a fleet with its own baseline.
            fleets/rack-a.yaml | name: rack-a | name: rack-b | There is another fleet named `rack-b`. Give each its own name.
            fleets/rack-a.yaml | '  context: example' | '  server: https://x:6443' | Exactly one of `kubeconfig` and `server` says where the cluster is.
            fleets/rack-b.yaml | '  tokenFile: kube/token' | '' | 7: `server` needs `tokenFile`.
            fleets/rack-b.yaml | nvidia.com/gpu.present=true, | node-role.kubernetes.io/control-plane, | The selector speaks of control-plane nodes, which are never members.
            policies/careful.yaml | 25%, 100%] | 101%, 100%] | 4: `waves`: `101%` is not a percentage. Write 0% to 100%, with the sign.
            policies/careful.yaml | [1, 5%, 25%, 100%] | [1, 25%, 5%, 100%] | 4: The wave 5% does not go beyond 25%.
            policies/careful.yaml | [1, 5%, 25%, 100%] | [1, 5%] | 4: The last wave ends at 5%. End with 100%.
            policies/careful.yaml | count: 4 | count: 0 | `count` of `maxUnavailable` is at least 1.
            policies/careful.yaml | Europe/Berlin | Europe/Berlim | `zone`: `Europe/Berlim` is not a time zone. Did you mean `Europe/Berlin`?
            policies/careful.yaml | 2026-12-24 | 2026-13-24 | `blackout`: `2026-13-24` is not a date.
            policies/careful.yaml | "06:00" | "22:30" | One node takes longer than the window from 22:00 to 22:30.
            policies/careful.yaml | 30 2 * * * | every night | `every night` is not a cron expression.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, nvlinkDomain: d1,' | Slipway cannot keep the nodes of an NVLink domain together yet.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: b01, tls: unverified },' | 13: No user is named for this BMC.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: b01, user: power, tls: unverified },' | Exactly one of `passwordFile` and `passwordEnv` says where this BMC's password is.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: b01, user: power, passwordEnv: BMC },' | Exactly one of `certificate`, `certificateFile` and `tls: unverified` says which BMC to trust.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: b01, user: power, passwordEnv: BMC, certificate: abc },' | This is not the SHA-256 of a certificate.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: b01, user: power, passwordEnv: BMC, protocol: ipmi, tls: unverified },' | IPMI has no certificates and no systems.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: "https://b01", user: power, passwordEnv: BMC, tls: unverified },' | This is not a host name or address.
            fleets/rack-a.yaml | 'name: a01,' | 'name: a01, bmc: { address: b01, password: hunter2 },' | The key `password` is not known here.
            policies/careful.yaml | 'soak: 10m' | 'rebootTimeout: 31m' | `rebootTimeout` is longer than 30m.
            fleets/rack-a.yaml | 'kubernetes:' | 'slurm: { host: login-1 }@kubernetes:' | The fleet is not scheduled by Slurm.
            fleets/rack-b.yaml | 'baseline:' | 'scheduler: slurm-and-kubernetes@baseline:' | Only Kubernetes nodes can be selected.
            fleets/rack-a.yaml | 'name: a02,' | 'name: a02, slurm: a01,' | Slurm knows `a02` and `a01` by one name.
            slipway.yaml | 'ledger:' | 'notifications: { channels: [{ kind: webhook }] }@ledger:' | Exactly one of `url` and `urlFile` says where a webhook is.
            slipway.yaml | 'ledger:' | 'notifications: { channels: [{ kind: log, url: "http://x" }] }@ledger:' | The log has no address and no token.
            slipway.yaml | 'ledger:' | 'notifications: { channels: [{ kind: webhook, url: "http://me:pw@x/" }] }@ledger:' | The address holds a secret.
            slipway.yaml | 'ledger:' | 'tickets: { url: "http://x/", urlFile: y }@ledger:' | Both `url` and `urlFile` say where tickets are opened.
            slipway.yaml | 'namespace: default' | 'apiKeyFile: k' | Without TLS anybody on the way could read the API key.
            slipway.yaml | 'namespace: default' | 'tls: { keyFile: k }' | A client certificate is `certificateFile` and `keyFile` together.
            slipway.yaml | 'namespace: default' | 'tls: { certificateFile: c }' | Name both, or neither.
            slipway.yaml | 'namespace: default' | 'tls: { skipVerify: true }' | The key `skipVerify` is not known here.
            slipway.yaml | 'ledger:' | 'tickets: { tokenFile: y }@ledger:' | There is a token, and no webhook that uses it.
            slipway.yaml | 'ledger:' | 'tickets: { url: "http://me:pw@x/" }@ledger:' | The address holds a secret.
            policies/careful.yaml | 'drainTimeout: 2h' | 'drainTimeout: 10m' | 23: `after` is longer than `drainTimeout`: the drain has ended by then. Shorten it, or give the drain more time.
            policies/careful.yaml | 'alerts:' | 'drain: { deleteEmptyDir: [{}] }@alerts:' | An entry of `deleteEmptyDir` names neither `namespace` nor `labels`
            policies/careful.yaml | 'then: skip' | 'then: force' | `then`: `force` is not known here.
            policies/careful.yaml | 'alerts:' | 'smoke: { required: true }@alerts:' | G10 is required and there is no job for it.
            policies/careful.yaml | 'alerts:' | 'smoke: { job: { image: x, timeout: 2h } }@alerts:' | `timeout` is longer than 50m.
            policies/careful.yaml | 'alerts:' | 'smoke: { job: { image: x, namespace: My_Own } }@alerts:' | This is not the name of a namespace.
            baselines/hgx-h100-r570-133.yaml | '  nccl: 2.27.3' | '' | 12: `nccl` is neither pinned nor waived.
            baselines/hgx-h100-r570-133.yaml | '  kernel: 6.8.0-60-generic' | '  kernel:' | 15: `kernel` has no value. Write one, or remove the key.
            baselines/hgx-h100-r570-133.yaml | driverVersion: 570.133.20 | driverVersion: 570 | 16: `driverVersion` must be an exact version.
            baselines/hgx-h100-r570-133.yaml | fabricManager: 570.133.20 | fabricManager: 570.124.06 | 20: `fabricManager` is 570.124.06 and the driver 570.133.20; they must be equal.
            baselines/hgx-h100-r570-133.yaml | previous: hgx-h100-r570-124 | previous: hgx-h100-r570-133 | 3: `previous` leads back to this baseline.
            baselines/hgx-h100-r570-133.yaml | previous: hgx-h100-r570-124 | previous: hgx-h100-r570-12 | 3: There is no baseline `hgx-h100-r570-12`. Did you mean `hgx-h100-r570-124`?
            baselines/hgx-h100-r570-133.yaml | '  - libnccl2' | '  - libnccl3' | `libnccl3` is held and not among the packages. Did you mean `libnccl2`?
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  diagLevel: 5' | `diagLevel` is 1, 2 or 3.
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  services: [slurmd]' | `gates.services`: Slipway does not read the state of `slurmd` and cannot require it. Known: nvidia-dcgm, nvidia-fabricmanager, nvidia-imex, nvidia-persistenced.
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  services: [nvidia-dcmg]' | the state of `nvidia-dcmg` and cannot require it. Did you mean `nvidia-dcgm`?
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  timeouts: { diag3: 6h }' | `diag3` is not between 1m and 5h.
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  knownLines: [all is well]' | This is not a line of the driver: all is well
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  timeouts: { ncclPair: 31m }' | `ncclPair` is not between 1m and 30m.
            baselines/hgx-h100-r570-133.yaml | '  diagLevel: 2' | '  timeouts: { nccl: 30s }' | `nccl` is not between 1m and 5h.
            baselines/hgx-h100-r570-133.yaml | powerLimit: 700W | powerLimit: 700 | `powerLimit`: `700` is not a power. Write for example 700W.
            baselines/hgx-h100-r570-133.yaml | '  ofed: n/a' | '  ofedd: n/a' | 27: `ofedd` is not known here. Did you mean `ofed`?
            slipway.yaml | ledger: | ledger: x | This is not YAML
            slipway.yaml | '  file: ../.slipway/ledger' | '  url: jdbc:postgresql://db/slipway' | 9: The ledger is shared and the evidence directory is not.
            slipway.yaml | namespace: default | password: hunter2 | The key `password` is not known here.
            """)
    void refuses(String file, String from, String to, String told) throws IOException {
        config.change(file, from, to == null ? "" : to.replaceFirst("@(?=[a-z]+:$)", "\n"));
        assertThat(config.problems()).anySatisfy(problem -> assertThat(problem).contains(told));
    }

    @Test
    void acceptsAWaiverInPlaceOfAPin() throws IOException {
        config.change(BASELINE, "  nccl: 2.27.3\n", "")
                .change(
                        BASELINE,
                        "gates:",
                        "waivers:\n  - { field: nccl, reason: chosen by jobs, expires: 2027-01-01 }\ngates:");
        assertThat(Config.load(directory)
                        .baseline("hgx-h100-r570-133")
                        .orElseThrow()
                        .waivers())
                .singleElement()
                .satisfies(w -> assertThat(w.node()).isEqualTo("*"));
    }

    @Test
    void refusesAKeyThatIsThereTwice() throws IOException {
        config.change(POLICY, "soak: 30m", "soak: 30m\nsoak: 31m");
        assertThat(config.problems()).containsExactly(POLICY + ":6: The key `soak` is there twice. Remove one.");
    }

    @Test
    void neverShowsKeyMaterial() throws IOException {
        config.change("slipway.yaml", "127.0.0.1:7233", "\"-----BEGIN OPENSSH PRIVATE KEY----- abc\"");
        assertThat(config.problems())
                .singleElement()
                .satisfies(
                        p -> assertThat(p).contains("(key material, not shown)").doesNotContain("abc"));
    }

    @Test
    void refusesAnEmptyFileAndOneThatIsNotText() throws IOException {
        config.write(POLICY, "").write(FLEET, "\u0000\u0001");
        assertThat(config.problems()).hasSize(2);
    }

    @Test
    void namesEveryFileThatCannotBeReadAndOpensNone() throws IOException {
        assertThat(Config.load(config.at()).missingFiles())
                .extracting(p -> p.sentence().replace(directory + "/", ""))
                .contains(
                        "The SSH key of fleet `rack-a` cannot be read: ssh/id_ed25519.",
                        "The kubeconfig of fleet `rack-a` cannot be read: kube/example.yaml.",
                        "The API token of fleet `rack-b` cannot be read: kube/token.");
    }

    @Test
    void refusesToConvergePackagesTowardsABaselineThatNamesNone() throws IOException {
        String text = Files.readString(directory.resolve(BASELINE));
        String without = text.substring(0, text.indexOf("packages:")) + text.substring(text.indexOf("runtime:"));
        config.write(BASELINE, without);
        assertThat(config.problems())
                .contains(FLEET + ":5: The policy converges packages and baseline `hgx-h100-r570-133` names none."
                        + " Name each package in it with its exact version.");
    }

    @Test
    void saysThatTheDirectoryIsMissing() {
        ConfigDirectory absent = new ConfigDirectory(directory.resolve("absent"));
        assertThat(absent.problems())
                .singleElement()
                .satisfies(
                        p -> assertThat(p).contains("There is no such directory. Create it, or set SLIPWAY_CONFIG."));
    }

    @Test
    void noTwoNodesShareABmc() throws IOException {
        String bmc = "bmc: { address: b01, user: power, passwordEnv: BMC, tls: unverified },";
        config.change(FLEET, "name: a01,", "name: a01, " + bmc).change(FLEET, "name: a02,", "name: a02, " + bmc);
        assertThat(config.problems())
                .containsExactly(FLEET + ":14: `a02` has the BMC of `a01`."
                        + " Correct one of them: who powers one off would power off the other.");
    }
}
