create table fleet_scan (
    report_id varchar(1000) not null primary key,
    nodes integer not null
);
create table member_answer (
    report_id varchar(1000) not null,
    cluster varchar(200) not null,
    node varchar(300) not null,
    facts integer not null,
    body text not null,
    primary key (report_id, cluster, node)
);
