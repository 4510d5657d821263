package dev.slipway.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.slipway.activities.AdapterModules;
import dev.slipway.runbook.DecisionTable;
import io.temporal.activity.ActivityInterface;
import io.temporal.workflow.WorkflowInterface;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is registered: every workflow, every runbook with its table, and one object per port. */
class HostingTest {
    private static final Path RUNBOOKS = Path.of("..", "workflows/src/main/java/dev/slipway/runbook");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyFolderOfARunbookIsFoundWithItsWorkflowAndItsTable() throws IOException {
        Runbooks found = Runbooks.found();

        List<String> folders;
        try (Stream<Path> entries = Files.list(RUNBOOKS)) {
            folders = entries.filter(Files::isDirectory)
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .toList();
        }
        assertThat(found.workflowTypes().keySet())
                .extracting(slug -> slug.replace("-", ""))
                .containsExactlyInAnyOrderElementsOf(folders);
        assertThat(found.tables())
                .extracting(DecisionTable::slug)
                .containsExactlyInAnyOrderElementsOf(found.workflowTypes().keySet());
    }

    @Test
    void everyWorkflowIsFoundOnce() {
        List<String> found = Runbooks.found().types().stream()
                .flatMap(type -> Stream.of(type.getInterfaces()))
                .filter(type -> type.isAnnotationPresent(WorkflowInterface.class))
                .map(Class::getName)
                .toList();

        assertThat(found).containsExactlyInAnyOrderElementsOf(annotated(WorkflowInterface.class));
    }

    @Test
    void everyPortHasOneAdapter() {
        try (TestSite site = TestSite.in(folder, TestSite.PLAIN);
                AdapterModules modules = new AdapterModules(site.context())) {
            Runbooks runbooks = Runbooks.found();
            List<String> served = modules.activities(runbooks.tables(), runbooks.workflowTypes()).stream()
                    .flatMap(adapter -> ports(adapter.getClass()))
                    .map(Class::getName)
                    .toList();

            assertThat(served).containsExactlyInAnyOrderElementsOf(annotated(ActivityInterface.class));
        }
    }

    private static Stream<Class<?>> ports(Class<?> adapter) {
        return Stream.of(adapter.getInterfaces()).filter(port -> port.isAnnotationPresent(ActivityInterface.class));
    }

    private static List<String> annotated(Class<? extends Annotation> with) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.slipway").stream()
                        .filter(type -> type.isInterface() && type.isAnnotatedWith(with))
                        .map(JavaClass::getName)
                        .toList();
    }
}
