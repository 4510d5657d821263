package dev.slipway.input;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every workflow of the product and its handlers, found on the class path: a new one is covered by itself. */
public record Handlers(Class<?> type, Class<?> implementation) {

    private static final List<Handlers> ALL = found();

    public static List<Handlers> all() {
        return ALL;
    }

    private static List<Handlers> found() {
        List<JavaClass> classes = new ClassFileImporter()
                        .withImportOption(location -> !location.contains("/test"))
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.slipway")
                        .stream()
                        .toList();
        return classes.stream()
                .filter(c -> c.isInterface() && c.isAnnotatedWith(WorkflowInterface.class))
                .map(c -> new Handlers(c.reflect(), implementationOf(c, classes)))
                .toList();
    }

    private static Class<?> implementationOf(JavaClass type, List<JavaClass> classes) {
        return classes.stream()
                .filter(c -> !c.isInterface() && !c.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(c -> c.isAssignableTo(type.getFullName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing implements " + type))
                .reflect();
    }

    Method start() {
        return methods(WorkflowMethod.class).findFirst().orElseThrow();
    }

    public List<String> signals() {
        return names(SignalMethod.class, SignalMethod::name);
    }

    public List<String> updates() {
        return names(UpdateMethod.class, UpdateMethod::name);
    }

    List<String> queries() {
        return names(QueryMethod.class, QueryMethod::name);
    }

    private Stream<Method> methods(Class<? extends Annotation> kind) {
        return Arrays.stream(type.getMethods()).filter(method -> method.isAnnotationPresent(kind));
    }

    private <A extends Annotation> List<String> names(Class<A> kind, Function<A, String> name) {
        return methods(kind)
                .map(method -> Optional.of(name.apply(method.getAnnotation(kind)))
                        .filter(given -> !given.isEmpty())
                        .orElse(method.getName()))
                .sorted()
                .toList();
    }

    /** Returns the workflow's type, as the engine knows it. */
    @Override
    public String toString() {
        return Optional.of(start().getAnnotation(WorkflowMethod.class).name())
                .filter(given -> !given.isEmpty())
                .orElse(type.getSimpleName());
    }
}
