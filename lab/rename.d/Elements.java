import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Answers for each element of the compiler how it is named from now on. */
final class Elements {
    private final Names names;
    private final JavacTask task;

    Elements(Names names, JavacTask task) {
        this.names = names;
        this.task = task;
    }

    static boolean ours(TypeElement type) {
        return type.getQualifiedName().toString().startsWith("dev.slipway.");
    }

    /** Returns the new name in full of the type that a file is named for. */
    String typeOf(CompilationUnitTree unit) {
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        String simple = file.substring(0, file.length() - ".java".length());
        String old = unit.getPackageName().toString();
        return simple.equals("package-info") ? names.packageOf(old) + "." + simple : names.topLevel(old + "." + simple);
    }

    String simple(TypeElement type) {
        String name = type.getQualifiedName().toString();
        if (type.getNestingKind() == NestingKind.TOP_LEVEL && ours(type)) {
            return Names.last(names.topLevel(name));
        }
        return names.types().containsKey(name)
                ? Names.last(names.types().get(name))
                : type.getSimpleName().toString();
    }

    String qualified(TypeElement type) {
        return type.getNestingKind() == NestingKind.MEMBER
                ? qualified((TypeElement) type.getEnclosingElement()) + "." + simple(type)
                : names.topLevel(type.getQualifiedName().toString());
    }

    /** Returns the new name of a method or variable. A parameter of a record's constructor is named as its component. */
    String named(Element element) {
        String old = element.getSimpleName().toString();
        if (element.getKind() == ElementKind.PARAMETER
                && element.getEnclosingElement() instanceof ExecutableElement maker
                && maker.getKind() == ElementKind.CONSTRUCTOR
                && maker.getEnclosingElement() instanceof TypeElement type
                && type.getKind() == ElementKind.RECORD) {
            boolean component = type.getRecordComponents().stream()
                    .anyMatch(c -> c.getSimpleName().contentEquals(old));
            return component ? names.members().getOrDefault(type.getQualifiedName() + "#" + old, old) : old;
        }
        return element instanceof VariableElement variable ? variable(variable) : member(element);
    }

    /** A variable that bears the name of its type goes on bearing it; a component of a record is a key of JSON. */
    private String variable(VariableElement variable) {
        String now = member(variable);
        boolean component =
                variable.getEnclosingElement() instanceof TypeElement owner && owner.getKind() == ElementKind.RECORD;
        if (!component
                && variable.getKind() != ElementKind.ENUM_CONSTANT
                && task.getTypes().asElement(variable.asType()) instanceof TypeElement type
                && ours(type)
                && now.equals(small(type.getSimpleName().toString()))) {
            return small(simple(type));
        }
        return now;
    }

    private static String small(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    /** What overrides a renamed method is renamed with it. */
    private String member(Element element) {
        String old = element.getSimpleName().toString();
        if (!(element.getEnclosingElement() instanceof TypeElement type)) {
            return old;
        }
        for (TypeElement each : lineage(type, new HashSet<>())) {
            String now = names.members().get(each.getQualifiedName() + "#" + old);
            if (now != null && (each == type || element.getKind() == ElementKind.METHOD && overrides(element, each))) {
                return now;
            }
        }
        return old;
    }

    private boolean overrides(Element method, TypeElement of) {
        return of.getEnclosedElements().stream()
                .filter(e -> e.getKind() == ElementKind.METHOD && e.getSimpleName().equals(method.getSimpleName()))
                .anyMatch(e -> task.getElements()
                        .overrides((ExecutableElement) method, (ExecutableElement) e, (TypeElement)
                                method.getEnclosingElement()));
    }

    private List<TypeElement> lineage(TypeElement type, Set<TypeElement> known) {
        List<TypeElement> all = new ArrayList<>();
        if (known.add(type)) {
            all.add(type);
            task.getTypes().directSupertypes(type.asType()).forEach(parent -> {
                if (task.getTypes().asElement(parent) instanceof TypeElement element) {
                    all.addAll(lineage(element, known));
                }
            });
        }
        return all;
    }

    /** Returns the new name of what a static import brings. */
    String imported(TypeElement owner, String old) {
        return task.getElements().getAllMembers(owner).stream()
                .filter(each -> each.getSimpleName().contentEquals(old))
                .findFirst()
                .map(each -> each instanceof TypeElement nested ? simple(nested) : named(each))
                .orElse(old);
    }
}
