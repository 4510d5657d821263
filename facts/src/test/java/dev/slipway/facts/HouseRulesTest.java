package dev.slipway.facts;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Parsers are pure: they know records, and neither network nor threads. */
class HouseRulesTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipway.facts");

    @Test
    void knowsOnlyTheModulesBelow() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.slipway..")
                        .and(resideOutsideOfPackages(
                                "dev.slipway.facts..", "dev.slipway.model..", "dev.slipway.rules.triage..")))
                .check(CODE);
    }

    @Test
    void noParserAsksTheWorld() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.util.concurrent..", "java.sql..")
                .check(CODE);
    }

    @Test
    void nothingRunsInCircles() {
        slices().matching("dev.slipway.facts.(*)..").should().beFreeOfCycles().check(CODE);
    }
}
