-- What the list of sessions shows of their use. The network is shortened, so that no full address is stored.
alter table identity.sessions
  add column last_used_at timestamptz(3),
  add column network text;
