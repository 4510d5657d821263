package dev.slipway.history;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.slipway.frame.RunMode;
import dev.slipway.frame.Runbook;
import dev.slipway.input.Handlers;
import dev.slipway.model.Route;
import dev.slipway.model.Step;
import dev.slipway.model.StepId;
import dev.slipway.rules.Procedure;
import dev.slipway.runbook.DecisionTable;
import io.temporal.activity.ActivityInterface;
import io.temporal.common.metadata.POJOActivityInterfaceMetadata;
import io.temporal.common.metadata.POJOActivityMethodMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the workflows of the product can do, as their classes and sources say it. */
final class WhatWorkflowsDo {
    static final Path SOURCES = Path.of("src/main/java/dev/slipway");

    /** The slugs of all runbooks. */
    static final List<String> RUNBOOKS = Handlers.all().stream()
            .filter(of -> Runbook.class.isAssignableFrom(of.type()))
            .map(of -> HistoryTraits.slug(of.toString()))
            .sorted()
            .toList();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test"))
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipway");

    private static final Pattern VERSION =
            Pattern.compile("getVersion\\(\\s*\"([a-z-]+)\",\\s*Workflow\\.DEFAULT_VERSION,\\s*(\\d+)\\)");

    private static final Pattern NEEDS = Pattern.compile("\\bdivertTo\\(\\s*\"([a-z-]+)\"");

    private WhatWorkflowsDo() {}

    /** The slugs of the runbooks that take their node out of service and have nothing to roll back to. */
    static List<String> forwardOnly() {
        return Handlers.all().stream()
                .filter(of -> Runbook.class.isAssignableFrom(of.type()))
                .filter(of -> {
                    RunMode mode = mode(CLASSES.get(of.implementation()));
                    return mode.forwardOnly() && !mode.inService();
                })
                .map(of -> HistoryTraits.slug(of.toString()))
                .toList();
    }

    /** The constant that the class of a runbook names. */
    private static RunMode mode(JavaClass runbook) {
        String name = runbook.getFieldAccessesFromSelf().stream()
                .map(JavaFieldAccess::getTarget)
                .filter(field -> field.getOwner().isEquivalentTo(RunMode.class))
                .map(field -> field.getName())
                .findFirst()
                .orElseThrow(() -> new AssertionError(runbook.getName() + " names no constant of RunMode"));
        try {
            return (RunMode) Objects.requireNonNull(RunMode.class.getField(name).get(null));
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalStateException(name, hidden);
        }
    }

    /** The decision tables of all runbooks. */
    static List<DecisionTable> tables() {
        return CLASSES.stream()
                .filter(c -> !c.isInterface() && c.isAssignableTo(DecisionTable.class))
                .map(WhatWorkflowsDo::table)
                .toList();
    }

    private static DecisionTable table(JavaClass type) {
        try {
            return (DecisionTable) type.reflect().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException unmade) {
            throw new IllegalStateException(type.getName(), unmade);
        }
    }

    /** The kinds of routes and the procedures that the rows of a table name. */
    static Set<String> routesOf(DecisionTable table) {
        String type = table.getClass().getName();
        return CLASSES.stream()
                .filter(c -> c.getName().equals(type) || c.getName().startsWith(type + "$"))
                .flatMap(c -> c.getFieldAccessesFromSelf().stream())
                .map(JavaFieldAccess::getTarget)
                .filter(field -> field.getOwner().isEquivalentTo(Route.Kind.class)
                        || field.getOwner().isAssignableTo(Procedure.class))
                .map(field -> field.getName())
                .filter(name -> !name.equals(Route.Kind.DO.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The activity types that a workflow calls. */
    static Set<String> activities() {
        return CLASSES.stream()
                .filter(c -> c.isAnnotatedWith(ActivityInterface.class))
                .flatMap(WhatWorkflowsDo::called)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> called(JavaClass port) {
        return POJOActivityInterfaceMetadata.newInstance(port.reflect()).getMethodsMetadata().stream()
                .filter(activity -> !port.getMethod(
                                activity.getMethod().getName(),
                                activity.getMethod().getParameterTypes())
                        .getAccessesToSelf()
                        .isEmpty())
                .map(POJOActivityMethodMetadata::getActivityTypeName);
    }

    /** The ids of the steps of the enums in a package, and of the constants of {@link Step} for {@code model}. */
    static Set<String> steps(String inPackage) {
        return CLASSES.stream()
                .filter(c -> c.getPackageName().equals("dev.slipway." + inPackage))
                .filter(c -> c.isAssignableTo(StepId.class) && (c.isEnum() || c.isEquivalentTo(Step.class)))
                .flatMap(c -> c.getFields().stream())
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC)
                        && field.getRawType().isAssignableTo(StepId.class))
                .map(WhatWorkflowsDo::stepId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String stepId(JavaField constant) {
        try {
            Field field = constant.reflect();
            field.setAccessible(true);
            return ((StepId) Objects.requireNonNull(field.get(null))).step().id();
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(constant.getFullName(), hidden);
        }
    }

    /** The runbooks that the sources of {@code runbook} hand a node to after their own work. */
    static Set<String> needs(String runbook) {
        return found(NEEDS, folder(runbook)).map(found -> found.group(1)).collect(Collectors.toSet());
    }

    /** The newest version of each change, as {@code id=version}. */
    static Set<String> versions() {
        return found(VERSION, "")
                .map(found -> found.group(1) + "=" + found.group(2))
                .collect(Collectors.toSet());
    }

    /** The folder of a runbook's sources. */
    static String folder(String runbook) {
        return "runbook/" + runbook.replace("-", "");
    }

    /** The package of a runbook, below ours. */
    static String packageOf(String runbook) {
        return folder(runbook).replace('/', '.');
    }

    private static Stream<MatchResult> found(Pattern pattern, String folder) {
        try (Stream<Path> files = Files.walk(SOURCES.resolve(folder))) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(WhatWorkflowsDo::text)
                    .map(text -> pattern.matcher(text).results().toList())
                    .toList()
                    .stream()
                    .flatMap(Collection::stream);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
