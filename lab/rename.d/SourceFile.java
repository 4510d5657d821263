import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Renames in one file, by symbol, and brings the imports that it needs then. */
final class SourceFile extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final Elements elements;
    private final SourcePositions at;
    private final String text;
    private final Edits edits;
    private final String own;
    private final Set<String> wanted = new TreeSet<>();
    private final Javadocs javadocs;

    SourceFile(CompilationUnitTree unit, DocTrees trees, Elements elements) throws IOException {
        this.unit = unit;
        this.trees = trees;
        this.elements = elements;
        this.at = trees.getSourcePositions();
        this.text = unit.getSourceFile().getCharContent(true).toString();
        this.edits = new Edits(text);
        this.own = Names.outer(elements.typeOf(unit));
        this.javadocs = new Javadocs(unit, trees, elements, text, edits, this::needs);
    }

    String renamed() {
        scan(new TreePath(unit), null);
        javadocs.rename();
        imports();
        return edits.applied();
    }

    private int start(Tree tree) {
        return (int) at.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) at.getEndPosition(unit, tree);
    }

    private Element element(Tree tree) {
        return trees.getElement(new TreePath(getCurrentPath(), tree));
    }

    @Override
    public Void visitPackage(PackageTree tree, Void none) {
        edits.replace(start(tree.getPackageName()), end(tree.getPackageName()), own);
        return scan(tree.getAnnotations(), none);
    }

    @Override
    public Void visitImport(ImportTree tree, Void none) {
        MemberSelectTree name = (MemberSelectTree) tree.getQualifiedIdentifier();
        if (element(name) instanceof TypeElement type && Elements.ours(type)) {
            edits.replace(start(name), end(name), elements.qualified(type));
        } else if (tree.isStatic()
                && trees.getElement(new TreePath(new TreePath(getCurrentPath(), name), name.getExpression()))
                        instanceof TypeElement owner
                && Elements.ours(owner)) {
            String member = elements.imported(owner, name.getIdentifier().toString());
            edits.replace(start(name), end(name), elements.qualified(owner) + "." + member);
        }
        return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
        name(trees.getElement(getCurrentPath()), start(tree), tree.getName().toString());
        return super.visitIdentifier(tree, none);
    }

    private void name(Element element, int start, String old) {
        if (start < 0 || element == null || !text.startsWith(old, start)) {
            return;
        }
        if (element instanceof TypeElement type) {
            if (Elements.ours(type) && type.getNestingKind() != NestingKind.LOCAL) {
                edits.replace(start, start + old.length(), elements.simple(type));
                javadocs.met(old, elements.simple(type));
                needs(type);
            }
        } else if (element.getKind() != ElementKind.CONSTRUCTOR
                && (element instanceof ExecutableElement || element instanceof VariableElement)) {
            edits.replace(start, start + old.length(), elements.named(element));
        }
    }

    private void needs(TypeElement type) {
        if (type.getNestingKind() == NestingKind.TOP_LEVEL) {
            String name = elements.qualified(type);
            if (!Names.outer(name).equals(own)) {
                wanted.add(name);
            }
        }
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void none) {
        Element element = trees.getElement(getCurrentPath());
        String old = tree.getIdentifier().toString();
        if (element instanceof TypeElement type
                && Elements.ours(type)
                && element(tree.getExpression()) instanceof PackageElement) {
            edits.replace(start(tree), end(tree), elements.qualified(type));
            return null;
        }
        name(element, end(tree) - old.length(), old);
        return super.visitMemberSelect(tree, none);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void none) {
        String old = tree.getName().toString();
        if (!old.equals("<init>")) {
            name(trees.getElement(getCurrentPath()), end(tree) - old.length(), old);
        }
        return super.visitMemberReference(tree, none);
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        String old = tree.getSimpleName().toString();
        if (!old.isEmpty() && trees.getElement(getCurrentPath()) instanceof TypeElement type) {
            declared(after(tree.getModifiers(), tree), old, elements.simple(type));
        }
        return super.visitClass(tree, none);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        Element element = trees.getElement(getCurrentPath());
        if (element != null && start(tree) >= 0) {
            boolean maker = element.getKind() == ElementKind.CONSTRUCTOR;
            TypeElement owner = (TypeElement) element.getEnclosingElement();
            String old = maker ? owner.getSimpleName().toString() : tree.getName().toString();
            boolean typed = !maker && tree.getReturnType() != null;
            int from = after(typed ? tree.getReturnType() : tree.getModifiers(), tree);
            String rest = text.substring(from).stripLeading();
            if (!old.isEmpty() && (rest.startsWith(old) || rest.startsWith("<") || rest.startsWith("["))) {
                declared(from, old, maker ? elements.simple(owner) : elements.named(element));
            }
        }
        return super.visitMethod(tree, none);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        Element element = trees.getElement(getCurrentPath());
        if (element != null) {
            boolean constant = element.getKind() == ElementKind.ENUM_CONSTANT;
            Tree before = constant || tree.getType() == null ? tree.getModifiers() : tree.getType();
            declared(after(before, tree), tree.getName().toString(), elements.named(element));
        }
        return super.visitVariable(tree, none);
    }

    /** Returns where a part ends; where it stands nowhere, as the type of a lambda's parameter, where the whole begins. */
    private int after(Tree part, Tree whole) {
        return end(part) < 0 ? start(whole) : end(part);
    }

    private void declared(int from, String old, String now) {
        Matcher found = Pattern.compile("\\b" + Pattern.quote(old) + "\\b").matcher(text);
        if (from >= 0 && !now.equals(old) && found.find(from)) {
            edits.replace(found.start(), found.end(), now);
        }
    }

    private void imports() {
        Set<String> present = new HashSet<>();
        for (ImportTree each : unit.getImports()) {
            Tree name = each.getQualifiedIdentifier();
            String now = edits.at(start(name), end(name));
            if (!each.isStatic() && Names.outer(now).equals(own)) {
                edits.drop(start(name));
                edits.replace(start(each), text.indexOf('\n', end(name)) + 1, "");
            }
            present.add(now);
        }
        wanted.removeAll(present);
        if (!wanted.isEmpty() && unit.getPackage() != null) {
            int end = text.indexOf(';', end(unit.getPackage().getPackageName())) + 1;
            StringBuilder lines = new StringBuilder("\n");
            wanted.forEach(name -> lines.append("\nimport ").append(name).append(';'));
            edits.replace(end, end, lines.toString());
        }
    }
}
