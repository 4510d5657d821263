package dev.slipway.demo;

import dev.slipway.worker.Runbooks;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a runbook brings to the tests of all runbooks on a simulated fleet. A test looks for the class of that name: {@code
 * ModuleReload} has {@code ModuleReloadCases}.
 */
interface RunbookCases {

    /** The fates that begin with it. */
    default List<Fate> fates() {
        return List.of();
    }

    /** The runbooks that its table leads to, each with a node. */
    List<Diversion> diversions();

    /** Those of all runbooks that exist, by slug. */
    static List<RunbookCases> found() {
        Map<String, String> types = new TreeMap<>(Runbooks.found().workflowTypes());
        return types.values().stream().flatMap(RunbookCases::of).toList();
    }

    /** Whether there is a runbook of that name: a test of several leaves out what is not there. */
    static boolean isThere(String slug) {
        return Runbooks.found().workflowTypes().containsKey(slug);
    }

    private static Stream<RunbookCases> of(String type) {
        try {
            return Stream.of(Class.forName(RunbookCases.class.getPackageName() + "." + type + "Cases")
                    .asSubclass(RunbookCases.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ClassNotFoundException none) {
            return Stream.empty();
        } catch (ReflectiveOperationException unmade) {
            throw new LinkageError(type, unmade);
        }
    }
}
