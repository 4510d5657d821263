package dev.slipway.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows every type that the main code declares by its full name, and which of them a name in a file means. */
final class Types {
    /** One declared type. */
    record Type(String name, SourceFile file, ClassTree tree) {
        boolean isInterface() {
            return tree.getKind() == Tree.Kind.INTERFACE;
        }

        Finding over(String limit, String what) {
            return new Finding(limit, file.module(), file.at(file.firstLine(tree)) + " " + tree.getSimpleName() + what);
        }
    }

    private final Map<String, Type> byName = new HashMap<>();

    Types(List<SourceFile> files) {
        files.forEach(file -> new Declared(file).scan(file.tree(), null));
    }

    List<Type> all() {
        return byName.values().stream().toList();
    }

    /** The class of ours that {@code type} extends. */
    Optional<Type> parentOf(Type type) {
        return Optional.ofNullable(type.tree().getExtendsClause())
                .flatMap(parent -> meant(parent, type.file(), type.name()));
    }

    /** The type of ours that {@code mentioned} means inside the type {@code within} of {@code file}. */
    Optional<Type> meant(Tree mentioned, SourceFile file, String within) {
        String text = text(mentioned);
        String head = text.split("\\.", 2)[0];
        String rest = text.substring(head.length());
        List<String> candidates = new ArrayList<>();
        int shortest = file.packageName().length();
        for (String outer = within; outer.length() > shortest; outer = outer.substring(0, outer.lastIndexOf('.'))) {
            candidates.add(outer + "." + text);
        }
        for (ImportTree line : file.tree().getImports()) {
            String imported = line.getQualifiedIdentifier().toString();
            if (imported.endsWith("." + head)) {
                candidates.add(imported + rest);
            }
        }
        candidates.add(file.packageName() + "." + text);
        return candidates.stream().filter(byName::containsKey).findFirst().map(byName::get);
    }

    private static String text(Tree mentioned) {
        return switch (mentioned) {
            case ParameterizedTypeTree generic -> text(generic.getType());
            case MemberSelectTree select -> text(select.getExpression()) + "." + select.getIdentifier();
            case IdentifierTree name -> name.getName().toString();
            default -> "";
        };
    }

    /** Walks through a file and knows the full name of the type that it is in. */
    abstract static class Walk extends TreeScanner<Void, Void> {
        final SourceFile file;
        private final Deque<String> names = new ArrayDeque<>();

        Walk(SourceFile file) {
            this.file = file;
            names.push(file.packageName());
        }

        /** The full name of the type that is walked through. */
        String within() {
            return names.element();
        }

        /** Sees a type that has a name, before its members. */
        abstract void enter(ClassTree type);

        @Override
        public Void visitClass(ClassTree type, Void none) {
            if (type.getSimpleName().isEmpty()) {
                return super.visitClass(type, null);
            }
            names.push(within() + "." + type.getSimpleName());
            enter(type);
            super.visitClass(type, null);
            names.pop();
            return null;
        }
    }

    private final class Declared extends Walk {
        private Declared(SourceFile file) {
            super(file);
        }

        @Override
        void enter(ClassTree type) {
            byName.put(within(), new Type(within(), file, type));
        }
    }
}
