package dev.slipway.facts.schedulers;

import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;

/**
 * Reads the events of a play that the callback {@code ansible.posix.jsonl} writes, as far as they are about one host.
 * {@code host} holds all of them, for any result of the play; {@code report} has it as its value if the play did its
 * tasks.
 */
public record AnsibleEvents(AnsibleHost host, ToolReport<AnsibleHost> report) {

    /** Reads all of it: the sums of one host decide, those of others do not matter. */
    public static AnsibleEvents of(Output output, String host) {
        AnsibleHost.Reader reader = new AnsibleHost.Reader(host);
        Findings found = AnsibleJson.events(output, host::equals, reader::event);
        AnsibleHost read = reader.read();
        return new AnsibleEvents(read, found.of(output, read));
    }
}
