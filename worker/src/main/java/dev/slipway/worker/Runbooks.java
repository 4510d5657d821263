package dev.slipway.worker;

import dev.slipway.frame.NodeRunbook;
import dev.slipway.frame.SearchKeys;
import dev.slipway.runbook.DecisionTable;
import dev.slipway.runbook.InstalledRunbooks;
import io.temporal.workflow.WorkflowInterface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AssignableTypeFilter;

/** The runbooks on the class path and their decision tables, found by one scan: a new one needs no entry anywhere. */
public record Runbooks(List<Class<?>> types, List<DecisionTable> tables, Map<String, String> workflowTypes) {
    private static final String WHERE = "dev.slipway.runbook";

    /** Scans the class path, once per process. */
    private static final class Scan {
        private static final Runbooks FOUND = scan();
    }

    /** Fails when a runbook has no workflow interface, or a table cannot be made. Tables are values: all share them. */
    public static Runbooks found() {
        return Scan.FOUND;
    }

    private static Runbooks scan() {
        List<Class<?>> types = classes(NodeRunbook.class);
        List<DecisionTable> tables = new ArrayList<>();
        for (Class<?> type : classes(DecisionTable.class)) {
            tables.add(made(type));
        }
        Map<String, String> names = new TreeMap<>();
        types.forEach(type -> names.put(slug(type), interfaceOf(type).getSimpleName()));
        return new Runbooks(List.copyOf(types), List.copyOf(tables), Map.copyOf(names));
    }

    /** The tables, read with the question which runbooks there are. */
    InstalledRunbooks installed() {
        return new InstalledRunbooks(tables, workflowTypes.keySet());
    }

    private static List<Class<?>> classes(Class<?> wanted) {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AssignableTypeFilter(wanted));
        List<Class<?>> found = new ArrayList<>();
        scan.findCandidateComponents(WHERE).forEach(bean -> found.add(load(String.valueOf(bean.getBeanClassName()))));
        return found;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a runbook was found and cannot be loaded: " + name, e);
        }
    }

    private static DecisionTable made(Class<?> type) {
        try {
            return (DecisionTable) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "a decision table needs a public constructor without parameters: " + type, e);
        }
    }

    /** ImageDriftRunbook is image-drift. */
    private static String slug(Class<?> type) {
        return SearchKeys.slug(type.getSimpleName().replaceFirst("Runbook$", ""));
    }

    private static Class<?> interfaceOf(Class<?> type) {
        return Arrays.stream(type.getInterfaces())
                .filter(i -> i.isAnnotationPresent(WorkflowInterface.class))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(type + " implements no workflow interface of its own"));
    }
}
