package dev.slipway.facts.nvidia;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slipway.facts.Pci;
import dev.slipway.facts.Text;
import dev.slipway.facts.ToolVerdict;
import dev.slipway.facts.tool.Findings;
import dev.slipway.facts.tool.Output;
import dev.slipway.facts.tool.ToolReport;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code nvidia-smi --gpu-reset}: which GPUs were reset, and why others were not. It ends with {@code All done.}
 */
final class SmiReset {
    /** Recognises a refusal in one sentence. */
    private static final String REFUSED =
            "could not be reset|GPU Reset couldn't run|Resetting GPU .{0,200}(?:not supported|failed)"
                    + "|Unable to reset|reset (?:is|was) not (?:supported|possible|allowed)";

    private static final Pattern REFUSAL = Pattern.compile(REFUSED.toLowerCase(Locale.ROOT));
    private static final Pattern ASKED =
            Pattern.compile("(?i)" + REFUSED + "|was successfully reset|RESET_RC=|requested.{0,40} reset");
    private static final Pattern DONE =
            Pattern.compile("(?i)GPU ?([0-9A-F]{4,8}:[0-9A-F]{2}:[0-9A-F]{2}\\.[0-7]) was successfully reset\\.?");
    private static final Pattern OF_GPU =
            Pattern.compile("(?i)GPU ?(?:[0-9]{1,3}: ?)?([0-9A-F]{4,8}:[0-9A-F]{2}:[0-9A-F]{2}\\.[0-7]): *(\\S.*)");
    private static final Pattern IN_USE = Pattern.compile("(?i)in use by|being used by");
    private static final Pattern LIST = Pattern.compile("(?i)The following GPUs could not be reset:");
    private static final Pattern RESET_RC = Pattern.compile("RESET_RC=([0-9]{1,3})");
    private static final Pattern END = Pattern.compile("All done\\.|Terminating early due to previous errors\\.");

    private final Findings found = new Findings("nvidia-smi --gpu-reset");
    private boolean refused;
    private boolean done;

    private SmiReset() {}

    static boolean in(String text) {
        return ASKED.matcher(text).find();
    }

    /** Returns whether a line of small letters refuses a reset. */
    static boolean refusedIn(String small) {
        return small.contains("reset") && REFUSAL.matcher(small).find();
    }

    static ToolReport<?> parse(Output output) {
        SmiReset reset = new SmiReset();
        output.written().forEach(reset::take);
        ObjectNode facts = reset.found.facts();
        output.exit().ifPresent(exit -> facts.put("exitStatus", exit));
        if (reset.refused && !facts.has("error")) {
            reset.refuse("the list of GPUs that could not be reset has no end");
        } else if (!facts.has("error") && facts.has("reset")) {
            reset.found.verdict(ToolVerdict.PASS, "");
            if (reset.done) {
                reset.found.complete();
            }
        }
        return reset.found.of(output);
    }

    private void take(Output.Line line) {
        String text = line.text().strip();
        Matcher success = DONE.matcher(text);
        Matcher reason = OF_GPU.matcher(text);
        Matcher status = RESET_RC.matcher(text);
        if (LIST.matcher(text).matches()) {
            refused = true;
        } else if (success.matches()) {
            found.facts().withArray("reset").add(Pci.address(success.group(1)));
        } else if (reason.matches()) {
            ofGpu(Pci.address(reason.group(1)), reason.group(2));
        } else if (status.matches()) {
            found.facts().put("resetExit", Integer.parseInt(status.group(1)));
            if (!status.group(1).equals("0")) {
                found.verdict(ToolVerdict.FAIL, text);
            }
        } else if (END.matcher(text).matches()) {
            done = text.startsWith("All done");
        } else if (!SmiErrors.note(found, text)) {
            found.unparsed(line);
        }
    }

    private void ofGpu(String gpu, String reason) {
        found.facts().put("gpu", gpu);
        found.facts().withArray("refused").addObject().put("gpu", gpu).put("reason", Text.shorten(reason, 200));
        if (IN_USE.matcher(reason).find()) {
            SmiErrors.note(found, "In use by another client: GPU " + gpu);
        } else {
            refuse(gpu + ": " + reason);
        }
    }

    private void refuse(String reason) {
        if (!found.facts().has("error")) {
            found.facts().put("error", "reset-refused").put("next", "do what the reason states, or reboot the node");
        }
        found.verdict(ToolVerdict.FAIL, reason);
    }
}
