import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/open-database.ts';
import type { Identity } from '../outside/identity/identity.ts';
import type { Clock } from '../outside/clock.ts';
import { createProviderVisitAudit } from '../access/audit-provider-visits.ts';
import { explainIntakeKey, findIntakeCaller } from '../access/intake-callers.ts';
import { createIntakeKeyUses } from '../access/intake-key-uses.ts';
import type { Guard } from '../http/api-handler.ts';
import { createGuard, type GuardOptions } from '../http/guard.ts';
import { createLimiter } from '../lib/concurrency/limiter.ts';
import { createSharedCalls } from '../lib/concurrency/shared-calls.ts';
import { Problem } from '../lib/request/problem.ts';

interface GuardParts {
  readonly config: Config;
  readonly database: Database;
  readonly identity: Identity;
  readonly verifyToken: GuardOptions['verifyToken'];
  readonly findActor: GuardOptions['findActor'];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Concurrent look-ups of different intake keys, on the 4 connections that find signed-in users too. */
const maxKeyLookups = { running: 2, waiting: 200 };
/** The guard of all endpoints, with what finds accounts, users and intake keys. */
export function createPortalGuard(parts: GuardParts): Guard {
  const { config, database, identity, verifyToken, findActor, clock, log } = parts;
  const keys = createLimiter(maxKeyLookups.running);
  const noteKeyUse = createIntakeKeyUses(database);
  /** Keeps connections for signed-in users while callers send many keys, right or wrong. */
  const lookUp = async <T>(find: () => Promise<T>): Promise<T> => {
    const found = await keys.tryRun(find, maxKeyLookups.waiting);
    if (!found) throw new Problem('service.unavailable', { detail: 'too many intake keys', retryAfterSeconds: 1 });
    return found.result;
  };
  return createGuard({
    verifyToken,
    findActor,
    isSignedInSomewhere: async (context) => {
      const { state } = await identity.getSession({
        headers: context.headers,
        ip: context.clientAddress,
        requestId: context.requestId,
      });
      return state !== 'signedOut';
    },
    // Shared, because assistants call hundreds of times a second with one key.
    findIntakeCaller: createSharedCalls((secret) =>
      lookUp(async () => {
        const caller = await findIntakeCaller(database.actors, secret, clock.now());
        if (caller) await noteKeyUse(caller, clock.now());
        return caller;
      }),
    ),
    explainIntakeKey: createSharedCalls((secret) => lookUp(() => explainIntakeKey(database.actors, secret))),
    recordVisit: createProviderVisitAudit(database, log),
    now: () => clock.now(),
    publicOrigin: new URL(config.http.publicUrl).origin,
  });
}
