package dev.slipway.starter.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A client and a starter of different versions understand each other. */
class ApiJsonTest {

    @Test
    void readsPastWhatANewerStarterAdds() throws JsonProcessingException {
        FreezeState read = read(
                "{\"fleet\":\"prod-a\",\"frozen\":true,\"heat\":false,\"reason\":\"r\",\"since\":\"s\",\"until\":\"u\"}",
                FreezeState.class);

        assertThat(read).isEqualTo(new FreezeState("prod-a", true, false, "r", "s"));
    }

    @Test
    void readsTextsAndListsThatAnOlderStarterLeavesOutAsEmpty() throws JsonProcessingException {
        DriftCheck read = read("{\"id\":\"drift/a\",\"propose\":null,\"nodes\":[{\"node\":\"n\"}]}", DriftCheck.class);

        assertThat(read.propose()).isEmpty();
        assertThat(read.unread()).isEmpty();
        assertThat(read.rest()).isNull();
        assertThat(read.nodes()).singleElement().satisfies(node -> {
            assertThat(node.title()).isEmpty();
            assertThat(node.differences()).isEmpty();
        });
    }

    @Test
    void leavesOutWhatIsNotSaidAndKeepsTheNullsOfARecord() throws JsonProcessingException {
        Map<String, Object> record = new HashMap<>();
        record.put("boot", null);
        Facts.Fact fact = new Facts.Fact("boot", null, "timed out", null, new Facts.Source("boot", "uptime", null));
        Facts facts = new Facts("prod-a", "gpu-041", "now", 0, 1, List.of(fact), record, null);

        assertThat(ApiJson.MAPPER.writeValueAsString(facts))
                .isEqualTo(
                        "{\"cluster\":\"prod-a\",\"node\":\"gpu-041\",\"collectedAt\":\"now\",\"known\":0,\"unknown\":1,"
                                + "\"facts\":[{\"name\":\"boot\",\"error\":\"timed out\","
                                + "\"source\":{\"section\":\"boot\",\"tool\":\"uptime\"}}],\"record\":{\"boot\":null}}");
    }

    private static <T> T read(String json, Class<T> type) throws JsonProcessingException {
        return ApiJson.MAPPER.readValue(json, type);
    }
}
