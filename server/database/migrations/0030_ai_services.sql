-- Fields of further AI services. A service account key of Google is kept as a password.
alter table integrations
  add column region text,
  add column deployment text,
  add column api_version text;
