package dev.slipway.simulator.tools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Parses the words of an apt-get command line. */
record AptOptions(String command, List<String> targets, List<String> flags, List<String> settings) {

    static AptOptions of(List<String> words) {
        List<String> plain = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        List<String> settings = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-o") && i + 1 < words.size()) {
                settings.add(words.get(++i));
            } else if (word.startsWith("-o")) {
                settings.add(word.substring(2));
            } else if (word.startsWith("-")) {
                flags.add(word);
            } else {
                plain.add(word);
            }
        }
        String command = plain.isEmpty() ? "" : plain.getFirst();
        return new AptOptions(
                command, plain.isEmpty() ? List.of() : List.copyOf(plain.subList(1, plain.size())), flags, settings);
    }

    private boolean has(char letter, String name) {
        return flags.contains("--" + name)
                || flags.stream().anyMatch(f -> !f.startsWith("--") && f.indexOf(letter) > 0);
    }

    boolean yes() {
        return has('y', "yes") || flags.contains("--assume-yes");
    }

    boolean simulate() {
        return has('s', "simulate") || flags.contains("--dry-run") || flags.contains("--just-print");
    }

    boolean downloadOnly() {
        return has('d', "download-only");
    }

    boolean reinstall() {
        return command.equals("reinstall") || flags.contains("--reinstall");
    }

    boolean mayChangeHeld() {
        return flags.contains("--allow-change-held-packages");
    }

    boolean mayDowngrade() {
        return flags.contains("--allow-downgrades");
    }

    Duration lockTimeout() {
        return settings.stream()
                .filter(s -> s.startsWith("DPkg::Lock::Timeout="))
                .map(s -> Duration.ofSeconds(Long.parseLong(s.substring(s.indexOf('=') + 1))))
                .findFirst()
                .orElse(Duration.ZERO);
    }
}
