package dev.slipway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.model.Durations;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Every duration that a person reads is written by {@link Durations}: no other class of ours puts a number before a unit
 * of time, or a duration as Java prints it into a text. The simulator writes as the tools do that it simulates, and the
 * lab's verdict writes a table of seconds.
 */
class DurationTextsTest {
    private static final Pattern NUMBER_AND_UNIT =
            Pattern.compile("(\u0001|%[0-9.,]*[dfs]) (ms|s|min|h|d|days?|hours?|minutes?|seconds?)\\b");

    private static final ClassDesc DURATION = ClassDesc.of("java.time.Duration");

    /** How a duration was written before there was one way; the scan must see it. */
    private static final class Wrong {
        static String unit(long seconds) {
            return "within " + seconds + " s";
        }

        static String raw(long minutes) {
            return "within " + Duration.ofMinutes(minutes);
        }

        static String format(double seconds) {
            return "in %.1f s".formatted(seconds);
        }
    }

    @Test
    void onlyOneClassWritesDurations() throws IOException {
        List<String> wrong = new ArrayList<>();
        int classes = 0;
        for (ClassModel type : product()) {
            classes++;
            String name = type.thisClass().asInternalName();
            boolean exempt = name.startsWith("dev/slipway/simulator/")
                    || name.startsWith("dev/slipway/verdict/")
                    || name.equals(internal(Durations.class));
            if (!exempt) {
                texts(type).stream().map(text -> name + ": " + text).forEach(wrong::add);
            }
        }
        assertThat(classes).isGreaterThan(900);
        assertThat(wrong).isEmpty();
    }

    @Test
    void theScanSeesEachWrongWay() throws IOException {
        try (InputStream in = DurationTextsTest.class.getResourceAsStream("DurationTextsTest$Wrong.class")) {
            assertThat(texts(ClassFile.of().parse(in.readAllBytes()))).hasSize(3);
        }
        assertThat(Wrong.unit(1) + Wrong.format(2) + Wrong.raw(1)).isEqualTo("within 1 sin 2.0 swithin PT1M");
    }

    private static List<String> texts(ClassModel type) {
        List<String> found = new ArrayList<>();
        type.methods()
                .forEach(method -> method.code()
                        .ifPresent(code -> code.forEach(element -> {
                            if (element instanceof InvokeDynamicInstruction joined
                                    && joined.name().stringValue().equals("makeConcatWithConstants")) {
                                String recipe =
                                        String.valueOf(joined.bootstrapArgs().getFirst());
                                if (NUMBER_AND_UNIT.matcher(recipe).find()) {
                                    found.add(recipe.replace('\u0001', '#'));
                                }
                            }
                        })));
        type.methods().forEach(method -> method.code().ifPresent(code -> found.addAll(raw(code.elementList()))));
        StreamSupport.stream(type.constantPool().spliterator(), false)
                .filter(StringEntry.class::isInstance)
                .map(entry -> ((StringEntry) entry).stringValue())
                .filter(text ->
                        text.contains("%") && NUMBER_AND_UNIT.matcher(text).find())
                .forEach(found::add);
        return found;
    }

    /** A text is made of what a call or a field gives by {@code String.valueOf}, directly behind it. */
    private static List<String> raw(List<CodeElement> code) {
        List<CodeElement> instructions =
                code.stream().filter(Instruction.class::isInstance).toList();
        List<String> found = new ArrayList<>();
        for (int i = 1; i < instructions.size(); i++) {
            boolean text = instructions.get(i) instanceof InvokeInstruction call
                    && call.owner().asInternalName().equals("java/lang/String")
                    && call.name().equalsString("valueOf");
            if (text && duration(instructions.get(i - 1))) {
                found.add("a duration as Java prints it");
            }
        }
        return found;
    }

    private static boolean duration(CodeElement given) {
        return switch (given) {
            case InvokeInstruction call -> call.typeSymbol().returnType().equals(DURATION);
            case FieldInstruction field -> field.typeSymbol().equals(DURATION);
            default -> false;
        };
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** Every class of ours on the class path, tests aside. */
    private static List<ClassModel> product() throws IOException {
        List<ClassModel> models = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path) && !entry.endsWith("test-classes")) {
                try (Stream<Path> files = Files.walk(path)) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".class")).toList()) {
                        models.add(ClassFile.of().parse(file));
                    }
                }
            } else if (entry.endsWith(".jar") && !entry.endsWith("-tests.jar")) {
                models.addAll(ofJar(path));
            }
        }
        return models.stream()
                .filter(type -> type.thisClass().asInternalName().startsWith("dev/slipway/"))
                .toList();
    }

    private static List<ClassModel> ofJar(Path path) throws IOException {
        List<ClassModel> models = new ArrayList<>();
        try (JarFile jar = new JarFile(path.toFile())) {
            for (var entry : jar.stream()
                    .filter(e -> e.getName().startsWith("dev/slipway/")
                            && e.getName().endsWith(".class"))
                    .toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    models.add(ClassFile.of().parse(in.readAllBytes()));
                }
            }
        }
        return models;
    }
}
