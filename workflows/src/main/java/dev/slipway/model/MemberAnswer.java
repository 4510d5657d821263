package dev.slipway.model;

import java.util.Optional;

/**
 * What became of one member of a fleet when the fleet was read: its facts, or why there are none. {@code said} is a
 * sentence for a person, {@code next} what that person can do; both are blank where there are facts. {@code identity}
 * is there where the machine said it.
 */
public record MemberAnswer(NodeRef node, Kind kind, String said, String next, Optional<Identity> identity) {

    /** What an answer comes to. */
    public enum Outcome {
        FACTS("facts"),
        /** The network brought no answer, or not all of it. */
        UNREACHABLE("unreachable"),
        /** The node would not have us, or what it gave cannot be believed. */
        REFUSED("refused");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** The outcome for a person. */
        public String words() {
            return words;
        }
    }

    /** Facts, or the reason why there are none, in the words of who looks after networks. */
    public enum Kind {
        FACTS(Outcome.FACTS, "answered"),
        REFUSED(Outcome.UNREACHABLE, "connection refused"),
        TIMED_OUT(Outcome.UNREACHABLE, "timed out"),
        NO_ROUTE(Outcome.UNREACHABLE, "no route to host"),
        UNREACHABLE(Outcome.UNREACHABLE, "cannot be reached"),
        LOST(Outcome.UNREACHABLE, "connection lost while it was read"),
        HOST_KEY(Outcome.REFUSED, "host key is not the known one"),
        KEY_NOT_ACCEPTED(Outcome.REFUSED, "key not accepted"),
        /** Without root the node does not even say which machine it is. */
        SUDO_PASSWORD(Outcome.REFUSED, "sudo asks for a password"),
        REBOOTED(Outcome.REFUSED, "rebooted while it was read"),
        NO_FACTS(Outcome.REFUSED, "answered without facts"),
        /** Two names lead to one machine, so that neither name says which one was read. */
        TWICE(Outcome.REFUSED, "one machine under two names"),
        /** SSH reaches another machine than the scheduler, or earlier facts, know under the name. */
        ANOTHER_MACHINE(Outcome.REFUSED, "another machine answers"),
        /** It became a member after the others were read. */
        NOT_ASKED(Outcome.REFUSED, "not asked, became a member meanwhile");

        private final Outcome outcome;
        private final String words;

        Kind(Outcome outcome, String words) {
            this.outcome = outcome;
            this.words = words;
        }

        /** Whether nothing answered at the node's address. */
        public boolean silent() {
            return this == REFUSED || this == TIMED_OUT || this == NO_ROUTE || this == UNREACHABLE;
        }

        /** What an answer of this kind comes to. */
        public Outcome outcome() {
            return outcome;
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

    /** The same, with what else is to be said behind it. */
    public MemberAnswer besides(String more) {
        return new MemberAnswer(node, kind, said + "; " + more, next, identity);
    }

    /** Whether there are facts of it. */
    public boolean read() {
        return kind == Kind.FACTS;
    }

    /** Whether the machine answered, with whatever. */
    public boolean answered() {
        return switch (kind) {
            case FACTS, SUDO_PASSWORD, REBOOTED, NO_FACTS, TWICE, ANOTHER_MACHINE -> true;
            default -> false;
        };
    }
}
