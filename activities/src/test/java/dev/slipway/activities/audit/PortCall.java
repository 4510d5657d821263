package dev.slipway.activities.audit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.slipway.model.Act;
import io.temporal.activity.ActivityInterface;
import io.temporal.common.metadata.POJOActivityInterfaceMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A method of a port, with the name of its activity type. */
record PortCall(Class<?> port, Method method, String type) {
    private static final Path SOURCES = Path.of("../workflows/src/main/java");
    private static final Set<Class<?>> PORTS = Set.copyOf(new ClassFileImporter()
            .importPackages("dev.slipway.port").stream()
                    .filter(found -> found.isAnnotatedWith(ActivityInterface.class))
                    .map(JavaClass::reflect)
                    .toList());

    /** Returns every method of every port. */
    static List<PortCall> all() {
        return PORTS.stream().flatMap(PortCall::of).toList();
    }

    private static Stream<PortCall> of(Class<?> port) {
        return POJOActivityInterfaceMetadata.newInstance(port).getMethodsMetadata().stream()
                .map(found -> new PortCall(port, found.getMethod(), found.getActivityTypeName()));
    }

    /** Returns whether the call is a step on a node: then it is recorded. */
    boolean ofANode() {
        return List.of(method.getParameterTypes()).contains(Act.class);
    }

    /** Returns what stands before the method in the source of its port, in one line. */
    String javadoc() {
        Matcher found = Pattern.compile(
                        "/\\*\\*((?:(?!\\*/).)*+)\\*/\\s*(?:@[A-Z]\\w*(?:\\([^)]*\\))?\\s+)*[\\w<>, ]+\\s"
                                + method.getName() + "\\(",
                        Pattern.DOTALL)
                .matcher(source());
        if (!found.find()) {
            throw new AssertionError(type + " has no Javadoc");
        }
        return found.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ").strip();
    }

    private String source() {
        try {
            return Files.readString(SOURCES.resolve(port.getName().replace('.', '/') + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
