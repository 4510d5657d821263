package dev.slipway.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What documents list of modules, workflows, runbooks and proofs is what the tree has; each link leads somewhere. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String ARCHITECTURE = "docs/architecture.md";
    private static final String LAB = "docs/lab.md";
    private static final Pattern BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    private static final Pattern MODULE = Pattern.compile("<module>([a-z]+)</module>");
    private static final Pattern OURS = Pattern.compile("<groupId>dev\\.slipway</groupId>\\s+"
            + "<artifactId>([a-z]+)</artifactId>\\s+<version>[^<]+</version>(\\s+<scope>test</scope>)?");
    private static final Pattern IMPORTS =
            Pattern.compile("(?m)^\\| \\[`([a-z]+)`]\\(\\.\\./[a-z]+\\) \\| .+ \\| (.+) \\|$");

    private static final Pattern WORKFLOW =
            Pattern.compile("@WorkflowInterface\\s+public interface (\\w+) (?!extends Runbook)");
    private static final Pattern NAMED = Pattern.compile("@WorkflowMethod\\(name = \"(\\w+)\"");
    private static final Pattern TYPE = Pattern.compile("(?m)^\\| `([A-Z]\\w+)` \\| `");

    private static final Pattern LANE = Pattern.compile("(?m)^lane ([a-z]+) ");
    /** Any use of the reason but a comparison with it. */
    private static final Pattern HEALTH_FAULT = Pattern.compile("(?<![=!]= )Reason\\.HEALTH_FAULT");

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static Set<String> found(Pattern what, String text) {
        return what.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The first name in each row of the table whose head begins with {@code head}. */
    private static List<String> rows(String document, String head) throws IOException {
        return read(document)
                .lines()
                .dropWhile(line -> !line.startsWith("| " + head + " |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("`", 3)[1])
                .toList();
    }

    @Test
    void everyLinkOfADocumentLeadsSomewhere() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path document : SourceFiles.below(ROOT, ".md")) {
            String text = BLOCK.matcher(Files.readString(document)).replaceAll("");
            for (String link : found(LINK, text)) {
                if (!link.contains("://") && !leadsSomewhere(document, link)) {
                    wrong.add(ROOT.relativize(document) + ": " + link);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path to = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        return Files.exists(to)
                && (parts.length == 1
                        || HEADING.matcher(Files.readString(to))
                                .results()
                                .map(heading -> anchor(heading.group(1)))
                                .anyMatch(parts[1]::equals));
    }

    /** The anchor that GitHub makes of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replaceAll("(?U)[^\\w\\- ]", "")
                .replace(' ', '-');
    }

    @Test
    void theArchitectureListsWhatEachModuleMayImport() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        IMPORTS.matcher(read(ARCHITECTURE)).results().forEach(row -> listed.put(row.group(1), modules(row.group(2))));
        Map<String, String> imported = new TreeMap<>();
        for (String module : found(MODULE, read("pom.xml"))) {
            imported.put(module, imports(module));
        }
        assertThat(listed).as(ARCHITECTURE).isEqualTo(imported);
    }

    /** What a row lists of our modules; the libraries that `workflows` may import stand in its house rules. */
    private static String modules(String cell) {
        return cell.startsWith("`") ? cell.replaceFirst("; never .*", "") : "";
    }

    private static String imports(String module) throws IOException {
        Set<String> main = new TreeSet<>();
        Set<String> inTests = new TreeSet<>();
        for (MatchResult one : OURS.matcher(read(module + "/pom.xml")).results().toList()) {
            if (!Set.of("slipway", "verdict").contains(one.group(1))) {
                (one.group(2) == null ? main : inTests).add("`" + one.group(1) + "`");
            }
        }
        return String.join(", ", main) + (inTests.isEmpty() ? "" : "; in tests " + String.join(", ", inTests));
    }

    @Test
    void theArchitectureListsEveryTypeOfWorkflowButTheRunbooks() throws IOException {
        Set<String> types = new TreeSet<>();
        for (Path source : SourceFiles.below(ROOT.resolve("workflows/src/main/java"), ".java")) {
            String text = Files.readString(source);
            Matcher type = WORKFLOW.matcher(text);
            if (type.find()) {
                Matcher named = NAMED.matcher(text);
                types.add(named.find() ? named.group(1) : type.group(1));
            }
        }
        assertThat(found(TYPE, read(ARCHITECTURE))).as(ARCHITECTURE).isEqualTo(types);
    }

    @Test
    void theLabListsEachProofAndEachLane() throws IOException {
        List<String> proofs = read("lab/proofs")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
        assertThat(rows(LAB, "proof")).as(LAB).containsExactlyInAnyOrderElementsOf(proofs);
        assertThat(rows(LAB, "lane")).as(LAB).containsExactlyInAnyOrderElementsOf(found(LANE, read("lab/test")));
    }

    @Test
    void nothingStartsARunForAHealthFault() throws IOException {
        List<String> starts = new ArrayList<>();
        for (Path source : SourceFiles.below(ROOT, ".java")) {
            if (source.toString().contains("/src/main/")
                    && HEALTH_FAULT.matcher(Files.readString(source)).find()) {
                starts.add(ROOT.relativize(source).toString());
            }
        }
        assertThat(starts).as("docs/evidence.md lists it as not there yet").isEmpty();
    }
}
