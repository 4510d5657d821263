package dev.slipway.config;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Configuration knows records, and nobody who reads it. */
class HouseRulesTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipway.config");

    @Test
    void knowsOnlyTheModulesBelow() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.slipway..")
                        .and(resideOutsideOfPackages(
                                "dev.slipway.config..", "dev.slipway.model..", "dev.slipway.rules.triage..")))
                .check(CODE);
    }

    @Test
    void nothingRunsInCircles() {
        slices().matching("dev.slipway.config.(*)..").should().beFreeOfCycles().check(CODE);
    }
}
