package dev.slipway.worker;

import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.engine.SearchKeys;
import dev.slipway.runbook.DecisionTable;
import io.temporal.workflow.WorkflowInterface;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * Finds workflows, runbooks among them, and decision tables on the class path, by one scan: a new one needs no entry
 * anywhere. {@code workflowTypes} are those of runbooks, by slug.
 */
public record Runbooks(List<Class<?>> types, List<DecisionTable> tables, Map<String, String> workflowTypes) {
    private static final String RUNBOOKS = "dev.slipway.runbook";
    private static final List<String> WORKFLOWS =
            List.of(RUNBOOKS, "dev.slipway.frame", "dev.slipway.rollout", "dev.slipway.drift", "dev.slipway.query");

    /** The class path is scanned once per process. */
    private static final Runbooks FOUND = scan();

    /** Fails if a table cannot be made. Tables are values: all share them. */
    public static Runbooks found() {
        return FOUND;
    }

    private static Runbooks scan() {
        List<Class<?>> types = WORKFLOWS.stream()
                .flatMap(where -> classes(where, Object.class))
                .filter(type -> workflowType(type).isPresent())
                .toList();
        return new Runbooks(
                types,
                classes(RUNBOOKS, DecisionTable.class)
                        .map(type -> (DecisionTable) BeanUtils.instantiateClass(type))
                        .toList(),
                types.stream()
                        .filter(NodeRunbook.class::isAssignableFrom)
                        .collect(Collectors.toUnmodifiableMap(
                                Runbooks::slug, type -> workflowType(type).orElseThrow())));
    }

    private static Stream<Class<?>> classes(String where, Class<?> wanted) {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AssignableTypeFilter(wanted));
        return scan.findCandidateComponents(where).stream()
                .map(bean -> ClassUtils.resolveClassName(String.valueOf(bean.getBeanClassName()), null));
    }

    /** ImageDriftRunbook is image-drift. */
    private static String slug(Class<?> type) {
        return SearchKeys.slug(type.getSimpleName().replaceFirst("Runbook$", ""));
    }

    private static Optional<String> workflowType(Class<?> type) {
        return Arrays.stream(type.getInterfaces())
                .filter(i -> i.isAnnotationPresent(WorkflowInterface.class))
                .findFirst()
                .map(Class::getSimpleName);
    }
}
