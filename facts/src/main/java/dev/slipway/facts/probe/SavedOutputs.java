package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.facts.tool.ErrorLines;
import dev.slipway.model.facts.NodeFacts;
import dev.slipway.model.node.NodeRef;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads facts from saved outputs of tools: an answer of the probe as it came, an evidence bundle, or files that a
 * person named after the tools. {@code origins} names the file behind each section, {@code files} lists the result for
 * every file.
 */
public record SavedOutputs(NodeFacts facts, Map<String, String> origins, Map<String, String> files) {
    private static final String CONTENTS = "CONTENTS.txt";
    private static final int SHORT = 12;
    private static final Pattern NODE = Pattern.compile("(?m)^node ([^/\\s]+)/(\\S+)$");
    private static final Pattern EXIT = Pattern.compile("(?m)^([a-z0-9-]+): exit ([0-9]{1,3})$");

    /**
     * Reads the files by their names. Never throws: what is missing, is no output of its tool, or is empty without an
     * exit status that explains it, is unknown with that reason. {@code node} is used if no file names the node.
     */
    public static SavedOutputs read(NodeRef node, Instant savedAt, Map<String, byte[]> files) {
        String contents = new String(files.getOrDefault(CONTENTS, new byte[0]), StandardCharsets.UTF_8);
        Reader reader = new Reader(exits(contents));
        ordered(files).forEach(name -> reader.take(name, files.getOrDefault(name, new byte[0])));
        reader.derive();
        Matcher said = NODE.matcher(contents);
        NodeRef of = said.find() ? new NodeRef(said.group(1), said.group(2)) : node;
        Frame frame = new Frame(reader.sections, reader.fault, reader.lost);
        return new SavedOutputs(
                new FactsReader(Answers.of(frame)).facts(of, savedAt),
                Map.copyOf(reader.origins),
                Map.copyOf(reader.files));
    }

    /** Whole answers come first; the kernel's ring buffer last, for a journal reaches back further. */
    private static List<String> ordered(Map<String, byte[]> files) {
        return files.keySet().stream()
                .sorted(Comparator.comparing((String name) -> !Frame.framed(files.getOrDefault(name, new byte[0])))
                        .thenComparing(name -> SavedNames.plain(name).startsWith("dmesg"))
                        .thenComparing(name -> name))
                .toList();
    }

    private static Map<String, Integer> exits(String contents) {
        Map<String, Integer> exits = new HashMap<>();
        EXIT.matcher(contents).results().forEach(m -> exits.put(m.group(1), Integer.parseInt(m.group(2))));
        return exits;
    }

    private static final class Reader {
        private final Map<String, Integer> exits;
        private final Map<String, Section> sections = new LinkedHashMap<>();
        private final Map<String, String> lost = new LinkedHashMap<>();
        private final Map<String, String> origins = new LinkedHashMap<>();
        private final Map<String, String> files = new LinkedHashMap<>();
        private String fault = "not saved";

        Reader(Map<String, Integer> exits) {
            this.exits = exits;
        }

        void take(String file, byte[] bytes) {
            if (file.equals(CONTENTS)) {
                files.put(file, "the node and the exit statuses");
            } else if (Frame.framed(bytes)) {
                framed(
                        file,
                        ProbeAnswer.of(bytes)
                                .rebooted()
                                .map(reason -> new Frame(Map.of(), reason))
                                .orElseGet(() -> Frame.read(bytes)));
            } else {
                Optional<String> section = SavedNames.section(SavedNames.plain(file));
                files.put(file, section.map(s -> single(file, s, bytes)).orElse("not a source of facts"));
            }
        }

        private void framed(String file, Frame frame) {
            List<String> passed = new ArrayList<>();
            frame.sections().forEach((name, section) -> {
                Optional<String> known = SavedNames.section(name);
                if (known.isEmpty()) {
                    passed.add(name);
                } else {
                    keep(file, known.get(), section);
                }
            });
            if (!frame.fault().isEmpty()) {
                fault = frame.fault();
            }
            files.put(
                    file,
                    "an answer with " + frame.sections().size() + " sections"
                            + (frame.fault().isEmpty() ? "" : "; " + frame.fault())
                            + (passed.isEmpty() ? "" : "; not sources of facts: " + String.join(", ", passed)));
        }

        /** Returns the result for a file with the output of one tool. */
        private String single(String file, String section, byte[] bytes) {
            Optional<Integer> exit = Optional.ofNullable(exits.get(SavedNames.plain(file)));
            Section saved = new Section(exit.orElse(0), bytes);
            if (sections.containsKey(section)) {
                return "not read: " + origins.get(section) + " states it already";
            }
            Optional<String> trouble = exit.isPresent() ? Optional.empty() : trouble(saved.text());
            if (trouble.isPresent()) {
                lost.put(section, file + ": " + trouble.get());
                return trouble.get();
            }
            keep(file, section, section.equals("packages") ? SavedPackages.section(saved) : saved);
            return "read as " + section;
        }

        private void keep(String file, String section, Section saved) {
            if (sections.putIfAbsent(section, saved) == null) {
                origins.put(section, file);
                lost.remove(section);
            }
        }

        /**
         * Returns why a text is no answer: without an exit status an empty file proves nothing, and some words are a
         * shell's.
         */
        private static Optional<String> trouble(String text) {
            if (text.isBlank()) {
                return Optional.of("empty, and nothing shows whether its command failed");
            }
            List<String> lines = Text.lines(text);
            return lines.size() > SHORT
                    ? Optional.empty()
                    : lines.stream()
                            .filter(line -> ErrorLines.in(line).isPresent())
                            .findFirst()
                            .map(line -> Text.shorten(line, 160));
        }

        /** Derives sections: {@code nvidia-smi -q} and dpkg's own list contain what a second command would print. */
        void derive() {
            derive("smi-gpus", "smi-q", SavedSmi::rows);
            derive("holds", "packages", SavedPackages::holds);
        }

        private void derive(String section, String from, java.util.function.Function<String, Optional<String>> reader) {
            Section source = sections.get(from);
            if (sections.containsKey(section) || source == null || !source.ok()) {
                return;
            }
            reader.apply(source.text())
                    .ifPresent(text -> keep(
                            origins.getOrDefault(from, from),
                            section,
                            new Section(0, text.getBytes(StandardCharsets.UTF_8))));
        }
    }
}
