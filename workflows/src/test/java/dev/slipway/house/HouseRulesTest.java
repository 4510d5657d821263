package dev.slipway.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.slipway.model.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house: who may import whom, what a workflow may touch, how long a file may be. */
class HouseRulesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final JavaClasses WORKFLOWS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/verdict/"))
            .importPackages("dev.slipway");
    private static final int LONGEST_FILE = 300;
    private static final int LONGEST_RUNBOOK = 120;
    private static final int LONGEST_FRAME = 200;
    private static final int LARGEST_WORKER = 250;

    @Test
    void workflowsUseTheEngineAndValuesOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.slipway.model..",
                        "dev.slipway.port..",
                        "dev.slipway.rules..",
                        "dev.slipway.rules.triage..",
                        "dev.slipway.frame..",
                        "dev.slipway.acts..",
                        "dev.slipway.runbook..",
                        "dev.slipway.rollout..",
                        "dev.slipway.drift..",
                        "dev.slipway.query..",
                        "dev.slipway.input..",
                        "java.lang",
                        "java.lang.annotation",
                        "java.lang.invoke",
                        "java.lang.reflect",
                        "java.lang.runtime",
                        "java.util",
                        "java.util.function",
                        "java.util.stream",
                        "java.util.regex",
                        "java.time",
                        "java.time.temporal",
                        "io.temporal.workflow..",
                        "io.temporal.activity..",
                        "io.temporal.common..",
                        "io.temporal.failure..",
                        "io.temporal.api..",
                        "io.temporal.client..",
                        "com.fasterxml.jackson.annotation..",
                        "org.jspecify..")
                .check(WORKFLOWS);
    }

    @Test
    void workflowsAskNobodyForTheTimeOrForChance() {
        noClasses().should().callMethod(java.time.Instant.class, "now").check(WORKFLOWS);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(WORKFLOWS);
        noClasses().should().callMethod(System.class, "nanoTime").check(WORKFLOWS);
        noClasses().should().callMethod(java.util.UUID.class, "randomUUID").check(WORKFLOWS);
        noClasses().should().callMethod(Math.class, "random").check(WORKFLOWS);
        noClasses().should().dependOnClassesThat().areAssignableTo(Thread.class).check(WORKFLOWS);
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(java.util.Random.class)
                .check(WORKFLOWS);
    }

    @Test
    void layersPointOneWay() {
        noClasses()
                .that()
                .resideInAPackage("..model..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..port..",
                        "..rules..",
                        "..rules.triage..",
                        "..frame..",
                        "..acts..",
                        "..runbook..",
                        "dev.slipway.rollout..",
                        "..drift..",
                        "..query..",
                        "..input..")
                .check(WORKFLOWS);
        classes()
                .that()
                .resideInAPackage("..rules..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..rules..", "..model..", "java..", "org.jspecify..")
                .check(WORKFLOWS);
        classes()
                .that()
                .resideInAPackage("..rules.triage..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..rules.triage..", "..rules..", "..model..", "java..", "org.jspecify..")
                .check(WORKFLOWS);
        noClasses()
                .that()
                .resideInAnyPackage("..port..", "..input..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..frame..", "..acts..", "..runbook..", "dev.slipway.rollout..", "..drift..", "..query..")
                .check(WORKFLOWS);
        noClasses()
                .that()
                .resideInAPackage("dev.slipway.frame.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.slipway.frame")
                .check(WORKFLOWS);
        noClasses()
                .that()
                .resideInAPackage("..frame..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..acts..",
                        "..rules.triage..",
                        "..runbook..",
                        "dev.slipway.rollout..",
                        "..drift..",
                        "..query..")
                .check(WORKFLOWS);
        noClasses()
                .that()
                .resideInAPackage("..acts..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "..rules.triage..", "..runbook..", "dev.slipway.rollout..", "..drift..", "..query..")
                .check(WORKFLOWS);
        noClasses()
                .that()
                .resideInAPackage("dev.slipway.runbook")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.slipway.runbook.*..", "dev.slipway.rollout..", "..drift..", "..query..")
                .check(WORKFLOWS);
        noClasses()
                .that()
                .resideInAnyPackage("dev.slipway.rollout..", "..drift..", "..query..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.slipway.runbook.*..")
                .check(WORKFLOWS);
    }

    /**
     * A row that made its diversion by itself would be missing among what its table leads to, and from the tests of
     * pairs.
     */
    @Test
    void aTableTellsOfEveryRunbookThatItsRowsLeadTo() {
        noClasses()
                .that()
                .resideInAPackage("dev.slipway.runbook.*..")
                .should()
                .accessField(Route.Kind.class, "DIVERT")
                .check(WORKFLOWS);
    }

    @Test
    void filesStaySmallAndNamesMeanSomething() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path file : javaFiles()) {
            long lines = Files.readAllLines(file).size();
            if (lines > LONGEST_FILE) {
                broken.add(file + " has " + lines + " lines");
            }
            // The fabric manager is NVIDIA's name for what runs the switches.
            if (Pattern.matches(
                            "(?!FabricManager\\.java).*(Utils?|Helpers?|Manager|Impl)\\.java",
                            file.getFileName().toString())
                    || Pattern.matches(".*/(util|common|helper|impl|manager)/[^/]*", file.toString())) {
                broken.add(file + " has a name that says nothing");
            }
        }
        assertThat(broken).isEmpty();
    }

    /** The worker hosts and the frame leads a run; what either does beyond that has a place of its own. */
    @Test
    void theWorkerAndTheFrameStaySmall() throws IOException {
        long worker = 0;
        for (Path file : javaFiles()) {
            worker += file.startsWith(ROOT.resolve("worker/src/main"))
                    ? Files.readAllLines(file).size()
                    : 0;
        }
        assertThat(worker).isPositive().isLessThanOrEqualTo(LARGEST_WORKER);
        assertThat(Files.readAllLines(Path.of("src/main/java/dev/slipway/frame/NodeRun.java")))
                .hasSizeLessThanOrEqualTo(LONGEST_FRAME);
    }

    /** It runs in every test process and says how the tests ended: it knows JUnit alone. */
    @Test
    void theVerdictKnowsNothingOfTheProduct() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.slipway.verdict", "java..", "org.junit.platform..", "org.jspecify..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.slipway.verdict"));
    }

    /** Methods, parameters, records, columns, packages, parents, seams, adapters, and what is counted until it is gone. */
    @Test
    void theLimitsHoldInEveryModule() throws IOException {
        assertThat(new HouseLimits().broken()).isEmpty();
    }

    @Test
    void eachRunbookFitsBesideItsDocumentUnderTheSameHeadings() throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(Path.of("src/main/java/dev/slipway/runbook"))) {
            folders = entries.filter(Files::isDirectory).toList();
        }
        assertThat(folders).isNotEmpty();
        for (Path folder : folders) {
            String document = Files.readString(folder.resolve("README.md"));
            assertThat(document.lines().filter(line -> line.startsWith("## ")))
                    .as("headings of the document in " + folder)
                    .containsExactly("## Trigger", "## Pre-checks", "## Procedure", "## Verify", "## Rollback");
            Path code;
            try (Stream<Path> files = Files.list(folder)) {
                code = files.filter(f -> f.toString().endsWith("Runbook.java"))
                        .findFirst()
                        .orElseThrow();
            }
            assertThat(Files.readAllLines(code)).as(code.toString()).hasSizeLessThanOrEqualTo(LONGEST_RUNBOOK);
            String text = Files.readString(code);
            int at = 0;
            for (String[] pair : new String[][] {{"## Procedure", "procedure("}, {"## Verify", "verify("}}) {
                assertThat(document).contains(pair[0]);
                assertThat(text.indexOf(pair[1], at))
                        .as(pair[1] + " in the order of the document")
                        .isGreaterThan(at);
                at = text.indexOf(pair[1], at);
            }
        }
    }

    /** The seam that the mutation check uses is for tests alone. */
    @Test
    void noSourceOfTheProductLeavesAnInvariantOut() throws IOException {
        List<Path> leaving = new ArrayList<>();
        for (Path file : javaFiles()) {
            boolean product = file.toString().contains("/src/main/");
            if (product
                    && !file.endsWith("Invariants.java")
                    && Files.readString(file).contains("new Invariants(")) {
                leaving.add(file);
            }
        }
        assertThat(leaving).isEmpty();
    }

    private static List<Path> javaFiles() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(
                            f -> f.toString().endsWith(".java") && !f.toString().contains("/target/"))
                    .toList();
        }
    }
}
