package dev.slipway.activities.evidence;

import dev.slipway.activities.spi.Heat;
import dev.slipway.activities.spi.RmaCaseText;
import dev.slipway.activities.ssh.SshModule;
import dev.slipway.config.Config;
import dev.slipway.facts.probe.Section;
import dev.slipway.model.Act;
import dev.slipway.model.node.EvidenceRef;
import dev.slipway.model.node.NodeRef;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Wires evidence: read from nodes, and from their BMCs if a node is silent, stored in the directory of the site. */
public record EvidenceModule(Config config, SshModule ssh, Heat heat) {
    /**
     * Takes {@code index}, which receives each bundle, and {@code cases}, which writes what is known about a GPU to
     * replace.
     */
    public SshEvidence port(
            BiConsumer<Act, EvidenceRef> index, RmaCaseText cases, Function<NodeRef, Optional<Section>> bmcLog) {
        OutOfBandLog outside =
                new OutOfBandLog(bmcLog, node -> ssh.logins().silence(node).isPresent());
        return new SshEvidence(
                ssh.tools().ssh(),
                new EvidenceStore(config.site().evidence().directory()),
                index,
                cases,
                new SshEvidence.Bundles(outside, heat));
    }
}
