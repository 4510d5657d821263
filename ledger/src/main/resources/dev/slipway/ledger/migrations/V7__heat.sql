-- A freeze for heat also suspends what adds heat without changing anything.
alter table fleet_freeze add column heat boolean default false not null;
