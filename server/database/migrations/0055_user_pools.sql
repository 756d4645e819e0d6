-- Or an AWS Cognito user pool, whose address is the issuer.
alter table sign_in_providers
  drop constraint sign_in_providers__kind,
  add constraint sign_in_providers__kind check (kind in ('oidc', 'saml', 'cognito'));
