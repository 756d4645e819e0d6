-- A company's sign-in service speaks OpenID Connect or SAML 2.0. With SAML the issuer is an entity ID and there is no client.
alter table sign_in_providers
  add column kind text not null default 'oidc'
    constraint sign_in_providers__kind check (kind in ('oidc', 'saml')),
  add column sign_in_address text not null default '',
  -- As PEM; those whose keys sign assertions.
  add column certificates text[] not null default '{}',
  -- When a SAML answer came last, how its check ended, and what it said where its signature was valid.
  add column last_answer jsonb;
