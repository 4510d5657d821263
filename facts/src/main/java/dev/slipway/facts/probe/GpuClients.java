package dev.slipway.facts.probe;

import dev.slipway.facts.ProcessOwner;
import dev.slipway.facts.Text;
import dev.slipway.model.facts.NodeDetails.GpuClient;
import dev.slipway.model.facts.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads processes on the GPUs as the probe prints them: number, begin in seconds since 1970, control group, separated
 * by tabs.
 */
final class GpuClients {
    private static final Pattern LINE = Pattern.compile("([0-9]{1,10})\\t([0-9]{1,11})\\t([^\\t]*)");

    private GpuClients() {}

    static Reading<List<GpuClient>> parse(String text) {
        List<GpuClient> clients = new ArrayList<>();
        for (String line : Text.lines(text)) {
            Matcher said = LINE.matcher(line);
            if (said.matches()) {
                clients.add(new GpuClient(
                        Long.parseLong(said.group(1)),
                        Instant.ofEpochSecond(Long.parseLong(said.group(2))),
                        ProcessOwner.of(said.group(3))));
            } else if (!line.isBlank()) {
                return Reading.unknown("not understood: " + Text.shorten(line, 120));
            }
        }
        return Reading.of(List.copyOf(clients));
    }
}
