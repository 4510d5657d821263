-- A pair that a person forgot keeps its row, so that an old log on a node does not bring it back; a new try does.
create table unbuildable_pair (
    driver varchar(100) not null,
    flavour varchar(40) default '' not null,
    kernel varchar(200) not null,
    reason varchar(400) not null,
    cluster varchar(200) not null,
    node varchar(253) not null,
    run_token varchar(200) not null,
    tried_at timestamp(6) with time zone not null,
    forgotten boolean default false not null,
    primary key (driver, flavour, kernel)
);
