package dev.slipway.simulator.tools.dnf;

import java.util.ArrayList;
import java.util.List;

/** Parses the words of a dnf command line. */
public record DnfOptions(String command, List<String> targets, List<String> flags) {

    public static DnfOptions of(List<String> words) {
        List<String> plain = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        for (String word : words) {
            (word.startsWith("-") ? flags : plain).add(word);
        }
        List<String> targets = plain.isEmpty() ? List.of() : List.copyOf(plain.subList(1, plain.size()));
        return new DnfOptions(plain.isEmpty() ? "" : plain.getFirst(), targets, List.copyOf(flags));
    }

    boolean yes() {
        return flags.contains("-y") || flags.contains("--assumeyes");
    }

    boolean no() {
        return flags.contains("--assumeno");
    }

    boolean refresh() {
        return flags.contains("--refresh");
    }

    boolean quiet() {
        return flags.contains("-q") || flags.contains("--quiet");
    }

    /** Returns whether only the cache is read. */
    boolean cacheOnly() {
        return flags.contains("-C") || flags.contains("--cacheonly");
    }

    boolean locksApply() {
        return !flags.contains("--disableplugin=versionlock");
    }

    /** No repository is looked at. */
    boolean withoutRepositories() {
        return flags.contains("--disablerepo=*");
    }
}
