package dev.slipway.rules.triage;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Lists what an alert or a person reports about a node or a job, and no facts of a node can show. */
public enum Symptom {
    THERMAL("many nodes throttle for heat, or a coolant alarm"),
    CUDA_NOT_READY("CUDA error 802, cudaErrorSystemNotReady"),
    PEER_PATH_SLOW("two GPUs reach each other over PCIe where NVLink is expected"),
    PCIE_SLOW("a PCIe link is narrower or slower than it can be under load, or copies are slow"),
    JOB_HANGS("a job hangs, and there is no XID"),
    JOBS_PENDING("jobs wait while GPUs look idle"),
    SLOW_COLLECTIVES("collectives are slow, the fabric is clean, and the ranks are spread over leaves"),
    TRAINING_OOM("CUDA runs out of memory in training"),
    TRAINING_SLOW("training uses little of the GPUs"),
    TRAINING_CRASHED("training crashed and must be resumed"),
    INFERENCE_SLOW("inference misses its latency objective"),
    INFERENCE_CACHE("the key-value cache of an inference server thrashes");

    private final String meaning;

    Symptom(String meaning) {
        this.meaning = meaning;
    }

    /** Returns its meaning in words. */
    public String meaning() {
        return meaning;
    }

    /** Returns the word that people and alerts use, e.g. {@code pcie-slow}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the symptom of that word. */
    public static Optional<Symptom> of(String word) {
        return Arrays.stream(values()).filter(s -> s.word().equals(word)).findFirst();
    }
}
