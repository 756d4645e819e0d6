import type { Logger } from 'pino';
import { traceStep } from '../../lib/tracing/spans.ts';
import { shortenAddress } from '../../lib/network/shorten-address.ts';

/** A view of a page, as the browser showed it. */
export interface ForwardedView {
  /** A route's pattern, so that it holds no ids and names. */
  readonly path: string;
  readonly userAgent: string | null;
  readonly address: string;
}

/** Sends a view to the analytics service, in the background: a failure is logged and never answered. */
export type ForwardPageView = (view: ForwardedView) => void;

interface PlausibleSettings {
  /** The address of the events API, such as `https://plausible.io/api/event`. */
  readonly url: string;
  /** The name of the site in the service. */
  readonly domain: string;
  readonly publicUrl: string;
  readonly log: Pick<Logger, 'warn'>;
}

const limitMs = 5000;
/** Views on their way at a time; others are dropped while the service does not answer. */
const maxOnTheirWay = 20;

/**
 * Sends views in the form of Plausible's events API. The service counts visitors by browser and network, so the first
 * numbers of the address go along, never the whole of it.
 */
export function createPlausible({ url, domain, publicUrl, log }: PlausibleSettings): ForwardPageView {
  let onTheirWay = 0;

  async function send(view: ForwardedView & { userAgent: string }): Promise<void> {
    const network = toNetwork(view.address);
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': view.userAgent,
        ...(network !== undefined && { 'x-forwarded-for': network }),
      },
      body: JSON.stringify({ name: 'pageview', domain, url: toPageUrl(publicUrl, view.path) }),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) log.warn({ status: answer.status }, 'page view not taken by the analytics service');
  }

  return ({ userAgent, ...view }) => {
    // The service takes no event without a browser.
    if (userAgent === null || onTheirWay >= maxOnTheirWay) return;
    onTheirWay += 1;
    traceStep({ name: 'forward page view', isCall: true }, () => send({ ...view, userAgent }))
      .catch((error: unknown) => log.warn({ error: String(error) }, 'page view not sent to the analytics service'))
      .finally(() => {
        onTheirWay -= 1;
      });
  };
}

/** Without the optional parts of a pattern. */
const toPageUrl = (publicUrl: string, path: string) => `${publicUrl}${path.replaceAll(/\/\{-[^}]*\}/g, '')}`;

/** `203.0.113.0` or `2001:db8:1::` */
function toNetwork(address: string): string | undefined {
  return shortenAddress(address)?.replace(/\.\*$/, '.0').replace(/:\*$/, '::');
}
