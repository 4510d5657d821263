-- The last leave of service of each node: under which fence which run of the node got it. A grant that is over stays, so
-- that a fence is never given twice and a run whose leave was taken back is known by it.
create table capacity_grant (
    holder varchar(500) primary key,
    budget varchar(500) not null,
    run_id varchar(200) not null,
    fence bigint not null,
    ended boolean default false not null,
    body text not null
);
create index capacity_grant_of_budget on capacity_grant (budget, fence);
