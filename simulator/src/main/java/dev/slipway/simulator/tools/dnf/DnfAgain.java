package dev.slipway.simulator.tools.dnf;

import dev.slipway.simulator.node.PackageDatabase;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plays {@code dnf reinstall} and {@code dnf remove}: installed packages are reinstalled, or removed. */
final class DnfAgain {
    private DnfAgain() {}

    static Answer reinstall(SimulatedNode node, DnfOptions options) {
        StringBuilder out = new StringBuilder();
        Dnf.waitForLock(node, out);
        Optional<Answer> gone = Dnf.withoutMetadata(node, options, out);
        return gone.orElseGet(() -> marked(node, options, out, DnfChange.Kind.REINSTALL));
    }

    static Answer remove(SimulatedNode node, DnfOptions options) {
        StringBuilder out = new StringBuilder();
        if (!options.no()) {
            Dnf.waitForLock(node, out);
        }
        return marked(node, options, out, DnfChange.Kind.REMOVE);
    }

    /** Names and leaves out what is not installed; where nothing is left, that is an error of a reinstall. */
    private static Answer marked(SimulatedNode node, DnfOptions options, StringBuilder out, DnfChange.Kind kind) {
        PackageDatabase packages = node.packages();
        List<DnfChange> changes = new ArrayList<>();
        for (String word : options.targets()) {
            Optional<DnfSpec> spec = DnfSpec.of(packages, word);
            Optional<String> version = spec.flatMap(
                    s -> packages.versions(s.name()).stream().filter(s::names).findFirst());
            if (version.isEmpty()) {
                out.append("No match for argument: ").append(word).append('\n');
            } else {
                changes.add(new DnfChange(spec.map(DnfSpec::name).orElse(""), "", version.get(), kind));
            }
        }
        if (changes.isEmpty() && kind == DnfChange.Kind.REINSTALL) {
            return Answer.of(out.toString(), "Error: No packages marked for reinstall.\n", 1);
        }
        return Dnf.proceed(node, options, changes, out);
    }
}
