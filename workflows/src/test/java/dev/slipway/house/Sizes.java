package dev.slipway.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Measures the methods, parameter lists, records and lines of a file. */
final class Sizes extends TreeScanner<Void, Void> {
    private static final int METHOD_LINES = 40;
    private static final int PARAMETERS = 5;
    private static final int COMPONENTS = 8;
    private static final int COLUMNS = 120;

    private final SourceFile file;
    private final List<Finding> findings = new ArrayList<>();
    private final Deque<ClassTree> types = new ArrayDeque<>();

    private Sizes(SourceFile file) {
        this.file = file;
    }

    static List<Finding> of(SourceFile file) {
        Sizes sizes = new Sizes(file);
        sizes.scan(file.tree(), null);
        sizes.measureLines();
        return sizes.findings;
    }

    /** The components of a record; of another type its fields. */
    static List<VariableTree> components(ClassTree type) {
        return type.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .toList();
    }

    private void measureLines() {
        for (int i = 0; i < file.lines().size(); i++) {
            String line = file.lines().get(i);
            if (line.codePointCount(0, line.length()) > COLUMNS) {
                found("lines over 120 columns", i + 1, line.strip());
            }
        }
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
        int first = file.firstLine(method.getReturnType() == null ? method : method.getReturnType());
        int lines = file.lastLine(method) - first + 1;
        if (lines > METHOD_LINES) {
            found("methods over 40 lines", first, method.getName() + " has " + lines);
        }
        int parameters = method.getParameters().size();
        if (parameters > PARAMETERS && !isCanonical(method) && !makesWireRecord(method)) {
            found("parameter lists over 5", first, method.getName() + " has " + parameters);
        }
        return super.visitMethod(method, null);
    }

    /** The constructor of a record that takes its components is judged as the record. */
    private boolean isCanonical(MethodTree method) {
        ClassTree type = types.element();
        return method.getName().contentEquals("<init>")
                && type.getKind() == Tree.Kind.RECORD
                && method.getParameters().size() == components(type).size();
    }

    /** A wire record has a constructor for each older form that is still read. */
    private boolean makesWireRecord(MethodTree method) {
        ClassTree type = types.element();
        return method.getName().contentEquals("<init>")
                && type.getKind() == Tree.Kind.RECORD
                && WireRecords.has(file, type.getSimpleName());
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
        int components = components(type).size();
        if (type.getKind() == Tree.Kind.RECORD
                && components > COMPONENTS
                && !WireRecords.has(file, type.getSimpleName())) {
            found("record components over 8", file.firstLine(type), type.getSimpleName() + " has " + components);
        }
        types.push(type);
        super.visitClass(type, null);
        types.pop();
        return null;
    }

    private void found(String limit, int line, String what) {
        findings.add(new Finding(limit, file.module(), file.at(line) + " " + what));
    }
}
