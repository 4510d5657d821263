import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ReferenceTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTreePath;
import com.sun.source.util.DocTreePathScanner;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;

/** Renames in the comments of one file: references by symbol, and by word the types that its code names. */
final class Javadocs {
    private static final Pattern CODE = Pattern.compile("\\{@code ([^}]*)\\}");

    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final Elements elements;
    private final String text;
    private final Edits edits;
    private final Consumer<TypeElement> needs;
    private final Map<String, String> met = new TreeMap<>();

    Javadocs(
            CompilationUnitTree unit,
            DocTrees trees,
            Elements elements,
            String text,
            Edits edits,
            Consumer<TypeElement> needs) {
        this.unit = unit;
        this.trees = trees;
        this.elements = elements;
        this.text = text;
        this.edits = edits;
        this.needs = needs;
    }

    void met(String old, String now) {
        met.put(old, now);
    }

    void rename() {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void none) {
                if (tree != null && getCurrentPath() != null) {
                    comment(new TreePath(getCurrentPath(), tree));
                }
                return super.scan(tree, none);
            }
        }.scan(new TreePath(unit), null);
        Matcher code = CODE.matcher(text);
        while (code.find()) {
            edits.replace(code.start(1), code.end(1), inWords(code.group(1)));
        }
    }

    private String inWords(String code) {
        String now = code;
        for (Map.Entry<String, String> word : met.entrySet()) {
            now = now.replaceAll("(?<![\\w-])" + word.getKey() + "(?![\\w-])", word.getValue());
        }
        return now;
    }

    private void comment(TreePath path) {
        DocCommentTree comment =
                switch (path.getLeaf().getKind()) {
                    case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE, METHOD, VARIABLE, PACKAGE ->
                        trees.getDocCommentTree(path);
                    default -> null;
                };
        if (comment == null) {
            return;
        }
        new DocTreePathScanner<Void, Void>() {
            @Override
            public Void visitReference(ReferenceTree tree, Void none) {
                Element element = trees.getElement(getCurrentPath());
                int start = (int) trees.getSourcePositions().getStartPosition(unit, comment, tree);
                String old = tree.getSignature();
                if (element != null && start >= 0 && text.startsWith(old, start)) {
                    edits.replace(start, start + old.length(), reference(old, element));
                }
                return null;
            }
        }.scan(new DocTreePath(path, comment), null);
    }

    private String reference(String old, Element element) {
        int hash = old.indexOf('#');
        if (hash < 0) {
            return element instanceof TypeElement type && Elements.ours(type) ? type(old, type) : old;
        }
        if (!(element.getEnclosingElement() instanceof TypeElement owner) || !Elements.ours(owner)) {
            return old;
        }
        String name = element.getSimpleName().toString();
        String now = element.getKind() == ElementKind.CONSTRUCTOR ? elements.simple(owner) : elements.named(element);
        String rest = old.substring(hash + 1);
        String member = rest.startsWith(name) ? now + rest.substring(name.length()) : rest;
        return (hash == 0 ? "" : type(old.substring(0, hash), owner)) + "#" + inWords(member);
    }

    /** Returns a type as it is written: by its simple name, with its outer types, or in full. */
    private String type(String old, TypeElement type) {
        if (old.startsWith("dev.slipway.")) {
            return elements.qualified(type);
        }
        StringBuilder now = new StringBuilder(elements.simple(type));
        TypeElement at = type;
        for (long dots = old.chars().filter(c -> c == '.').count(); dots > 0; dots--) {
            at = (TypeElement) at.getEnclosingElement();
            now.insert(0, elements.simple(at) + ".");
        }
        if (at.getNestingKind() == NestingKind.TOP_LEVEL) {
            needs.accept(at);
        }
        return now.toString();
    }
}
