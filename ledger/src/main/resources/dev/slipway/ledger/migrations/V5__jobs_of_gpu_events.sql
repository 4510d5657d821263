-- The job whose program failed on a GPU stands in columns of its own: its name, which tells jobs apart, and what else is known.
alter table gpu_event rename to gpu_event_before;
create table gpu_event (
    serial varchar(100) not null,
    kind varchar(40) not null,
    happened_at timestamp(6) with time zone not null,
    detail varchar(1000) not null,
    cluster varchar(200) not null,
    node varchar(253) not null,
    job varchar(700) default '' not null,
    job_about varchar(300) default '' not null,
    primary key (serial, kind, happened_at, detail, job)
);
insert into gpu_event (serial, kind, happened_at, detail, cluster, node)
select serial, kind, happened_at, detail, cluster, node
from gpu_event_before
where kind <> 'JOB' or position(' ' in detail) = 0;
insert into gpu_event (serial, kind, happened_at, detail, cluster, node, job)
select
    serial, kind, happened_at,
    substring(detail from 1 for position(' ' in detail) - 1),
    cluster, node,
    substring(detail from position(' ' in detail) + 1 for 700)
from gpu_event_before
where kind = 'JOB' and position(' ' in detail) > 0;
drop table gpu_event_before;
create index gpu_event_jobs on gpu_event (cluster, node, kind, happened_at);
