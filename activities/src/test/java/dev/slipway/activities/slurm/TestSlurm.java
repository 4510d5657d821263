package dev.slipway.activities.slurm;

/** A Slurm that the contract can be run on: what a test arranges and what it looks at, whatever answers the commands. */
interface TestSlurm extends AutoCloseable {

    SlurmCommands commands();

    /** A job that has the whole node until it is ended; returns its number when it runs. */
    String job(String node);

    void end(String job);

    /** Somebody else's {@code scontrol update} of the node; each change is one {@code key=value}. */
    void somebodyChanges(String node, String... changes);

    /** The machine boots again, and its slurmd has registered when this returns. */
    void boots(String node);

    /** A setting of slurm.conf; empty behind the equals sign takes it out. */
    void setting(String keyAndValue);

    /** The controller is gone until {@link #comesBack}. */
    void goesAway();

    void comesBack();

    /** No job, no drain and no comment is left on any node. */
    @Override
    void close();
}
