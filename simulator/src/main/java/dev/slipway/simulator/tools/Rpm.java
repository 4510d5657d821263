package dev.slipway.simulator.tools;

import dev.slipway.simulator.node.PackageEntry;
import dev.slipway.simulator.node.SimulatedNode;
import dev.slipway.simulator.tools.dnf.DnfSpec;
import java.util.ArrayList;
import java.util.List;

/** Plays the queries of rpm: {@code -qa}, {@code -q NAME} and {@code -qf FILE}, each with a format or without. */
final class Rpm {
    private static final String PLAIN = "%{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}\\n";

    private Rpm() {}

    static Answer rpm(SimulatedNode node, List<String> words) {
        String format = PLAIN;
        List<String> names = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if ((words.get(i).equals("--qf") || words.get(i).equals("--queryformat")) && i + 1 < words.size()) {
                format = words.get(++i);
            } else if (!words.get(i).startsWith("-")) {
                names.add(words.get(i));
            }
        }
        if (words.contains("-qa")) {
            StringBuilder out = new StringBuilder();
            for (PackageEntry entry : node.packages().all()) {
                out.append(every(node, entry.name(), format));
            }
            return Answer.of(out.toString());
        }
        return words.contains("-qf") ? owner(node, names, format) : installed(node, names, format);
    }

    private static Answer installed(SimulatedNode node, List<String> names, String format) {
        StringBuilder out = new StringBuilder();
        boolean all = true;
        for (String name : names) {
            String rows = every(node, name, format);
            out.append(rows.isEmpty() ? "package " + name + " is not installed\n" : rows);
            all &= !rows.isEmpty();
        }
        return Answer.of(out.toString(), "", all ? 0 : 1);
    }

    private static Answer owner(SimulatedNode node, List<String> files, String format) {
        StringBuilder out = new StringBuilder();
        boolean all = true;
        for (String file : files) {
            boolean ours = file.equals("/usr/bin/nvidia-smi");
            out.append(
                    ours
                            ? every(node, node.packages().family().names().tools(), format)
                            : "file " + file + " is not owned by any package\n");
            all &= ours;
        }
        return Answer.of(out.toString(), "", all ? 0 : 1);
    }

    private static String every(SimulatedNode node, String name, String format) {
        StringBuilder rows = new StringBuilder();
        for (String version : node.packages().versions(name)) {
            String full = DnfSpec.full(version);
            String plain = full.substring(full.indexOf(':') + 1);
            rows.append(format.replace("\\t", "\t")
                    .replace("\\n", "\n")
                    .replace("%{NAME}", name)
                    .replace("%{EPOCHNUM}", full.substring(0, full.indexOf(':')))
                    .replace("%{VERSION}", plain.substring(0, plain.indexOf('-')))
                    .replace("%{RELEASE}", plain.substring(plain.indexOf('-') + 1))
                    .replace("%{ARCH}", "x86_64"));
        }
        return rows.toString();
    }
}
