package dev.slipway.activities.ssh;

import dev.slipway.facts.ShellWords;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a command for a node as words, each of which reaches the program there unchanged. {@code id} names it in logs;
 * {@code shown} is what a person reads in audit and dry run, where a script stands by its name.
 */
public record RemoteCommand(String id, List<String> words, String shown) {

    public RemoteCommand {
        words = List.copyOf(words);
    }

    /** Returns one program and its arguments, as the login user. */
    public static RemoteCommand of(String id, String... words) {
        return of(id, List.of(words));
    }

    /** Returns one program and its arguments, as the login user. */
    public static RemoteCommand of(String id, List<String> words) {
        return new RemoteCommand(id, words, ShellWords.join(words));
    }

    /** Returns one program and its arguments, as root. */
    public static RemoteCommand root(String id, String... words) {
        return of(id, words).asRoot();
    }

    /** Returns a POSIX shell script with arguments, as the login user; {@code name} is its {@code $0}. */
    public static RemoteCommand script(String name, String text, String... arguments) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", text, name));
        words.addAll(List.of(arguments));
        return new RemoteCommand(name, words, ShellWords.join(words.subList(3, words.size())));
    }

    /** Returns the same as root, where the login user may become root without a password. */
    public RemoteCommand asRoot() {
        List<String> root = new ArrayList<>(List.of("sudo", "-n"));
        root.addAll(words);
        return new RemoteCommand(id, root, "sudo -n " + shown);
    }

    /** Returns the line for the node's login shell. */
    public String line() {
        return ShellWords.join(words);
    }

    @Override
    public String toString() {
        return shown;
    }
}
