package dev.slipway.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each limit of the house finds code that is over it, and leaves alone what it excepts. */
class LimitsTest {
    private static final String HEAD = """
            package dev.slipway.activities.bmc;
            import dev.slipway.activities.clock.ActivityClock;
            import dev.slipway.activities.power.LastResort;
            import java.util.Optional;
            """;

    @TempDir
    Path folder;

    private List<String> limitsOver(String... files) throws IOException {
        for (int i = 0; i < files.length; i++) {
            Files.writeString(folder.resolve("Source" + i + ".java"), HEAD + files[i]);
        }
        List<Path> paths;
        try (var entries = Files.list(folder)) {
            paths = entries.sorted().toList();
        }
        return HouseLimits.over(SourceFile.parsed("activities", paths)).stream()
                .map(Finding::limit)
                .filter(limit -> !limit.equals("imports of one adapter by another"))
                .filter(limit -> !limit.equals("code that no main code calls"))
                .toList();
    }

    @Test
    void anAdapterThatImportsAnotherIsFoundAndOneThatImportsTheClockIsNot() throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), HEAD + "class A {}");
        assertThat(HouseLimits.over(SourceFile.parsed("activities", List.of(file))))
                .filteredOn(Finding::limit, "imports of one adapter by another")
                .singleElement()
                .satisfies(found -> assertThat(found.place()).endsWith("A.java:3 bmc → power"));
    }

    @Test
    void whatNoMainCodeCallsIsFound() throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), HEAD + """
                        class A {
                            public static void main(String[] words) { used(); new A().each(A::byReference); }
                            static void used() {}
                            void each(Runnable act) {}
                            static void byReference() {}
                            @Override public String toString() { return ""; }
                            void used(int otherwise) {}
                            void unused() {}
                        }
                        """);
        assertThat(HouseLimits.over(SourceFile.parsed("activities", List.of(file))))
                .filteredOn(Finding::limit, "code that no main code calls")
                .extracting(found -> found.place().replaceFirst(".* ", ""))
                .containsExactly("used", "unused");
    }

    /** A runbook that is deleted leaves what only it called. */
    @Test
    void whatIsOfferedToRunbooksNeedsNoRunbookThatCallsIt() throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), HEAD + """
                        @ActivityInterface interface Port { void act(); }
                        class RunContext { void idle() {} }
                        class A { Port port; RunContext run; A a; void unused() {} }
                        """);
        assertThat(HouseLimits.over(SourceFile.parsed("activities", List.of(file))))
                .filteredOn(Finding::limit, "code that no main code calls")
                .extracting(found -> found.place().replaceFirst(".* ", ""))
                .containsExactly("unused");
    }

    @Test
    void aMethodOf41LinesIsFound() throws IOException {
        String statements = "        count++;\n".repeat(38);
        assertThat(limitsOver(
                        "class A { int count; void atMost() {\n" + statements + "    }\n}",
                        "class B { int count; void over() {\n" + statements + "\n    }\n}"))
                .containsExactly("methods over 40 lines");
    }

    @Test
    void aLineOf121ColumnsIsFound() throws IOException {
        assertThat(limitsOver("class A {\n // " + "x".repeat(116) + "\n // " + "y".repeat(117) + "\n}"))
                .containsExactly("lines over 120 columns");
    }

    @Test
    void wideParameterListsAndRecordsAreFoundAndAConstructorThatRepeatsARecordIsNot() throws IOException {
        assertThat(limitsOver(
                        "class A { void five(int a, int b, int c, int d, int e) {} }",
                        "class B { void six(int a, int b, int c, int d, int e, int f) {} }",
                        "record C(int a, int b, int c, int d, int e, int f) { C { a = b; } }",
                        "record D(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}"))
                .containsExactly("parameter lists over 5", "record components over 8");
    }

    @Test
    void optionalsAndCoinedWordsAreFoundOnce() throws IOException {
        assertThat(limitsOver(
                        "record A(Optional<String> one) { A { one.get(); } Optional<String> two() { return one; } }",
                        "class B { void act(Optional<String> three) {} }",
                        "class NodeWay { void slipway() {} void hears() {} int gpusSeen() { return 0; } }"))
                .containsExactly(
                        "Optional as field or parameter",
                        "Optional as field or parameter",
                        "coined words in names",
                        "coined words in names");
    }

    @Test
    void aJavadocThatBeginsWithAQuestionWordIsFound() throws IOException {
        assertThat(limitsOver(
                        "/** What a node has. */ class A {}",
                        "class B {\n/**\n * Whether it is whole.\n */\nboolean whole; }",
                        "/** Holds what a node has. */\nclass C {\n/** Whatever comes. */\nint any;\n/*What*/ }"))
                .containsExactly(Javadocs.LIMIT, Javadocs.LIMIT);
    }

    @Test
    void aTowerOfClassesIsFound() throws IOException {
        assertThat(limitsOver("class A {} class B extends A {} class C extends B {} class D extends C {}"))
                .containsExactly("classes with over 2 parents of ours");
    }

    @Test
    void anInterfaceWithOneImplementationNeedsASeam() throws IOException {
        assertThat(limitsOver(
                        "interface One { void act(); } class OneOnly implements One { public void act() {} }",
                        "interface Two { void act(); } class B { Two first = () -> {}; void take(Two two) {} }"
                                + "\nclass C { void call(B b) { b.take(this::act); } void act() {} }",
                        "// seam: the test shows it\ninterface Three { void act(); }",
                        "@ActivityInterface interface Four { void act(); }"))
                .containsExactly("interfaces with one implementation and no seam");
    }

    @Test
    void filesBeyondTheFortiethOfAPackageAreFound() throws IOException {
        String[] files =
                IntStream.range(0, 42).mapToObj(i -> "class A" + i + " {}").toArray(String[]::new);
        assertThat(limitsOver(files)).containsExactly("files beyond 40 per package", "files beyond 40 per package");
    }
}
