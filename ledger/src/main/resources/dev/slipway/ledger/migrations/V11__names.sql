-- Steps, keys of policies, rows and kinds of failure have other names from here on. A ledger that was begun before is refused, not mapped:
-- its open runs could not go on with names that their history does not have.
comment on table node_row is 'names of docs/changes/0012-names.md';
