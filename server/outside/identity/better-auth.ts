import type { Pool } from 'pg';
import { betterAuth } from 'better-auth';
import type { Sql } from '../../sql/sql.ts';
import { jwt, twoFactor } from 'better-auth/plugins';
import { hashPassword, verifyPassword } from './accounts/password-hashing.ts';
import { isHttps, toCookieName } from './cookie-names.ts';
import { portalPlugin } from './portal-plugin.ts';
import { createSigningKeys } from './tokens/signing-keys.repository.ts';

interface BetterAuthSettings {
  /** Connections of the system role. */
  pool: Pool;
  sql: Sql;
  /** At least 32 random characters; signs cookies. */
  secret: string;
  /** At least 32 random characters; encrypts the keys that sign tokens. */
  secretsKey: string;
  /** Origin of the portal; also the issuer of its tokens. */
  publicUrl: string;
  audience: string;
}

const day = 86_400;

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

const tables = {
  user: {
    modelName: 'identity.accounts',
    fields: { ...stamps, emailVerified: 'email_verified' },
  },
  session: {
    modelName: 'identity.sessions',
    fields: {
      ...stamps,
      userId: 'account_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  account: {
    modelName: 'identity.credentials',
    fields: {
      ...stamps,
      userId: 'account_id',
      accountId: 'provider_account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'identity.verifications', fields: { ...stamps, expiresAt: 'expires_at' } },
};

const twoFactorSchema = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'identity.two_factors',
    fields: {
      userId: 'account_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
};

const keySchema = {
  jwks: {
    modelName: 'identity.signing_keys',
    fields: { publicKey: 'public_key', privateKey: 'private_key', createdAt: 'created_at', expiresAt: 'expires_at' },
  },
};

/** better-auth as a library: its HTTP handler is not mounted. */
export function createBetterAuth({ pool, sql, secret, secretsKey, publicUrl, audience }: BetterAuthSettings) {
  const jwtOptions = {
    jwks: {
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: 30 * day,
      gracePeriod: day,
      // better-auth would encrypt with the secret of the cookies; createSigningKeys takes the key for stored credentials.
      disablePrivateKeyEncryption: true,
    },
    adapter: createSigningKeys(sql, secretsKey),
    jwt: { issuer: publicUrl, audience },
    // Otherwise reading a session creates a token before the forced new password or the second factor.
    disableSettingJwtHeader: true,
    schema: keySchema,
  } as const;

  return betterAuth({
    baseURL: publicUrl,
    secret,
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    ...tables,
    session: { ...tables.session, expiresIn: 7 * day, updateAge: day, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 40,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    advanced: {
      cookiePrefix: toCookieName(publicUrl, 'portal'),
      // Otherwise better-auth puts its own prefix, `__Secure-`, before the name.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(publicUrl) },
      ipAddress: { disableIpTracking: true },
      // The tables are checked by the migrations. The library's check would run before them, and its verdict lasts.
      database: { generateId: 'uuid', validateSchema: false },
    },
    plugins: [
      twoFactor({ twoFactorCookieMaxAge: 600, schema: twoFactorSchema }),
      jwt(jwtOptions),
      portalPlugin(jwtOptions),
    ],
  });
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
