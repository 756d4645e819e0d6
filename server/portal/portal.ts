import type { Logger } from 'pino';
import type { ChangeFeed } from '../database/changes/change-feed.ts';
import type { Database } from '../database/open-database.ts';
import type { Actor } from '../lib/request/actor.ts';
import type { Call } from '../lib/request/call.ts';
import type { Activity } from '../lib/concurrency/activity.ts';
import type { WorkerPool } from '../lib/concurrency/worker-pool.ts';
import type { SecretBox } from '../lib/crypto/secret-box.ts';
import type { TestConnection } from '../outside/assistants/assistants.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import type { Identity } from '../outside/identity/identity.ts';
import type { SingleSignOn } from '../outside/identity/single-sign-on/single-sign-on.ts';
import type { NormalisePicture } from '../outside/images/picture-normaliser.ts';
import type { JobQueues, Jobs } from '../outside/jobs/jobs.ts';
import type { PortalMails } from '../outside/mail/portal-mails.ts';
import type { Metrics } from '../outside/metrics/metrics.ts';
import type { ForwardPageView } from '../outside/page-views/plausible.ts';

/**
 * Parts of the running portal that operations use. A feature that needs a part which no other feature knows declares it beside
 * the part's type (`declare module`); `app/open-portal.ts` does not compile until it makes every part.
 */
export interface Portal {
  readonly database: Database;
  readonly identity: Identity;
  readonly singleSignOn: SingleSignOn;
  readonly mails: PortalMails;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly queues: JobQueues;
  readonly files: FileStore;
  readonly secretBox: SecretBox;
  readonly workers: WorkerPool;
  readonly activity: Activity;
  readonly changes: Pick<ChangeFeed, 'announce' | 'subscribe'>;
  readonly metrics: Metrics;
  readonly testConnection: TestConnection;
  readonly normaliseLogo: NormalisePicture;
  readonly normalisePicture: NormalisePicture;
  readonly normaliseScreenshot: NormalisePicture;
  /** Undefined without an analytics service. */
  readonly forwardPageView: ForwardPageView | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Name of the provider in the API. */
  readonly brandProvider: string;
  readonly signUp: 'open' | 'approval' | 'closed';
  /** Days between the scheduling of a company's deletion and the deletion. */
  readonly waitingDays: number;
  /** Adds to what was counted of a key in this minute, and answers the sum. */
  readonly countOfMinute: (key: string, amount: number) => { readonly sum: number; readonly restSeconds: number };
  /** The actor of a token in the company that the headers name; undefined where it has no access. */
  readonly findActor: (token: string, headers: Headers) => Promise<Actor | undefined>;
  /** The actor as it is now; undefined where it is deactivated or its session has ended. */
  readonly findActorNow: (actor: Actor) => Promise<Actor | undefined>;
  /** The actor of a call that still goes on. @throws Problem as the guard */
  readonly findActorAgain: (call: Pick<Call, 'headers' | 'clientAddress' | 'requestId'>) => Promise<Actor>;
}

/** The parts that a function uses, as its signature shows them. */
export type Uses<Part extends keyof Portal> = Pick<Portal, Part>;

/** Makes `create`'s value once for each portal, such as a limiter that the calls of an operation share. */
export function perPortal<Parts extends object, Value>(create: (portal: Parts) => Value): (portal: Parts) => Value {
  const made = new WeakMap<object, Value>();
  return (portal) => {
    const found = made.get(portal);
    if (found !== undefined) return found;
    const value = create(portal);
    made.set(portal, value);
    return value;
  };
}
