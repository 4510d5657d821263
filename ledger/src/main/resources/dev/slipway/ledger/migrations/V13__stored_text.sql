-- Texts that recur, each once under the hash of its content. Rows name them in a body that begins with '@'; a body that
-- does not is whole, as it was stored before. No text is changed or deleted: any row of any age may name it.
create table stored_text (
    hash varchar(64) not null primary key,
    body text not null
);

-- What a reading of facts added to the ledger, with the texts that were stored for it; empty in rows from before.
alter table facts add column stored_bytes bigint;
