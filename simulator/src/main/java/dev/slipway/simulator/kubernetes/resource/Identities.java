package dev.slipway.simulator.kubernetes.resource;

import java.util.Random;
import java.util.UUID;

/** Makes the random parts of objects; the same seed and the same order of requests give the same ones. */
public final class Identities {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private final Random random;

    public Identities(long seed) {
        this.random = new Random(seed);
    }

    public String uid() {
        long high = (random.nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x0000000000004000L;
        long low = (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    public String suffix() {
        StringBuilder text = new StringBuilder(5);
        for (int i = 0; i < 5; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
