create table drift_row (
    report_id varchar(1000) not null,
    source varchar(20) not null,
    cluster varchar(200) not null,
    node varchar(300) not null,
    place integer not null,
    found varchar(20) not null,
    body text not null,
    primary key (report_id, source, cluster, node)
);
