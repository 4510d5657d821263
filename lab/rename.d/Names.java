import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of names: {@code type OLD NEW}, {@code package OLD NEW}, {@code member TYPE#OLD NEW}, types by their
 * canonical names. Lines of texts are for the other scripts.
 */
record Names(Map<String, String> types, Map<String, String> packages, Map<String, String> members) {

    static Names read(Path table) throws IOException {
        Names names = new Names(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (String line : Files.readAllLines(table)) {
            String[] words = line.strip().split("\\s+");
            switch (words[0]) {
                case "type" -> names.types.put(words[1], words[2]);
                case "package" -> names.packages.put(words[1], words[2]);
                case "member" -> names.members.put(words[1], words[2]);
                case "", "#", "step", "word" -> {}
                default -> throw new IllegalArgumentException(line);
            }
        }
        return names;
    }

    String packageOf(String old) {
        return packages.getOrDefault(old, old);
    }

    /** Returns the new name of a top-level type; a test goes with the type that it is named for. */
    String topLevel(String old) {
        if (types.containsKey(old)) {
            return types.get(old);
        }
        for (String suffix : List.of("Test", "IT")) {
            String tested =
                    old.endsWith(suffix) ? types.get(old.substring(0, old.length() - suffix.length())) : null;
            if (tested != null) {
                return tested + suffix;
            }
        }
        return packageOf(outer(old)) + "." + last(old);
    }

    static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    static String outer(String name) {
        return name.lastIndexOf('.') < 0 ? "" : name.substring(0, name.lastIndexOf('.'));
    }
}
