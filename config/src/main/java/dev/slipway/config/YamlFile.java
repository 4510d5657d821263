package dev.slipway.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** YAML as nodes that know their lines; no object is ever made from a tag. */
final class YamlFile {
    private YamlFile() {}

    /** Returns the one document in a file; empty if it cannot be read, which is then one of the problems. */
    static Optional<Node> read(Path file, Problems problems) {
        try {
            return read(file, Files.readString(file), problems);
        } catch (IOException e) {
            problems.add(file, 0, "The file cannot be read as UTF-8 text.", "Check its rights and its encoding.");
            return Optional.empty();
        }
    }

    static Optional<Node> read(Path file, String text, Problems problems) {
        try {
            Optional<Node> root = Optional.ofNullable(new Yaml(new LoaderOptions()).compose(new StringReader(text)));
            if (root.isEmpty()) {
                problems.add(file, 1, "The file is empty.", "Fill it, or remove it.");
            }
            return root;
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            problems.add(file, line, "This is not YAML: " + e.getProblem() + ".", "Correct the line.");
            return Optional.empty();
        } catch (YAMLException e) {
            problems.add(
                    file, 1, "This YAML is not supported.", "Remove unprintable characters or make the file smaller.");
            return Optional.empty();
        }
    }

    /** Text of our own, known to be right. */
    static Node parse(String text) {
        return new Yaml(new LoaderOptions()).compose(new StringReader(text));
    }
}
