package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.kernel.LspciParser.Device;
import dev.slipway.model.facts.FabricState;
import dev.slipway.model.facts.FabricState.Registration;
import dev.slipway.model.facts.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the NVLink fabric from the sections of a probe's answer. */
record FabricReader(Answers answers, Reading<SmiQuery> query) {
    private static final Pattern DEVICE = Pattern.compile("/dev/nvidia-nvswitch[0-9]{1,3}");
    private static final int SHOWN = 60;

    FabricState state(Reading<List<Device>> devices) {
        return new FabricState(
                devices.map(PciDevices::switches),
                answers.read("nvswitches", FabricReader::devices),
                query.value()
                        .map(report -> registrations(report.gpus()))
                        .orElseGet(() -> Reading.unknown(query.error())),
                answers.read("fabric-log", FabricLog::parse));
    }

    static Reading<List<String>> devices(String text) {
        List<String> lines = Text.lines(text).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.stream()
                .filter(line -> !DEVICE.matcher(line).matches())
                .findFirst()
                .map(odd -> Reading.<List<String>>unknown("not the file of a switch: " + Text.shorten(odd, 120)))
                .orElseGet(() -> Reading.of(lines));
    }

    /** Returns the state of every GPU; unknown if the report lacks one GPU. */
    static Reading<List<Registration>> registrations(List<Map<String, String>> gpus) {
        List<Registration> registrations = new ArrayList<>();
        for (Map<String, String> gpu : gpus) {
            GpuReport report = new GpuReport(gpu);
            Reading<String> state = report.part("Fabric/State");
            Reading<String> status = report.part("Fabric/Status");
            Reading<String> uuid = report.part("GPU UUID");
            if (!state.known() || !status.known() || !uuid.known()) {
                return Reading.unknown(state.error() + status.error() + uuid.error());
            }
            registrations.add(new Registration(
                    gpu.getOrDefault("Address", ""), uuid.or(""), word(state.or("")), word(status.or(""))));
        }
        return Reading.of(List.copyOf(registrations));
    }

    private static String word(String said) {
        return Text.shorten(said, SHOWN);
    }
}
