package dev.slipway.activities.modules;

import dev.slipway.model.Baseline;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverFiles.Firmware;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.gpu.Gpu;
import dev.slipway.model.gpu.XidEvent;
import dev.slipway.model.node.StageResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks whether the GPUs of a node run the firmware of the pinned driver. It is pure; an unread part is never well.
 */
final class GspFirmware {
    static final String[] SECTIONS = {
        "boot-time", "lspci", "smi-gpus", "smi-q", "modinfo", "firmware", "boot-id", "log-end", "log-since-mark"
    };
    private static final Set<Integer> XIDS = Set.of(119, 120);

    private GspFirmware() {}

    static StageResult judge(NodeFacts facts, Baseline goal) {
        String pin = goal.pins().getOrDefault(Field.DRIVER_VERSION, "");
        List<String> wrong = new ArrayList<>();
        answering(facts, goal, wrong);
        onDisk(facts, pin, wrong);
        running(facts, goal, pin, wrong);
        if (facts.log().events().known() && facts.log().gap().isBlank()) {
            facts.log().events().or(List.of()).stream()
                    .filter(event -> !event.nvswitch() && XIDS.contains(event.code()))
                    .map(XidEvent::toString)
                    .findFirst()
                    .ifPresent(wrong::add);
        } else {
            wrong.add(
                    "kernel log: " + facts.log().events().error() + facts.log().gap());
        }
        return wrong.isEmpty() ? StageResult.DONE : StageResult.not(String.join("; ", wrong));
    }

    private static void answering(NodeFacts facts, Baseline goal, List<String> wrong) {
        Reading<List<Gpu>> gpus = facts.hardware().gpus();
        int answering = gpus.or(List.of()).size();
        if (answering < goal.profile().expectedGpus()) {
            wrong.add(answering + " of " + goal.profile().expectedGpus() + " GPUs answer"
                    + (gpus.known() ? "" : ": " + gpus.error()));
        }
    }

    private static void onDisk(NodeFacts facts, String pin, List<String> wrong) {
        Reading<List<Firmware>> firmware = facts.driverFiles().firmware();
        Reading<List<String>> asked = facts.driverFiles().asked();
        if (!firmware.known() || !asked.known()) {
            wrong.add("firmware on disk: " + (firmware.known() ? asked.error() : firmware.error()));
            return;
        }
        List<String> versions =
                firmware.or(List.of()).stream().map(Firmware::version).toList();
        if (!versions.equals(List.of(pin))) {
            wrong.add("firmware on disk is of " + (versions.isEmpty() ? "no version" : String.join(", ", versions))
                    + " → want " + pin);
            return;
        }
        Firmware pinned = firmware.or(List.of()).getFirst();
        asked.or(List.of()).stream()
                .filter(file -> file.startsWith(pin + "/") && !pinned.has(file.substring(pin.length() + 1)))
                .forEach(file -> wrong.add(file + " is missing or empty"));
        pinned.files().keySet().stream()
                .filter(name -> !pinned.has(name))
                .forEach(name -> wrong.add(pin + "/" + name + " is empty"));
    }

    private static void running(NodeFacts facts, Baseline goal, String pin, List<String> wrong) {
        Reading<String> runs = facts.version(Field.GSP_FIRMWARE);
        boolean meant = runs.or("").equals(goal.pins().getOrDefault(Field.GSP_FIRMWARE, pin));
        if (!meant && !runs.or("").equals(pin) && !goal.waives(Field.GSP_FIRMWARE, facts)) {
            wrong.add("the GPUs run firmware " + runs.value().orElse(runs.error()) + " → want " + pin);
        }
    }
}
