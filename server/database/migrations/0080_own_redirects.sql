-- Each company has a redirect URI of its own, so that the answer of one issuer is never exchanged at another (decision 0026).
-- Issuers that were set before know the shared one alone.
alter table sign_in_providers add column shares_redirect boolean not null default false;
alter table sign_in_providers no force row level security;
update sign_in_providers set shares_redirect = true where kind = 'oidc' and issuer <> '';
alter table sign_in_providers force row level security;
