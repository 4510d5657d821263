package dev.slipway.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the implementations of each interface: classes, anonymous classes, and lambdas. A lambda counts where a variable of
 * that type begins with it, or where it stands as the argument of a call and a method of that name takes the type there.
 */
final class Implementations {
    private final Types types;
    private final Map<String, Set<String>> taken = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    Implementations(List<SourceFile> files, Types types) {
        this.types = types;
        files.forEach(file -> new Parameters(file).scan(file.tree(), null));
        files.forEach(file -> new Count(file).scan(file.tree(), null));
    }

    int of(Types.Type type) {
        return counts.getOrDefault(type.name(), 0);
    }

    private static String parameter(String method, int count, int index) {
        return method + "/" + count + "/" + index;
    }

    /** Collects which methods and constructors take an interface of ours, and where. */
    private final class Parameters extends Types.Walk {
        private Parameters(SourceFile file) {
            super(file);
        }

        @Override
        void enter(ClassTree type) {
            List<VariableTree> components = Sizes.components(type);
            if (type.getKind() == Tree.Kind.RECORD) {
                take(type.getSimpleName().toString(), components);
            }
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            String name = method.getName().toString();
            take(
                    name.equals("<init>") ? within().substring(within().lastIndexOf('.') + 1) : name,
                    method.getParameters());
            return super.visitMethod(method, null);
        }

        private void take(String method, List<? extends VariableTree> parameters) {
            for (int i = 0; i < parameters.size(); i++) {
                String at = parameter(method, parameters.size(), i);
                meant(parameters.get(i).getType())
                        .filter(Types.Type::isInterface)
                        .ifPresent(type -> taken.computeIfAbsent(at, key -> new HashSet<>())
                                .add(type.name()));
            }
        }

        private Optional<Types.Type> meant(Tree type) {
            return types.meant(type, file, within());
        }
    }

    private final class Count extends Types.Walk {
        private Count(SourceFile file) {
            super(file);
        }

        @Override
        void enter(ClassTree type) {
            type.getImplementsClause().forEach(this::count);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void none) {
            if (made.getClassBody() != null) {
                count(made.getIdentifier());
            }
            arguments(lastWord(made.getIdentifier()), made.getArguments());
            return super.visitNewClass(made, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
            arguments(lastWord(call.getMethodSelect()), call.getArguments());
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void none) {
            if (isLambda(variable.getInitializer())) {
                count(variable.getType());
            }
            return super.visitVariable(variable, null);
        }

        private void arguments(String method, List<? extends ExpressionTree> given) {
            for (int i = 0; i < given.size(); i++) {
                if (isLambda(given.get(i))) {
                    taken.getOrDefault(parameter(method, given.size(), i), Set.of())
                            .forEach(this::count);
                }
            }
        }

        private void count(Tree mentioned) {
            types.meant(mentioned, file, within()).ifPresent(type -> count(type.name()));
        }

        private void count(String type) {
            counts.merge(type, 1, Integer::sum);
        }
    }

    private static boolean isLambda(Tree expression) {
        return expression instanceof LambdaExpressionTree || expression instanceof MemberReferenceTree;
    }

    private static String lastWord(Tree name) {
        return switch (name) {
            case MemberSelectTree select -> select.getIdentifier().toString();
            case IdentifierTree identifier -> identifier.getName().toString();
            default -> "";
        };
    }
}
