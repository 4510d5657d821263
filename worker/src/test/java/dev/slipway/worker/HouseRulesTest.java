package dev.slipway.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The worker hosts; it decides nothing and knows no adapter. */
class HouseRulesTest {
    @Test
    void theWorkerKnowsModulesAndNoAdapter() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.slipway.worker",
                        "dev.slipway.activities",
                        "dev.slipway.activities.audit",
                        "dev.slipway.config..",
                        "dev.slipway.input",
                        "dev.slipway.ledger",
                        "dev.slipway.frame..",
                        "dev.slipway.runbook",
                        "io.temporal..",
                        "java..",
                        "org.jspecify..",
                        "org.slf4j..",
                        "org.springframework..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.slipway.worker"));
    }
}
