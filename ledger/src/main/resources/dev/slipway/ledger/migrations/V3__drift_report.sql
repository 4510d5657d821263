create table drift_report (
    report_id varchar(1000) not null primary key,
    fleet varchar(200) not null,
    checked_at timestamp(6) with time zone not null,
    body text not null
);
create index drift_report_fleet on drift_report (fleet, checked_at);
