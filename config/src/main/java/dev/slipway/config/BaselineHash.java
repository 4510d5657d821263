package dev.slipway.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.slipway.model.Baseline;
import dev.slipway.model.BaselineRef;
import dev.slipway.model.TestTimeouts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The identity of a baseline's content. Where it comes from and who approved it does not count, nor does the order of
 * maps and holds, nor which lines of the driver are known.
 */
public final class BaselineHash {
    private static final JsonMapper CANONICAL = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .addMixIn(Baseline.GateProfile.class, WithoutLaterKeys.class)
            .build();

    /** Timeouts count if they are not the default ones: the hash of a baseline without them did not change. */
    // seam: Jackson reads its annotation
    @JsonIgnoreProperties({"timeouts", "pair", "knownLines"})
    private interface WithoutLaterKeys {}

    private BaselineHash() {}

    /** Returns the baseline's id with the SHA-256 of its content, in hex: equal content, equal hash, on any machine. */
    public static BaselineRef of(Baseline baseline) {
        Map<String, String> pins = new TreeMap<>();
        baseline.pins().forEach((field, value) -> pins.put(field.key(), value));
        List<Object> content = new ArrayList<>(List.of(
                baseline.id(),
                baseline.previous(),
                baseline.profile(),
                pins,
                new TreeMap<>(baseline.packages()),
                baseline.holds().stream().sorted().toList(),
                baseline.runtime(),
                baseline.gates(),
                List.of()));
        TestTimeouts timeouts = baseline.gates().timeouts();
        if (!timeouts.equals(TestTimeouts.NORMAL)) {
            content.add(timeouts.toString());
        }
        Baseline.PairGate pair = baseline.gates().pair();
        if (!pair.equals(Baseline.PairGate.normal(baseline.gates().minBusBandwidth()))) {
            content.add(pair.toString());
        }
        try {
            byte[] text = CANONICAL.writeValueAsString(content).getBytes(StandardCharsets.UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return new BaselineRef(baseline.id(), HexFormat.of().formatHex(digest));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The baseline " + baseline.id() + " cannot be written as text.", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-256.", e);
        }
    }
}
