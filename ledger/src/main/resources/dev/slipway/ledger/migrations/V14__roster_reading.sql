-- The last reading of each fleet's schedulers that worked, as JSON, empty before the first; and since when they could not
-- be read, null while they can.
create table roster_reading (
    fleet varchar(200) not null primary key,
    last_read text not null,
    unknown_since timestamp(6) with time zone,
    reason text not null
);
