package dev.slipway.activities.packages;

import dev.slipway.facts.packages.AptStep;
import dev.slipway.facts.packages.AptTransaction;
import dev.slipway.facts.packages.PackageErrors;
import dev.slipway.facts.tool.Output;
import dev.slipway.model.Baseline;
import dev.slipway.model.FailureType;
import dev.slipway.model.facts.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Manages packages with apt and dpkg. */
final class AptPackages implements PackageSystem {
    private static final Pattern REMOVED = Pattern.compile("(\\S+) .*→ removed");
    private static final Pattern KERNEL = Pattern.compile("linux-(image|modules|modules-extra|headers)-[0-9].*");
    private static final List<String> ENVIRONMENT = List.of("env", "DEBIAN_FRONTEND=noninteractive");

    @Override
    public List<String> preview(Baseline goal) {
        List<String> words = new ArrayList<>(ENVIRONMENT);
        words.addAll(List.of("apt-get", "-s", "-qy", "--allow-downgrades", "--allow-change-held-packages", "install"));
        words.addAll(exact(goal));
        return words;
    }

    /** Unpacking and configuring are two lines of one change; a package that is only configured was half installed. */
    @Override
    public List<String> changes(Baseline goal, int exit, String out, String err) {
        if (exit != 0) {
            throw FailureType.STEP_FAILED.of("apt-get -s: " + lastError(out + "\n" + err));
        }
        Reading<List<AptStep>> steps = AptTransaction.parse(output(out)).value();
        TreeMap<String, String> changes = new TreeMap<>();
        steps.value()
                .orElseThrow(() -> FailureType.STEP_FAILED.of("apt-get -s names " + steps.error()))
                .forEach(step -> note(changes, step));
        return List.copyOf(changes.values());
    }

    private static Output output(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
    }

    private static void note(Map<String, String> changes, AptStep step) {
        String name = step.name();
        switch (step.kind()) {
            case INSTALL ->
                changes.put(
                        name,
                        name + " " + step.from().orElse("absent") + " → "
                                + step.to().orElse(""));
            case REMOVE -> changes.put(name, name + " " + step.from().orElse("installed") + " → removed");
            case CONFIGURE -> changes.putIfAbsent(name, name + " " + step.to().orElse("") + " is configured");
        }
    }

    /** Repairs dpkg: after an interruption apt-get refuses to work until this has run. */
    @Override
    public Optional<List<String>> repair() {
        List<String> words = new ArrayList<>(ENVIRONMENT);
        words.addAll(List.of("dpkg", "--configure", "-a", "--force-confdef", "--force-confold"));
        return Optional.of(words);
    }

    @Override
    public List<List<String>> converge(Baseline goal, PackageState before) {
        List<List<String>> commands = new ArrayList<>();
        // Without this mode a mirror that is gone is a warning and exit 0, and old lists are believed.
        commands.add(aptGet("-o", "APT::Update::Error-Mode=any", "update"));
        commands.add(install(exact(goal)));
        bootFiles(before).ifPresent(commands::add);
        // Last: apt clears the hold of what it changes, so holds that are back prove that all before them was done.
        commands.addAll(hold(goal, before));
        return commands;
    }

    private static List<String> install(List<String> words) {
        List<String> install = new ArrayList<>(aptGet(
                "-y",
                "-o",
                "Dpkg::Options::=--force-confdef",
                "-o",
                "Dpkg::Options::=--force-confold",
                "--allow-downgrades",
                "--allow-change-held-packages",
                "install"));
        install.addAll(words);
        return install;
    }

    @Override
    public List<List<String>> reinstall(Baseline goal, PackageState before) {
        List<List<String>> commands = new ArrayList<>();
        commands.add(aptGet("-o", "APT::Update::Error-Mode=any", "update"));
        List<String> kernels = exact(goal).stream()
                .filter(word -> KERNEL.matcher(word).matches())
                .toList();
        if (!kernels.isEmpty()) {
            commands.add(install(kernels));
        }
        List<String> rest = new ArrayList<>(List.of("--reinstall"));
        rest.addAll(exact(goal));
        rest.removeAll(kernels);
        commands.add(install(rest));
        bootFiles(before).ifPresent(commands::add);
        commands.addAll(hold(goal, before));
        return commands;
    }

    @Override
    public List<String> previewPurge(List<String> names) {
        List<String> words = new ArrayList<>(ENVIRONMENT);
        words.addAll(List.of("apt-get", "-s", "-qy", "-o", "APT::Get::AutomaticRemove=false"));
        words.addAll(List.of("--allow-change-held-packages", "purge"));
        words.addAll(names);
        return words;
    }

    @Override
    public List<String> purge(List<String> names) {
        List<String> words = new ArrayList<>(
                aptGet("-y", "-o", "APT::Get::AutomaticRemove=false", "--allow-change-held-packages", "purge"));
        words.addAll(names);
        return words;
    }

    @Override
    public Optional<String> removed(String change) {
        Matcher removed = REMOVED.matcher(change);
        return removed.matches() ? Optional.of(removed.group(1)) : Optional.empty();
    }

    /** Rebuilds the initial file systems of the kernels, if this node has any: old ones load the old driver. */
    private static Optional<List<String>> bootFiles(PackageState state) {
        if (state.installed("initramfs-tools") || state.installed("initramfs-tools-core")) {
            return Optional.of(List.of("update-initramfs", "-u", "-k", "all"));
        }
        return state.installed("dracut") ? Optional.of(List.of("dracut", "-f", "--regenerate-all")) : Optional.empty();
    }

    @Override
    public List<List<String>> hold(Baseline goal, PackageState before) {
        List<String> words = new ArrayList<>(List.of("apt-mark", "hold"));
        words.addAll(before.wantedHolds(goal));
        return List.of(words);
    }

    @Override
    public List<String> changed(String output) {
        return AptTransaction.begun(output(output)).stream()
                .map(step -> step.name() + " " + step.from().orElse("absent") + " → "
                        + step.to().orElse(""))
                .toList();
    }

    @Override
    public String lastError(String output) {
        return PackageErrors.apt(output);
    }

    private static List<String> aptGet(String... words) {
        List<String> command = new ArrayList<>(ENVIRONMENT);
        command.addAll(List.of("apt-get", "-q", "-o", "DPkg::Lock::Timeout=600", "-o", "Dpkg::Use-Pty=0"));
        command.addAll(List.of(words));
        return command;
    }

    private static List<String> exact(Baseline goal) {
        List<String> exact = new ArrayList<>();
        new TreeMap<>(goal.packages()).forEach((name, version) -> exact.add(name + "=" + version));
        return exact;
    }
}
