-- Characters of the messages of a span, so that deriving a long conversation can leave out the later ones unread.

alter table spans add column message_length integer not null default 0;
