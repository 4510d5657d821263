package dev.slipway.starter;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The API asks Temporal and the ledger: it never knows an adapter, the worker, or the simulator. */
class HouseRulesTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipway.starter");

    @Test
    void knowsOnlyTheModulesBelow() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.slipway..")
                        .and(resideOutsideOfPackages(
                                "dev.slipway.starter..",
                                "dev.slipway.config..",
                                "dev.slipway.facts..",
                                "dev.slipway.ledger..",
                                "dev.slipway.model..",
                                "dev.slipway.port..",
                                "dev.slipway.rules.triage..",
                                "dev.slipway.frame..",
                                "dev.slipway.runbook..",
                                "dev.slipway.rollout..",
                                "dev.slipway.drift..",
                                "dev.slipway.query..",
                                "dev.slipway.input..")))
                .check(CODE);
    }

    @Test
    void nothingRunsInCircles() {
        slices().matching("dev.slipway.starter.(*)..").should().beFreeOfCycles().check(CODE);
    }
}
