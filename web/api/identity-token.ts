import { companyHeader } from '#contract/constants.ts';
import type { CurrentUser, IdentityToken } from '#contract/session/session-forms.ts';
import { networkProblem, toApiProblem } from './api-problem.ts';
import { browser } from '../lib/browser.ts';
import { chooseCompany, findChosenCompany } from './chosen-company.ts';
import { buildRequest } from './contract-request.ts';
import { getRoute } from './api-address.ts';
import { announceSessionChange, onSessionChange } from './session-changes.ts';
import { tabStorage } from '../lib/tab-storage.ts';

/**
 * The identity token of this tab. It lives in memory alone, so that no script of a later visit can find it, and is
 * minted from the session cookie whenever it is missing or about to expire.
 */
interface HeldToken {
  readonly token: string;
  /** By this machine's clock, whatever the server's says. */
  readonly expiresAtMs: number;
  readonly lifeMs: number;
}

/** A token that would expire on its way to the server is not handed out. */
const expiryMarginMs = 10_000;
/** The part of its life after which a token is renewed without anybody waiting for it. */
const renewAfterPart = 0.75;
/** A browser fires a timer of more than 31 bits at once. */
const longestTimerMs = 2 ** 31 - 1;

let held: HeldToken | undefined;
/** The user of the first token. It comes with the token, so that the first page needs no second call. */
let firstUser: CurrentUser | undefined;
/** Id of that user, while the session is the same. */
let knownUserId: string | undefined;
let renewal: Promise<string> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Remembers across a reload that this tab was signed in. */
const hadTokenKey = 'signed-in';

/** Counts sign-ins and sign-outs: a token asked for before one of them is not kept after it. */
let generation = 0;

/** A token that is valid for the next call. @throws ApiProblem `session.required` without a session, a network problem offline */
export async function getIdentityToken(): Promise<string> {
  if (held && Date.now() < held.expiresAtMs - expiryMarginMs) return held.token;
  return renewIdentityToken();
}

/**
 * The signed-in user that came with the first token; undefined where a token was held already, or where the account has
 * no user in the chosen company. Throws as `getIdentityToken`.
 */
export async function takeFirstUser(): Promise<CurrentUser | undefined> {
  if (held) return undefined;
  await getIdentityToken();
  const user = firstUser;
  firstUser = undefined;
  return user;
}

/** Asks for a new token; calls at the same time share one request. `refused` is the token the API did not take. */
export function renewIdentityToken(refused?: string): Promise<string> {
  if (refused !== undefined && held && held.token !== refused) return Promise.resolve(held.token);
  renewal ??= startRenewal();
  return renewal;
}

function startRenewal(): Promise<string> {
  const started = requestToken();
  const end = () => {
    if (renewal === started) renewal = undefined;
  };
  started.then(end, end);
  return started;
}

async function requestToken(): Promise<string> {
  const startedIn = generation;
  const isFirst = held === undefined;
  const response = await post(isFirst);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const problem = toApiProblem(response.status, body);
    if (problem.is('session.required') && startedIn === generation && held) announceSessionChange('ended');
    throw problem;
  }
  const { token, expiresAt, user } = body as IdentityToken;
  if (held && startedIn === generation && (await isOfOther(held.token, token))) return leaveToOther();
  if (startedIn === generation && isFirst) {
    firstUser = user;
    knownUserId = user?.id;
  }
  if (startedIn === generation) keep(token, Date.parse(expiresAt) - getServerTime(response));
  return token;
}

/**
 * Whether a renewed token is of another person: a sign-in in this browser of which this tab has not learned. A new
 * session of the same account can also be bound to another of its companies, and so to another user.
 */
async function isOfOther(former: string, token: string): Promise<boolean> {
  const [before, now] = [readClaims(former), readClaims(token)];
  if (before.sub !== now.sub) return true;
  if (before.sid === now.sid || knownUserId === undefined) return false;
  const answer = (await (await post(true)).json().catch(() => undefined)) as Partial<IdentityToken> | undefined;
  return answer?.user?.id !== knownUserId;
}

/** Reloads and never resolves, so that the call is not sent: its data was entered for the former user. */
function leaveToOther(): Promise<never> {
  chooseCompany(undefined);
  browser.reload();
  return new Promise(() => undefined);
}

/** Reads the claims of a token of the portal; empty for anything else. */
function readClaims(token: string): { sub?: string; sid?: string } {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(part)) as { sub?: string; sid?: string };
  } catch {
    return {};
  }
}

async function post(withUser: boolean): Promise<Response> {
  const input = withUser && { query: { with: 'user' }, headers: { [companyHeader]: findChosenCompany() } };
  try {
    return await fetch(buildRequest(getRoute(['session', 'createToken']), input || {}));
  } catch (error) {
    throw networkProblem(error);
  }
}

/** The answer's own date, so that a clock set wrong on this machine does not count. */
function getServerTime(response: Response): number {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** Whether this tab was signed in before a reload. Without a session now, that one has ended; answers true once. */
export function takeEndedSession(): boolean {
  const hadToken = tabStorage.getItem(hadTokenKey) !== null;
  tabStorage.removeItem(hadTokenKey);
  return hadToken;
}

function keep(token: string, lifeMs: number) {
  tabStorage.setItem(hadTokenKey, 'true');
  held = { token, expiresAtMs: Date.now() + lifeMs, lifeMs };
  clearTimeout(timer);
  timer = setTimeout(renewIfDue, Math.min(lifeMs * renewAfterPart, longestTimerMs));
}

function forget() {
  generation += 1;
  held = undefined;
  tabStorage.removeItem(hadTokenKey);
  firstUser = undefined;
  knownUserId = undefined;
  renewal = undefined;
  clearTimeout(timer);
}

/** Timers stand still in sleep and in hidden tabs, so the same question is asked again when the tab is looked at. */
function renewIfDue() {
  const isDue = held !== undefined && Date.now() >= held.expiresAtMs - held.lifeMs * (1 - renewAfterPart);
  if (!isDue || document.visibilityState === 'hidden') return;
  // Not awaited: an error shows at the next call.
  renewIdentityToken().catch(() => undefined);
}

onSessionChange(forget);
document.addEventListener('visibilitychange', renewIfDue);
