package dev.slipway.demo;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The demo puts worker, starter and simulator together, and knows no adapter. */
class HouseRulesTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.slipway.demo");

    @Test
    void knowsOnlyTheModulesBelow() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.slipway..")
                        .and(resideOutsideOfPackages(
                                "dev.slipway.demo..",
                                "dev.slipway.activities",
                                "dev.slipway.config..",
                                "dev.slipway.ledger..",
                                "dev.slipway.model..",
                                "dev.slipway.simulator..",
                                "dev.slipway.starter..",
                                "dev.slipway.worker..",
                                "dev.slipway.facts..",
                                "dev.slipway.rollout..",
                                "dev.slipway.frame..",
                                "dev.slipway.runbook..",
                                "dev.slipway.rules.triage..",
                                "dev.slipway.drift..")))
                .check(CODE);
    }
}
