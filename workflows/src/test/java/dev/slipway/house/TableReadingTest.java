package dev.slipway.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.slipway.frame.NodeRunbook;
import dev.slipway.rules.RuleTable;
import dev.slipway.rules.triage.TriageTable;
import dev.slipway.runbook.DecisionTable;
import org.junit.jupiter.api.Test;

/** An activity reads a table, and its answer is stored: a workflow that read one would replay a newer answer. */
class TableReadingTest {
    @Test
    void workflowCodeNeverReadsATable() {
        noClasses()
                .that()
                .areAssignableTo(NodeRunbook.class)
                .or()
                .resideInAnyPackage(
                        "dev.slipway.frame..",
                        "dev.slipway.acts..",
                        "dev.slipway.query..",
                        "dev.slipway.rollout..",
                        "dev.slipway.drift..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(RuleTable.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(DecisionTable.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(TriageTable.class)
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.slipway"));
    }
}
