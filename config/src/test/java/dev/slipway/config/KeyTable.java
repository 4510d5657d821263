package dev.slipway.config;

import dev.slipway.config.keys.Default;
import dev.slipway.config.keys.Doc;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of keys, made from the records. */
final class KeyTable {
    private static final Scalars SCALARS = new Scalars(Path.of(""));
    private final List<String> rows = new ArrayList<>();

    static String of(Class<? extends Record> type) {
        KeyTable table = new KeyTable();
        table.rows.add("| key | takes | default | meaning |");
        table.rows.add("|---|---|---|---|");
        table.section("", type);
        return String.join("\n", table.rows);
    }

    private void section(String prefix, Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            Type element = component.getGenericType();
            String suffix = Binder.raw(element) == List.class ? "[]" : "";
            row(prefix + component.getName() + suffix, component);
            if (Binder.raw(element) == Optional.class || Binder.raw(element) == List.class) {
                element = Binder.argument(element, 0);
            }
            if (Binder.raw(element).isRecord()
                    && SCALARS.of(Binder.raw(element)).isEmpty()) {
                section(prefix + component.getName() + suffix + ".", Binder.raw(element));
            }
        }
    }

    private void row(String key, RecordComponent component) {
        Doc doc = component.getAnnotation(Doc.class);
        if (doc == null) {
            throw new IllegalStateException(key + " has no @Doc.");
        }
        rows.add("| `" + key + "` | " + takes(component.getGenericType()) + " | " + fallback(component) + " | "
                + doc.value() + " |");
    }

    private static String takes(Type type) {
        Class<?> raw = Binder.raw(type);
        if (raw == Optional.class) {
            return takes(Binder.argument(type, 0));
        }
        if (raw == List.class) {
            return "list of " + takes(Binder.argument(type, 0));
        }
        if (raw == Map.class) {
            return "names with values";
        }
        return SCALARS.of(raw).map(Scalars.Scalar::unit).orElse("section");
    }

    private static String fallback(RecordComponent component) {
        Default fallback = component.getAnnotation(Default.class);
        if (fallback != null) {
            return fallback.value().equals("{}") ? "–" : "`" + fallback.value() + "`";
        }
        Class<?> raw = component.getType();
        return raw == Optional.class || raw == List.class || raw == Map.class ? "–" : "**required**";
    }
}
