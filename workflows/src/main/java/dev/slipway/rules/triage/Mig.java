package dev.slipway.rules.triage;

import static dev.slipway.rules.Judgement.no;
import static dev.slipway.rules.Judgement.unknown;
import static dev.slipway.rules.Judgement.yes;

import dev.slipway.model.facts.NodeDetails.Scheduling;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.rules.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Judges whether the scheduler's MIG devices match the partitions of the GPUs: by the resources of Kubernetes and the
 * GPUs of Slurm's node, else by a baseline without MIG. The device plugin writes {@code +} of a profile as a dot.
 */
record Mig(RoutingInput signals) {
    private static final String KUBERNETES = "nvidia.com/";
    private static final String RESOURCE = "nvidia.com/mig-";
    private static final String WHOLE = "nvidia.com/gpu";

    Judgement stale() {
        NodeFacts facts = signals.facts();
        Optional<Scheduling> view = facts.details().outside().scheduling().value();
        Map<String, String> said = view.map(Scheduling::gpus).orElse(Map.of());
        if ("failed".equals(said.get("nvidia.com/mig.config.state"))) {
            return yes("nvidia.com/mig.config.state is failed");
        }
        Reading<List<String>> devices = facts.details().onGpus().migDevices();
        if (said.isEmpty() || !devices.known()) {
            return byBaseline(said.isEmpty() ? "what the scheduler offers of MIG" : devices.error());
        }
        Map<String, Integer> cut = counted(devices.or(List.of()));
        Optional<Judgement> slurm = new SlurmMig(said, facts.hardware().gpus()).stale(cut);
        Optional<Judgement> kubernetes = said.keySet().stream().anyMatch(name -> name.startsWith(KUBERNETES))
                ? Optional.of(compared(said, cut))
                : Optional.empty();
        return Stream.concat(kubernetes.stream(), slurm.stream())
                .reduce(Judgement::or)
                .orElseGet(() -> byBaseline("what the scheduler offers of MIG"));
    }

    /** Under the single strategy each device is offered as a whole GPU. */
    private static Judgement compared(Map<String, String> said, Map<String, Integer> cut) {
        Map<String, Integer> offered = new TreeMap<>();
        said.forEach((name, count) -> {
            if (name.startsWith(RESOURCE) && !count.equals("0")) {
                offered.put(name.substring(RESOURCE.length()), number(count));
            }
        });
        int whole = number(said.getOrDefault(WHOLE, "0"));
        int devices = cut.values().stream().mapToInt(Integer::intValue).sum();
        boolean single = offered.isEmpty() && devices > 0;
        return single
                ? Judgement.of(whole != devices, "advertised " + whole + " × " + WHOLE + ", on the GPUs " + words(cut))
                : Judgement.of(!offered.equals(cut), "advertised " + words(offered) + ", on the GPUs " + words(cut));
    }

    private static Map<String, Integer> counted(List<String> devices) {
        Map<String, Integer> counts = new TreeMap<>();
        devices.forEach(profile -> counts.merge(profile.replace('+', '.'), 1, Integer::sum));
        return counts;
    }

    /** A number that is none is never one that devices have. */
    static int number(String count) {
        return count.matches("[0-9]{1,6}") ? Integer.parseInt(count) : -1;
    }

    static String words(Map<String, Integer> profiles) {
        List<String> words = new ArrayList<>();
        profiles.forEach((profile, count) -> words.add(count + " × " + profile));
        return words.isEmpty() ? "none" : String.join(", ", words);
    }

    private Judgement byBaseline(String missing) {
        Reading<List<Gpu>> gpus = signals.facts().hardware().gpus();
        boolean never = signals.goal().map(b -> !b.profile().migAllowed()).orElse(false);
        if (!never || !gpus.known()) {
            return unknown(List.of(missing, "the MIG devices of the GPUs"));
        }
        List<String> on = gpus.or(List.of()).stream()
                .filter(gpu ->
                        !List.of("Disabled", "[N/A]").contains(gpu.health().mig()))
                .map(gpu -> gpu.bdf() + " " + gpu.health().mig())
                .toList();
        return on.isEmpty() ? no() : yes("the baseline has no MIG, and it is on: " + String.join(", ", on));
    }
}
