package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.LegacyKey;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Fills records from one YAML file: each component is a key. Remembers the line of every record and key. */
final class Binder {
    /** Describes one line of a section. */
    private record Entry(Node key, Node value) {}

    private final Path file;
    private final Scalars scalars;
    private final Problems problems;
    private final IdentityHashMap<Object, Map<String, Entry>> written = new IdentityHashMap<>();

    Binder(Path file, Path base, Problems problems) {
        this.file = file;
        this.scalars = new Scalars(base);
        this.problems = problems;
    }

    /** Returns the record that {@code node} describes; empty, with problems added, when something in it is wrong. */
    <T extends Record> Optional<T> bind(Node node, Class<T> type) {
        return section(node, type).map(type::cast);
    }

    Path file() {
        return file;
    }

    /** Reports that {@code key} of {@code section}, a record or map made here, is wrong. */
    void blame(Object section, String key, String sentence, String next) {
        Map<String, Entry> keys = written.getOrDefault(section, Map.of());
        int line = Optional.ofNullable(keys.get(key))
                .or(() -> keys.values().stream().findFirst())
                .map(entry -> line(entry.key()))
                .orElse(1);
        problems.add(file, line, sentence, next);
    }

    private Optional<Object> section(Node node, Class<?> type) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add(file, line(node), "A section with keys is needed here.", "Known keys: " + keys(type) + ".");
            return Optional.empty();
        }
        Map<String, Entry> given = entries(mapping);
        boolean whole = given.size() == mapping.getValue().size();
        for (Map.Entry<String, Entry> entry : given.entrySet()) {
            if (!keys(type).contains(entry.getKey())) {
                unknown(entry.getValue().key(), entry.getKey(), type);
                whole = false;
            }
        }
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Optional<Object> value = component(component, given, node);
            value.ifPresent(values::add);
            whole &= value.isPresent();
        }
        if (!whole) {
            return Optional.empty();
        }
        Object made = Records.make(type, values);
        written.put(made, given);
        return Optional.of(made);
    }

    private void unknown(Node at, String key, Class<?> type) {
        Optional<RecordComponent> renamed = Arrays.stream(type.getRecordComponents())
                .filter(component -> legacy(component).equals(Optional.of(key)))
                .findFirst();
        renamed.ifPresentOrElse(
                component -> problems.add(
                        file,
                        line(at),
                        "The key `" + key + "` is called `" + component.getName() + "` now.",
                        "Rename it."),
                () -> problems.add(
                        file,
                        line(at),
                        "The key " + BadValue.shown(key) + " is not known here.",
                        Nearest.next(key, keys(type))));
    }

    private static Optional<String> legacy(RecordComponent component) {
        return Optional.ofNullable(component.getAnnotation(LegacyKey.class)).map(LegacyKey::value);
    }

    private Optional<Object> component(RecordComponent component, Map<String, Entry> given, Node section) {
        Entry entry = given.get(component.getName());
        Type type = component.getGenericType();
        if (entry != null) {
            return value(entry.value(), type, component.getName());
        }
        if (legacy(component).filter(given::containsKey).isPresent()) {
            return Optional.empty();
        }
        Default fallback = component.getAnnotation(Default.class);
        if (fallback != null) {
            return value(YamlFile.parse(fallback.value()), type, component.getName());
        }
        if (raw(type) == Optional.class) {
            return Optional.of(Optional.empty());
        }
        if (raw(type) == List.class) {
            return Optional.of(List.of());
        }
        if (raw(type) == Map.class) {
            return Optional.of(Map.of());
        }
        problems.add(file, line(section), "The key `" + component.getName() + "` is missing.", "Add it.");
        return Optional.empty();
    }

    private Optional<Object> value(Node node, Type type, String key) {
        Class<?> raw = raw(type);
        if (raw == Optional.class) {
            return value(node, argument(type, 0), key).map(Optional::of);
        }
        if (raw == List.class) {
            return list(node, argument(type, 0), key);
        }
        if (raw == Map.class) {
            return map(node, type, key);
        }
        Optional<Scalars.Scalar> scalar = scalars.of(raw);
        return scalar.isPresent() ? scalar(node, scalar.get(), key) : section(node, raw);
    }

    private Optional<Object> list(Node node, Type element, String key) {
        if (!(node instanceof SequenceNode sequence)) {
            problems.add(file, line(node), "`" + key + "` takes a list.", "Write `- ` before each entry.");
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>();
        for (Node entry : sequence.getValue()) {
            value(entry, element, key).ifPresent(values::add);
        }
        return values.size() == sequence.getValue().size() ? Optional.of(List.copyOf(values)) : Optional.empty();
    }

    private Optional<Object> map(Node node, Type type, String key) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add(file, line(node), "`" + key + "` takes names with values.", "Write `name: value` lines.");
            return Optional.empty();
        }
        Map<Object, Object> values = new LinkedHashMap<>();
        Map<String, Entry> given = entries(mapping);
        given.forEach((name, entry) -> {
            Optional<Object> word = text(name, entry.key(), raw(argument(type, 0)));
            Optional<Object> bound = value(entry.value(), argument(type, 1), name);
            if (word.isPresent() && bound.isPresent()) {
                values.put(word.get(), bound.get());
            }
        });
        written.put(values, given);
        return values.size() == mapping.getValue().size() ? Optional.of(values) : Optional.empty();
    }

    private Optional<Object> scalar(Node node, Scalars.Scalar scalar, String key) {
        if (!(node instanceof ScalarNode text)) {
            problems.add(file, line(node), "`" + key + "` takes a single value.", "Write " + scalar.unit() + ".");
            return Optional.empty();
        }
        if (node.getTag().equals(Tag.NULL)) {
            problems.add(file, line(node), "`" + key + "` has no value.", "Write one, or remove the key.");
            return Optional.empty();
        }
        try {
            return Optional.of(scalar.reader().read(text.getValue()));
        } catch (BadValue e) {
            problems.add(file, line(node), "`" + key + "`: " + e.sentence(), e.next());
            return Optional.empty();
        }
    }

    private Optional<Object> text(String name, Node at, Class<?> type) {
        try {
            return Optional.of(scalars.of(type).orElseThrow().reader().read(name));
        } catch (BadValue e) {
            problems.add(file, line(at), e.sentence(), e.next());
            return Optional.empty();
        }
    }

    private Map<String, Entry> entries(MappingNode mapping) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problems.add(file, line(tuple.getKeyNode()), "A key must be a word.", "Quote it, or correct the line.");
            } else if (entries.putIfAbsent(key.getValue(), new Entry(key, tuple.getValueNode())) != null) {
                problems.add(file, line(key), "The key `" + key.getValue() + "` is there twice.", "Remove one.");
            }
        }
        return entries;
    }

    private static List<String> keys(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    static Class<?> raw(Type type) {
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
    }

    static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }
}
