-- A pin holds for as long as the fleet wants the baseline that failed on the node; empty: until a person removes it.
alter table node_pin add column failed_id varchar(200) default '' not null;
alter table node_pin add column failed_hash varchar(100) default '' not null;
