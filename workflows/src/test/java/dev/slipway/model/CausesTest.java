package dev.slipway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CausesTest {
    @Test
    void saysWhatAFileOrAConnectionDidWithoutTheNameOfAClass() {
        assertThat(Causes.words(new AccessDeniedException("/data"))).isEqualTo("permission denied: /data");
        assertThat(Causes.words(new NoSuchFileException("/data"))).isEqualTo("there is no /data");
        assertThat(Causes.words(new FileSystemException("/data", null, "Read-only file system")))
                .isEqualTo("/data: Read-only file system");
        assertThat(Causes.words(new ConnectException())).isEqualTo("connection refused");
        assertThat(Causes.words(new UnknownHostException("bmc-7"))).isEqualTo("no address is known for bmc-7");
        assertThat(Causes.words(new HttpConnectTimeoutException("HTTP connect timed out")))
                .isEqualTo("no answer in time");
    }

    @Test
    void looksIntoAWrapperThatSaysNothingOfItsOwn() {
        IOException inner = new IOException("Connection was closed\nat somewhere");

        assertThat(Causes.words(new CompletionException(inner))).isEqualTo("Connection was closed");
        assertThat(Causes.words(new IllegalStateException("the fleet is frozen", inner)))
                .isEqualTo("the fleet is frozen");
    }

    @Test
    void admitsThatNobodyStatedAReason() {
        assertThat(Causes.words(new NullPointerException()))
                .isEqualTo("for a reason that nobody stated (NullPointerException)");
    }

    @Test
    void looksBeneathTheRecordsOfALibraryAndNotBeneathOurOwnSentence() {
        IOException ours = new IOException("/keys/id is no private key", new IOException("Invalid DER encoding"));

        assertThat(Causes.beneath("java.lang", new IllegalStateException("Future[id=7]", ours)))
                .isEqualTo("/keys/id is no private key");
        assertThat(Causes.beneath("java.lang", ours)).isEqualTo("/keys/id is no private key");
        assertThat(Causes.beneath("java.lang", new IllegalStateException("the engine is not well")))
                .isEqualTo("the engine is not well");
        assertThat(Causes.beneath("org.apache.sshd", new UnknownHostException("gpu-7")))
                .isEqualTo("no address is known for gpu-7");
    }
}
