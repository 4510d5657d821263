package dev.slipway.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The numbers that messages show stand in the glossary: those that the code has, each once, and no others. */
class GlossaryTest {
    private static final Path ROOT = Path.of("..");
    private static final String GLOSSARY = "docs/glossary.md";
    private static final Pattern NUMBERED = Pattern.compile("(?m)^\\| ([GIP]\\d+) \\| (.+) \\|$");
    private static final Pattern LETTERED = Pattern.compile("(?m)^\\| ([A-Z]{1,2}) \\| (.+) \\|$");
    private static final Pattern INVARIANT = Pattern.compile("(?m)^- invariant: (I\\d+)$");
    /** A gate's name is a text of its own, or begins the sentence about it. */
    private static final Pattern GATE = Pattern.compile("\"(G\\d+)[\": ]");

    private static final Pattern LETTERED_GATE =
            Pattern.compile("(?:String GATE = |new GateResult\\(\\s*)\"([A-Za-z]+)\"");
    private static final Pattern PRE_CHECK = Pattern.compile("\"(P\\d+): ");
    private static final Pattern ROW = Pattern.compile("\"([A-Z]{1,2})\\d+\"");
    private static final Pattern SLUG = Pattern.compile("String slug\\(\\) \\{\\s+return \"([a-z-]+)\";");
    /** The rows of tables answer it. */
    private static final String ASKED_BY_NO_CHECK = "P3";

    private static String glossary() throws IOException {
        return Files.readString(ROOT.resolve(GLOSSARY));
    }

    private static Set<String> numbers(String letter) throws IOException {
        List<String> numbers = NUMBERED.matcher(glossary())
                .results()
                .map(row -> row.group(1))
                .filter(number -> number.startsWith(letter))
                .toList();
        assertThat(numbers).as(GLOSSARY).doesNotHaveDuplicates();
        return new TreeSet<>(numbers);
    }

    /** The main code of all modules, each file's text. */
    private static List<String> code(String ending) throws IOException {
        List<String> code = new ArrayList<>();
        for (Path file : SourceFiles.main(ROOT, ending)) {
            code.add(Files.readString(file));
        }
        return code;
    }

    private static Set<String> named(Pattern what) throws IOException {
        Set<String> named = new TreeSet<>();
        for (String text : code(".java")) {
            what.matcher(text).results().forEach(found -> named.add(found.group(1)));
        }
        return named;
    }

    @Test
    void listsTheGatesThatTheCodeNames() throws IOException {
        StringBuilder documents = new StringBuilder(glossary());
        for (String readme : code("README.md")) {
            documents.append(readme);
        }
        assertThat(numbers("G")).as(GLOSSARY).hasSize(12).isEqualTo(named(GATE));
        assertThat(named(LETTERED_GATE))
                .contains("K", "GSP")
                .allSatisfy(letter -> assertThat(documents).contains("gate " + letter + ": "));
    }

    @Test
    void listsThePreChecksThatTheCodeNamesAndTheOneThatTablesAnswer() throws IOException {
        Set<String> asked = named(PRE_CHECK);

        assertThat(asked)
                .as("%s has a check now: say so in %s", ASKED_BY_NO_CHECK, GLOSSARY)
                .isNotEmpty()
                .doesNotContain(ASKED_BY_NO_CHECK);
        asked.add(ASKED_BY_NO_CHECK);
        assertThat(numbers("P")).as(GLOSSARY).isEqualTo(asked);
    }

    @Test
    void listsTheInvariantsThatHaveABreak() throws IOException {
        Set<String> promised = new TreeSet<>();
        INVARIANT
                .matcher(Files.readString(ROOT.resolve("lab/breaks.yaml")))
                .results()
                .forEach(found -> promised.add(found.group(1)));

        assertThat(numbers("I")).as(GLOSSARY).hasSize(30).isEqualTo(promised);
    }

    /**
     * A runbook that is added later has its letters in its README alone, and the entry of one that is taken out stays.
     */
    @Test
    void theLettersOfEachTablesRowsStandHereOrInTheReadmeOfItsRunbook() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        LETTERED.matcher(glossary()).results().forEach(row -> listed.put(row.group(1), row.group(2)));
        Map<String, String> tables = new TreeMap<>();
        for (Path table : SourceFiles.main(ROOT, "Table.java")) {
            String text = Files.readString(table);
            Matcher slug = SLUG.matcher(text);
            String name = slug.find() ? "`" + slug.group(1) + "`" : "[router](router.md)";
            for (MatchResult row : ROW.matcher(text).results().toList()) {
                String letters = row.group(1);
                assertThat(tables.put(letters, name))
                        .as("rows %s have one table", letters)
                        .isIn(null, name);
                if (!listed.containsKey(letters)) {
                    assertThat(table.resolveSibling("README.md")).content().contains("| " + letters + "1 |");
                }
            }
        }

        listed.values().retainAll(tables.values());
        assertThat(tables).as(GLOSSARY).isNotEmpty().containsAllEntriesOf(listed);
    }
}
