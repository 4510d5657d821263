package dev.slipway.model;

import java.util.Optional;

/**
 * What became of one member of a fleet when the fleet was read: its facts, or why there are none. {@code said} is a
 * sentence for a person, {@code next} what that person can do; both are blank where there are facts. {@code identity} is
 * there where the machine said it.
 */
public record MemberAnswer(NodeRef node, Kind kind, String said, String next, Optional<Identity> identity) {

    /** Facts, or the reason why there are none, in the words of who looks after networks. */
    public enum Kind {
        FACTS("answered"),
        REFUSED("connection refused"),
        TIMED_OUT("timed out"),
        NO_ROUTE("no route to host"),
        UNREACHABLE("cannot be reached"),
        HOST_KEY("host key is not the known one"),
        KEY_NOT_ACCEPTED("key not accepted"),
        LOST("connection lost while it was read"),
        REBOOTED("rebooted while it was read"),
        NO_FACTS("answered without facts"),
        /** Two names lead to one machine, so that neither name says which one was read. */
        TWICE("one machine under two names"),
        /** It became a member after the others were read. */
        NOT_ASKED("not asked, became a member meanwhile");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The reason for a person. */
        public String words() {
            return words;
        }
    }

    /** A member whose facts were read. */
    public static MemberAnswer facts(NodeRef node, Optional<Identity> identity) {
        return new MemberAnswer(node, Kind.FACTS, "", "", identity);
    }

    /** A member without facts that can be judged. */
    public static MemberAnswer without(NodeRef node, Kind kind, String said, String next) {
        return new MemberAnswer(node, kind, said, next, Optional.empty());
    }

    /** Whether there are facts of it. */
    public boolean read() {
        return kind == Kind.FACTS;
    }

    /** Whether the machine answered, with whatever. */
    public boolean answered() {
        return switch (kind) {
            case FACTS, REBOOTED, NO_FACTS, TWICE -> true;
            default -> false;
        };
    }
}
