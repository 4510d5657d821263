package dev.slipway.simulator.tools;

import java.util.List;

/** Holds a parsed command line: the script or program, its arguments, and whether it runs as root. */
record Invocation(String name, boolean script, boolean root, List<String> arguments) {

    /** Takes {@code sudo -n}, {@code env A=B} and {@code sh -c TEXT NAME} off the words. */
    static Invocation of(List<String> words, boolean asRoot) {
        int at = 0;
        boolean root = asRoot;
        if (at < words.size() && words.get(at).equals("sudo")) {
            root = true;
            at++;
            while (at < words.size() && words.get(at).startsWith("-")) {
                at++;
            }
        }
        if (at < words.size() && words.get(at).equals("env")) {
            at++;
            while (at < words.size() && words.get(at).contains("=")) {
                at++;
            }
        }
        List<String> rest = words.subList(at, words.size());
        boolean shell =
                rest.size() > 3 && rest.get(0).equals("sh") && rest.get(1).equals("-c");
        if (shell) {
            return new Invocation(rest.get(3), true, root, List.copyOf(rest.subList(4, rest.size())));
        }
        if (rest.isEmpty()) {
            return new Invocation("", false, root, List.of());
        }
        String program = rest.getFirst().substring(rest.getFirst().lastIndexOf('/') + 1);
        return new Invocation(program, false, root, List.copyOf(rest.subList(1, rest.size())));
    }
}
