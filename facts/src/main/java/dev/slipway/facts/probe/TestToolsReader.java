package dev.slipway.facts.probe;

import dev.slipway.facts.Text;
import dev.slipway.model.facts.Reading;
import dev.slipway.model.facts.TestTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the section {@code tools}: {@code path PATH} first, then {@code have NAME FILE} for each program, {@code mpirun
 * LINE}, and {@code lib LINE} for each line of ldd.
 */
final class TestToolsReader {
    private static final Pattern LINE = Pattern.compile("(path|have|mpirun|lib) (.*)");
    private static final Pattern PROGRAM = Pattern.compile("([a-z_]{1,40}) (/\\S{1,200})");
    private static final int MOST = 200;

    private TestToolsReader() {}

    static Reading<TestTools> parse(String text) {
        Map<String, String> programs = new TreeMap<>();
        List<String> libraries = new ArrayList<>();
        Optional<String> mpirun = Optional.empty();
        boolean begun = false;
        for (String raw : Text.lines(text).stream().limit(MOST).toList()) {
            Matcher line = LINE.matcher(raw.strip());
            if (!line.matches()) {
                return Reading.unknown("not a line of it: " + Text.shorten(raw, 80));
            }
            String rest = line.group(2).strip();
            switch (line.group(1)) {
                case "path" -> begun = true;
                case "have" -> {
                    Matcher program = PROGRAM.matcher(rest);
                    if (program.matches()) {
                        programs.put(program.group(1), program.group(2));
                    }
                }
                case "mpirun" -> mpirun = mpirun.or(() -> Optional.of(Text.shorten(rest, 80)));
                default -> {
                    if (rest.contains(" => ")) {
                        libraries.add(Text.shorten(rest, 160));
                    }
                }
            }
        }
        return begun
                ? Reading.of(new TestTools(Map.copyOf(programs), mpirun.orElse(""), List.copyOf(libraries)))
                : Reading.unknown("it does not say where it looked");
    }
}
