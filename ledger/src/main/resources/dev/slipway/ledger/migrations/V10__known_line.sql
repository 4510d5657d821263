-- Lines of the driver that people accepted for a baseline, beside its content, which never changes.
create table known_line (
    baseline varchar(200) not null,
    line varchar(400) not null,
    accepted_by text not null,
    why text not null,
    cluster varchar(200) not null,
    node varchar(300) not null,
    run_token varchar(200) not null,
    accepted_at timestamp(6) with time zone not null,
    primary key (baseline, line)
);
