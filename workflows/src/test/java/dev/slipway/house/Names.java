package dev.slipway.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds coined words in the names of types and methods, and {@code Optional} as a field, a component or a parameter. */
final class Names extends TreeScanner<Void, Void> {
    private static final Set<String> COINED = Set.of(
            "seen", "doing", "kept", "told", "said", "means", "parts", "place", "way", "ways", "wish", "wishes", "door",
            "doors", "desk", "desks", "look", "looks", "ear", "ears", "bell", "bells", "waits", "rung", "rungs", "leg",
            "legs", "loan", "loans", "wear", "stand", "stands", "whose", "telling");
    private static final Pattern WORDS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private final SourceFile file;
    private final List<Finding> findings = new ArrayList<>();

    private Names(SourceFile file) {
        this.file = file;
    }

    static List<Finding> of(SourceFile file) {
        Names names = new Names(file);
        names.scan(file.tree(), null);
        return names.findings;
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
        coined(type, type.getSimpleName().toString());
        for (Tree member : type.getMembers()) {
            if (member instanceof VariableTree field && isOptional(field.getType())) {
                found("Optional as field or parameter", member, field.getName().toString());
            }
        }
        return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
        coined(method, method.getName().toString());
        for (VariableTree parameter : method.getParameters()) {
            // The compact constructor of a record shows the components as its parameters: they are counted as fields.
            boolean component = file.positions().getStartPosition(file.tree(), parameter)
                    < file.positions().getStartPosition(file.tree(), method);
            if (!component && isOptional(parameter.getType())) {
                found(
                        "Optional as field or parameter",
                        parameter,
                        parameter.getName().toString());
            }
        }
        return super.visitMethod(method, null);
    }

    private static boolean isOptional(Tree type) {
        return type instanceof ParameterizedTypeTree generic
                && generic.getType().toString().equals("Optional");
    }

    private void coined(Tree declared, String name) {
        if (WORDS.splitAsStream(name).anyMatch(word -> COINED.contains(word.toLowerCase(Locale.ROOT)))) {
            found("coined words in names", declared, name);
        }
    }

    private void found(String limit, Tree part, String what) {
        findings.add(new Finding(limit, file.module(), file.at(file.firstLine(part)) + " " + what));
    }
}
