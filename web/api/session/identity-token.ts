import { companyHeader } from '#contract/constants.ts';
import type { CurrentUser, IdentityToken } from '#features/sign-in/contract/session-forms.ts';
import { networkProblem, toApiProblem } from '../api-problem.ts';
import { browser } from '../../lib/browser.ts';
import { chooseCompany, findChosenCompany } from '../chosen-company.ts';
import { buildRequest } from '../contract-request.ts';
import { getRoute } from '../api-address.ts';
import {
  findPagePerson,
  forgetPagePerson,
  hidePage,
  isOfOtherAccount,
  isOfOtherSession,
  isPageHidden,
  keepPagePerson,
  showPageAgain,
  waitForPerson,
} from './page-person.ts';
import { announceSessionChange, onSessionChange, type SessionChange } from './session-changes.ts';
import { tabStorage } from '../../lib/tab-storage.ts';
import { hasUnsavedInput } from '../../lib/unsaved-input.ts';

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
  if (isPageHidden()) return waitForPerson();
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
    const isOver = problem.is('session.required');
    if (isOver && startedIn === generation && held) announceSessionChange('ended');
    if (isOver && isPageHidden()) return waitForPerson();
    throw problem;
  }
  const { token, expiresAt, user } = body as IdentityToken;
  if (await isOfOther(token, user)) return leaveToOther(user);
  if (startedIn !== generation) return token;
  if (isFirst) firstUser = user;
  keepPagePerson(token, user);
  keep(token, Date.parse(expiresAt) - getServerTime(response));
  if (isPageHidden()) showPageAgain(token);
  return token;
}

/**
 * Whether a token is of another person than the page: of a sign-in in this browser, perhaps one of which this tab has not
 * learned. A new session of the same account can also be bound to another of its companies, and so to another user.
 */
async function isOfOther(token: string, user: CurrentUser | undefined): Promise<boolean> {
  if (isOfOtherAccount(token)) return true;
  const known = findPagePerson()?.user;
  if (!known || !isOfOtherSession(token)) return false;
  return (user ?? (await findUser(findChosenCompany())))?.id !== known.id;
}

/**
 * The call is not sent, because its data was entered for the former person. A page with nothing unsaved reloads; another is
 * hidden and kept, and the call waits until that person is signed in again.
 */
async function leaveToOther(user: CurrentUser | undefined): Promise<string> {
  if (hasUnsavedInput() || isPageHidden()) {
    hidePage(user);
    if (!user) hidePage(await findUser(undefined).catch(() => undefined));
    return waitForPerson();
  }
  chooseCompany(undefined);
  browser.reload();
  return new Promise(() => undefined);
}

/** The user of the session in a company, or in the account's own one. */
async function findUser(companyId: string | undefined): Promise<CurrentUser | undefined> {
  const answer = await post(true, companyId);
  return ((await answer.json().catch(() => undefined)) as Partial<IdentityToken> | undefined)?.user;
}

async function post(withUser: boolean, companyId = findChosenCompany()): Promise<Response> {
  const input = withUser && { query: { with: 'user' }, headers: { [companyHeader]: companyId } };
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

function forgetToken() {
  generation += 1;
  held = undefined;
  tabStorage.removeItem(hadTokenKey);
  firstUser = undefined;
  renewal = undefined;
  clearTimeout(timer);
}

/** Follows sign-ins and sign-outs. Another tab's leave this page to its person, where it holds unsaved input. */
function followSession(change: SessionChange, from: 'this-tab' | 'other-tab') {
  forgetToken();
  const isOwn = from === 'this-tab' && change !== 'ended';
  if (isOwn || !findPagePerson()) return forgetPagePerson();
  if (change === 'signed-in') return askWhoseSession();
  if (hasUnsavedInput() || isPageHidden()) hidePage(null);
  else forgetPagePerson();
}

/** A failure shows at the next call of this tab. */
function askWhoseSession() {
  requestToken().catch(() => undefined);
}

/** Timers stand still in sleep and in hidden tabs, so the same question is asked again when the tab is looked at. */
function renewIfDue() {
  if (document.visibilityState === 'hidden') return;
  if (isPageHidden()) return askWhoseSession();
  const isDue = held !== undefined && Date.now() >= held.expiresAtMs - held.lifeMs * (1 - renewAfterPart);
  // Not awaited: an error shows at the next call.
  if (isDue) renewIdentityToken().catch(() => undefined);
}

onSessionChange(followSession);
document.addEventListener('visibilitychange', renewIfDue);
