-- As json, which keeps the order of keys: the columns of a reported table are shown in the order that they were sent in.

alter table messages alter column parts type json using parts::json;
alter table spans alter column facts type json using facts::json;
