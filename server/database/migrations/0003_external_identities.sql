-- People who sign in with another OpenID Connect issuer: who its subject is here. The first token with a proven
-- address makes the link; from then on the subject counts, whatever happens to the address over there.
create table identity.external_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references identity.account (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identity__account on identity.external_identity (account_id);

select allow_system('identity.external_identity', 'select, insert, update (issuer)');
