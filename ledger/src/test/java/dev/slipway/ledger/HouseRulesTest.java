package dev.slipway.ledger;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The ledger knows records and SQL, and nobody who writes to it. */
class HouseRulesTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipway.ledger");

    @Test
    void knowsOnlyTheModulesBelow() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.slipway..")
                        .and(resideOutsideOfPackages(
                                "dev.slipway.ledger..",
                                "dev.slipway.model..",
                                "dev.slipway.rules.triage..",
                                "dev.slipway.runbook..")))
                .check(CODE);
    }
}
