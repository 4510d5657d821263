package dev.slipway.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds types and methods that no main code names: only tests call them, or nobody does. Left out is what others find without
 * its name: by an annotation, by a type that it extends or implements, by {@code main}. So is the simulator, which is for
 * tests, and so are the methods of what is offered to runbooks, ports and the run: a runbook comes and goes without a change
 * there. Names are compared, with the number of arguments, so what shares them with something that is called is not found.
 */
final class Calls {
    private static final String PORT = "ActivityInterface";
    private static final String RUN = "RunContext";

    private final Set<String> called = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private final List<Finding> findings = new ArrayList<>();

    private Calls() {}

    static List<Finding> of(List<SourceFile> files) {
        Calls calls = new Calls();
        files.forEach(file -> calls.new Use().scan(file.tree(), null));
        files.stream()
                .filter(file -> !file.module().equals("simulator"))
                .forEach(file -> calls.new Declared(file).scan(file.tree(), null));
        return calls.findings;
    }

    private static boolean isMain(Tree member) {
        return member instanceof MethodTree method && method.getName().contentEquals("main");
    }

    /** Collects what a file names and calls. */
    private final class Use extends TreeScanner<Void, Void> {
        @Override
        public Void visitCompilationUnit(CompilationUnitTree unit, Void none) {
            return scan(unit.getTypeDecls(), null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
            String name = switch (call.getMethodSelect()) {
                case MemberSelectTree select -> select.getIdentifier().toString();
                case IdentifierTree identifier -> identifier.getName().toString();
                default -> "";
            };
            called.add(name + "/" + call.getArguments().size());
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Void none) {
            called.add(reference.getName().toString());
            return super.visitMemberReference(reference, null);
        }

        @Override
        public Void visitIdentifier(IdentifierTree identifier, Void none) {
            named.add(identifier.getName().toString());
            return null;
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree select, Void none) {
            named.add(select.getIdentifier().toString());
            return super.visitMemberSelect(select, null);
        }
    }

    /** Finds what a file declares for nobody. */
    private final class Declared extends TreeScanner<Void, Void> {
        private final SourceFile file;

        private Declared(SourceFile file) {
            this.file = file;
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            String name = type.getSimpleName().toString();
            if (!named.contains(name) && !isFoundOtherwise(type)) {
                found(type, name);
            }
            return isOffered(type) ? null : super.visitClass(type, null);
        }

        private boolean isOffered(ClassTree type) {
            return type.getSimpleName().contentEquals(RUN)
                    || type.getModifiers().getAnnotations().stream()
                            .anyMatch(annotation ->
                                    annotation.getAnnotationType().toString().equals(PORT));
        }

        private boolean isFoundOtherwise(ClassTree type) {
            return type.getSimpleName().isEmpty()
                    || type.getExtendsClause() != null
                    || !type.getImplementsClause().isEmpty()
                    || !type.getModifiers().getAnnotations().isEmpty()
                    || type.getMembers().stream().anyMatch(Calls::isMain);
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            String name = method.getName().toString();
            if (!name.equals("<init>")
                    && !isMain(method)
                    && method.getModifiers().getAnnotations().isEmpty()
                    && !isCalled(method, name)) {
                found(method, name);
            }
            return super.visitMethod(method, null);
        }

        private boolean isCalled(MethodTree method, String name) {
            List<? extends VariableTree> parameters = method.getParameters();
            boolean varied =
                    !parameters.isEmpty() && parameters.getLast().toString().contains("...");
            return called.contains(name)
                    || called.contains(name + "/" + parameters.size())
                    || (varied && called.stream().anyMatch(call -> call.startsWith(name + "/")));
        }

        private void found(Tree part, String name) {
            findings.add(new Finding(
                    "code that no main code calls", file.module(), file.at(file.firstLine(part)) + " " + name));
        }
    }
}
