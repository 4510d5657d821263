package dev.slipway.activities.ansible;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slipway.activities.ssh.BootUnit;
import dev.slipway.activities.ssh.SshTarget;
import dev.slipway.facts.ShellWords;
import dev.slipway.model.Baseline;
import dev.slipway.model.Causes;
import dev.slipway.model.FailureType;
import dev.slipway.model.Field;
import dev.slipway.model.facts.DriverBranch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes the files of a play on nodes with one goal: inventory, variables, the callback that reports events, and the
 * command. None holds a secret.
 */
record PlayFiles(Playbook playbook, Map<String, SshTarget> nodes, Baseline goal) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORKS = "25";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern TEMPLATE = Pattern.compile("\\{[{%#]");

    /** Safe to repeat: the same files. Fails with GATE_CLOSED for a value that Ansible would not read as one word. */
    void write(Path directory, boolean check) {
        Map<String, String> files = new TreeMap<>();
        files.put("inventory.json", json(Map.of("slipway_nodes", Map.of("hosts", reach()))));
        files.put("variables.json", json(variables()));
        files.put("slipway_events.py", resource("slipway_events.py"));
        files.put("play.sh", resource("play.sh"));
        files.put("command", "cd " + ShellWords.quote(playbook.directory().toString()) + "\n" + line(directory, check));
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            for (Map.Entry<String, String> file : files.entrySet()) {
                put(directory, file.getKey(), file.getValue());
            }
        } catch (IOException e) {
            throw FailureType.TRANSIENT.of("cannot write the files of a play: " + Causes.words(e));
        }
    }

    /** Returns the program with its arguments. */
    List<String> words(Path directory, boolean check) {
        for (String node : nodes.keySet()) {
            if (!PLAIN.matcher(node).matches()) {
                throw FailureType.GATE_CLOSED.of("Ansible would take the name " + node + " for a pattern");
            }
        }
        List<String> words = new ArrayList<>(List.of(
                playbook.command(),
                "-i",
                directory.resolve("inventory.json").toString(),
                "-e",
                "@" + directory.resolve("variables.json")));
        if (nodes.size() == 1) {
            words.addAll(List.of("--limit", nodes.keySet().iterator().next()));
        } else {
            words.addAll(List.of("--forks", FORKS));
        }
        if (check) {
            words.addAll(List.of("--check", "--diff"));
        }
        words.add(playbook.file().toAbsolutePath().toString());
        return words;
    }

    private String line(Path directory, boolean check) {
        List<String> words = new ArrayList<>(List.of(
                "exec",
                "timeout",
                "--kill-after=60",
                Long.toString(playbook.within().toSeconds()),
                "env"));
        settings(directory).forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(words(directory, check));
        return ShellWords.join(words) + "\n";
    }

    private static Map<String, String> settings(Path directory) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("LC_ALL", "C.UTF-8");
        settings.put("PYTHONDONTWRITEBYTECODE", "1");
        settings.put("SLIPWAY_EVENTS", directory.resolve("events").toString());
        settings.put("ANSIBLE_CALLBACK_PLUGINS", directory.toString());
        settings.put("ANSIBLE_CALLBACKS_ENABLED", "slipway_events");
        settings.put("ANSIBLE_HOST_KEY_CHECKING", "True");
        settings.put("ANSIBLE_NOCOLOR", "1");
        settings.put("ANSIBLE_PIPELINING", "True");
        settings.put("ANSIBLE_RETRY_FILES_ENABLED", "False");
        settings.put(
                "ANSIBLE_SSH_ARGS",
                "-o ControlMaster=auto -o ControlPersist=15s -o ServerAliveInterval=15 -o ServerAliveCountMax=4");
        return settings;
    }

    private Map<String, Object> reach() {
        Map<String, Object> hosts = new TreeMap<>();
        nodes.forEach((node, target) -> hosts.put(node, reach(target)));
        return hosts;
    }

    private static Map<String, Object> reach(SshTarget target) {
        Map<String, Object> reach = new TreeMap<>();
        reach.put("ansible_host", target.host());
        reach.put("ansible_port", target.port());
        reach.put("ansible_user", target.user());
        reach.put(
                "ansible_ssh_private_key_file",
                target.keyFile().toAbsolutePath().toString());
        List<String> options = new ArrayList<>(List.of(
                "-o",
                "UserKnownHostsFile=\"" + target.knownHosts().toAbsolutePath() + "\"",
                "-o",
                "GlobalKnownHostsFile=/dev/null",
                "-o",
                "StrictHostKeyChecking=yes",
                "-o",
                "IdentitiesOnly=yes",
                "-o",
                "BatchMode=yes"));
        target.connectTimeout()
                .ifPresent(within ->
                        options.addAll(List.of("-o", "ConnectTimeout=" + Math.max(1, within.toSeconds()))));
        reach.put("ansible_ssh_common_args", ShellWords.join(options));
        return reach;
    }

    private Map<String, Object> variables() {
        Map<String, Object> variables = new TreeMap<>();
        variables.put("slipway_packages", new TreeMap<>(goal.packages()));
        variables.put("slipway_holds", goal.holds());
        variables.put("slipway_services", goal.gates().services());
        variables.put("slipway_manifest", manifest());
        BootUnit boot = BootUnit.of(goal);
        variables.put("slipway_boot_unit", boot.unit());
        variables.put("slipway_boot_script", boot.script());
        variables.put("slipway_driver", goal.comparablePin(Field.DRIVER_VERSION).orElse(""));
        variables.put("slipway_kernel", goal.comparablePin(Field.KERNEL).orElse(""));
        try {
            variables.putAll(playbook.variables().of(goal.id(), goal.pins()));
        } catch (IllegalArgumentException e) {
            throw FailureType.GATE_CLOSED.of(Causes.words(e));
        }
        return variables;
    }

    private Map<String, String> manifest() {
        Map<String, String> manifest = new TreeMap<>();
        manifest.put("baseline", goal.id());
        Optional.ofNullable(goal.pins().get(Field.KERNEL)).ifPresent(kernel -> manifest.put("kernel", kernel));
        Optional.ofNullable(goal.pins().get(Field.DRIVER_VERSION))
                .ifPresent(driver -> manifest.put("driver_branch", DriverBranch.ofVersion(driver)));
        return manifest;
    }

    private static String json(Object value) {
        try {
            String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value);
            // Ansible reads every text as a template: only compact JSON has two braces beside each other outside of
            // one.
            if (TEMPLATE.matcher(text).find()) {
                throw FailureType.GATE_CLOSED.of("A value for Ansible holds a template: " + text);
            }
            return text + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void put(Path directory, String name, String text) throws IOException {
        Path fresh = Files.createTempFile(directory, name, ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String resource(String name) {
        try (InputStream in = PlayFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("resource " + name + " cannot be read", e);
        }
    }
}
