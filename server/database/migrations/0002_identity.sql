-- Who can sign in. Accounts belong to no company, so they live apart from the company-owned tables: the system role
-- works on them, the application role reaches them only through the two functions at the end.
CREATE SCHEMA identity;

CREATE TABLE identity.account (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  must_change_password boolean NOT NULL DEFAULT false,
  pending_email text,
  -- Sign-ups seen before the address was proven; above one, the code alone no longer proves whose password it is.
  sign_ups integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account__email UNIQUE (email),
  CONSTRAINT account__email_lower_case CHECK (email = lower(email))
);

CREATE TABLE identity.credential (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  provider_account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credential__provider UNIQUE (account_id, provider_id)
);

CREATE TABLE identity.session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
  token text NOT NULL,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT session__token UNIQUE (token)
);
CREATE INDEX session__account ON identity.session (account_id);
CREATE INDEX session__expires_at ON identity.session (expires_at);

CREATE TABLE identity.verification (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verification__identifier ON identity.verification (identifier);

CREATE TABLE identity.two_factor (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL DEFAULT '',
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- The newest 30-second step a code was taken for; it only grows, so no code is taken twice.
  last_step bigint NOT NULL DEFAULT 0,
  CONSTRAINT two_factor__account UNIQUE (account_id)
);

CREATE TABLE identity.recovery_code (
  account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

CREATE TABLE identity.signing_key (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  public_key text NOT NULL,
  private_key text NOT NULL,
  alg text,
  crv text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz
);

-- `subject` is a keyed hash of the address: addresses nobody has registered are counted too and must not be kept.
CREATE TABLE identity.one_time_code (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose text NOT NULL,
  subject text NOT NULL,
  account_id uuid REFERENCES identity.account (id) ON DELETE CASCADE,
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  spent_at timestamptz,
  CONSTRAINT one_time_code__purpose CHECK (purpose IN ('verify', 'reset', 'sign-in', 'change-email'))
);
CREATE UNIQUE INDEX one_time_code__one_live ON identity.one_time_code (purpose, subject) WHERE spent_at IS NULL;
CREATE INDEX one_time_code__subject ON identity.one_time_code (subject, created_at);

CREATE TABLE identity.attempts (
  scope text NOT NULL,
  key text NOT NULL,
  failures integer NOT NULL,
  refused integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  last_at timestamptz NOT NULL,
  is_allowed boolean NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX attempts__last_at ON identity.attempts (last_at);

-- An account for a person whom a SuperAdmin adds. An address that somebody signed up with but never proved is taken
-- over: its password is replaced and its sessions end, or the stranger's password would open the new user's account.
CREATE FUNCTION identity.ensure_account(p_email text, p_name text, p_password_hash text)
RETURNS TABLE (account_id uuid, is_new boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = identity, pg_temp AS $$
DECLARE
  found_id uuid;
  was_verified boolean;
BEGIN
  INSERT INTO identity.account (email, name, email_verified, must_change_password)
  VALUES (p_email, p_name, true, true)
  ON CONFLICT (email) DO NOTHING RETURNING id INTO found_id;
  IF found_id IS NOT NULL THEN
    INSERT INTO identity.credential (account_id, provider_id, provider_account_id, password)
    VALUES (found_id, 'credential', found_id::text, p_password_hash);
    RETURN QUERY SELECT found_id, true;
    RETURN;
  END IF;
  SELECT a.id, a.email_verified INTO found_id, was_verified
  FROM identity.account a WHERE a.email = p_email FOR UPDATE;
  IF NOT was_verified THEN
    UPDATE identity.account a
    SET name = p_name, email_verified = true, must_change_password = true, sign_ups = 1, updated_at = now()
    WHERE a.id = found_id;
    UPDATE identity.credential c SET password = p_password_hash, updated_at = now()
    WHERE c.account_id = found_id AND c.provider_id = 'credential';
    DELETE FROM identity.session s WHERE s.account_id = found_id;
    UPDATE identity.one_time_code o SET spent_at = now() WHERE o.account_id = found_id AND o.spent_at IS NULL;
  END IF;
  RETURN QUERY SELECT found_id, NOT was_verified;
END $$;

-- False where the account still has a membership: the foreign key of `users` decides, also against a parallel insert.
CREATE FUNCTION identity.remove_account(p_account_id uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = identity, pg_temp AS $$
BEGIN
  DELETE FROM identity.account a WHERE a.id = p_account_id;
  RETURN FOUND;
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END $$;

REVOKE ALL ON FUNCTION identity.ensure_account(text, text, text), identity.remove_account(uuid) FROM PUBLIC;
GRANT USAGE ON SCHEMA identity TO steward_app, steward_system;
GRANT EXECUTE ON FUNCTION identity.ensure_account(text, text, text), identity.remove_account(uuid)
  TO steward_app, steward_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA identity TO steward_system;
