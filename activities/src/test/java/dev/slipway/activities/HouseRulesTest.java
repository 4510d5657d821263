package dev.slipway.activities;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.net.http.HttpClient;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Layers: {@code clock} and {@code spi} ← {@code http}, {@code ssh} and {@code safety} ← adapters ← {@code AdapterModules}.
 * Adapters do not know each other: what one needs of another stands in {@code spi}, and {@code AdapterModules} hands it over.
 */
class HouseRulesTest {
    private static final String ROOT = "dev.slipway.activities";
    private static final Set<String> SHARED = Set.of("clock", "http", "spi", "ssh", "safety");
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    /** Each adapter is a slice, with the packages below it; what all share, and who lists them, are none. */
    private static final class Adapters implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            boolean below = name.startsWith(ROOT + ".");
            String adapter = below ? name.substring(ROOT.length() + 1).split("\\.", 2)[0] : "";
            return below && !SHARED.contains(adapter) ? SliceIdentifier.of(adapter) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "adapters";
        }
    }

    @Test
    void adaptersDoNotKnowEachOther() {
        slices().assignedFrom(new Adapters()).should().notDependOnEachOther().check(CODE);
    }

    @Test
    void nothingRunsInCircles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CODE);
    }

    @Test
    void whatIsSharedKnowsNoAdapter() {
        layer("clock").check(CODE);
        layer("spi").check(CODE);
        layer("safety", "spi").check(CODE);
        layer("http", "clock").check(CODE);
        layer("ssh", "clock").check(CODE);
    }

    private static ArchRule layer(String name, String... below) {
        Set<String> known = Set.of(below);
        return noClasses()
                .that()
                .resideInAPackage(ROOT + "." + name)
                .should()
                .dependOnClassesThat(DescribedPredicate.describe("lie above", type -> {
                    String where = type.getPackageName();
                    return where.startsWith(ROOT + ".")
                            && !where.equals(ROOT + "." + name)
                            && !known.contains(where.substring(ROOT.length() + 1));
                }));
    }

    /** Limits, redirects and proxies are set in one place. */
    @Test
    void onlyOnePackageMakesHttpClients() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".http..")
                .should()
                .callMethod(HttpClient.class, "newBuilder")
                .orShould()
                .callMethod(HttpClient.class, "newHttpClient")
                .check(CODE);
    }

    /** An adapter is given what it uses; only who wires may pick it from the context. */
    @Test
    void onlyModulesKnowTheContextOfTheWorker() {
        classes()
                .that()
                .areAssignableTo(WorkerContext.class)
                .should()
                .onlyHaveDependentClassesThat(DescribedPredicate.describe(
                        "wire",
                        type -> type.getPackageName().equals(ROOT)
                                || type.getSimpleName().endsWith("Module")))
                .check(CODE);
    }
}
