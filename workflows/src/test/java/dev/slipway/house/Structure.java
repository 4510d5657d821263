package dev.slipway.house;

import com.sun.source.tree.ImportTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds towers of classes, interfaces that nobody needs, folders that are too full, and adapters that know each other. */
final class Structure {
    private static final int PARENTS = 2;
    private static final int PACKAGE_FILES = 40;
    /** The engine takes these as interfaces only. */
    private static final Pattern OF_THE_ENGINE = Pattern.compile("@(Activity|Workflow)Interface");

    private static final String SEAM = "// seam: ";
    private static final Pattern ADAPTER = Pattern.compile("dev\\.slipway\\.activities\\.([a-z]+)\\..*");
    /** What every adapter may use. */
    private static final Set<String> SHARED = Set.of("spi", "safety", "clock", "http", "ssh", "inventory", "audit");
    /** What puts adapters together. */
    private static final Set<String> COMPOSING = Set.of("connectivity");

    private Structure() {}

    static List<Finding> of(List<SourceFile> files) {
        Types types = new Types(files);
        Implementations implementations = new Implementations(files, types);
        List<Finding> findings = new ArrayList<>();
        for (Types.Type type : types.all()) {
            int parents = parents(type, types);
            if (parents > PARENTS) {
                findings.add(type.over("classes with over 2 parents of ours", " has " + parents));
            }
            if (type.isInterface() && implementations.of(type) < 2 && !isOfTheEngine(type) && !isSeam(type)) {
                findings.add(type.over(
                        "interfaces with one implementation and no seam", " has " + implementations.of(type)));
            }
        }
        files.forEach(file -> findings.addAll(betweenAdapters(file)));
        files.stream().collect(Collectors.groupingBy(file -> file.path().getParent())).values().stream()
                .flatMap(Structure::beyondPackage)
                .forEach(findings::add);
        return findings;
    }

    private static int parents(Types.Type type, Types types) {
        int parents = 0;
        for (Optional<Types.Type> up = types.parentOf(type); up.isPresent(); up = types.parentOf(up.get())) {
            parents++;
        }
        return parents;
    }

    private static boolean isOfTheEngine(Types.Type type) {
        return OF_THE_ENGINE.matcher(type.tree().getModifiers().toString()).find();
    }

    /** A seam says so between its Javadoc and its first method. */
    private static boolean isSeam(Types.Type type) {
        int first = type.file().firstLine(type.tree());
        int last = type.file().lastLine(type.tree());
        return type.file().lines().subList(Math.max(0, first - 2), last).stream()
                .anyMatch(line -> line.contains(SEAM));
    }

    private static List<Finding> betweenAdapters(SourceFile file) {
        Matcher own = ADAPTER.matcher(file.packageName() + ".");
        if (!own.matches() || COMPOSING.contains(own.group(1))) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (ImportTree line : file.tree().getImports()) {
            Matcher other = ADAPTER.matcher(line.getQualifiedIdentifier().toString());
            if (other.matches() && !other.group(1).equals(own.group(1)) && !SHARED.contains(other.group(1))) {
                findings.add(new Finding(
                        "imports of one adapter by another",
                        file.module(),
                        file.at(file.firstLine(line)) + " " + own.group(1) + " → " + other.group(1)));
            }
        }
        return findings;
    }

    /** The files of a folder beyond the fortieth. */
    private static Stream<Finding> beyondPackage(List<SourceFile> folder) {
        return folder.stream()
                .skip(PACKAGE_FILES)
                .map(file -> new Finding(
                        "files beyond 40 per package", file.module(), file.packageName() + " has " + folder.size()));
    }
}
