import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { findSpan, traceStep } from '../../lib/tracing/spans.ts';
import { createAddressRules, type OutboundRules } from './address-rules.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface OutboundOptions extends OutboundRules {
  readonly resolveHost: ResolveHost;
  /** Certificates in PEM form that are trusted beside the usual ones. */
  readonly caCertificates?: string | undefined;
}

/** An address that may be called, with the addresses of its host; nothing is looked up again. */
export interface VettedTarget {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

export interface OutboundRequest {
  /** With the query; starts with a slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form to be posted; without it the request is a GET. */
  readonly form?: URLSearchParams;
  /** JSON to be posted. */
  readonly json?: string;
  /** Whether the answer's body is waited for. */
  readonly isBodyRead: boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Bytes as they came, never unpacked. */
  readonly body: Buffer;
  /** The body is longer than what is read of it. */
  readonly isCut: boolean;
}

/** A failed call. Carries only the failed step: no address, no reason and no text of the other side. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly step: 'address' | 'reach' | 'tls';
  /** Fault in the text of an address. */
  readonly fault: 'port' | 'unencrypted' | undefined;
  constructor(step: CallFailed['step'], fault?: CallFailed['fault']) {
    super(step);
    this.step = step;
    this.fault = fault;
  }
}

export type Outbound = ReturnType<typeof createOutbound>;

const maxBodyBytes = 65_536;
const maxHeaderBytes = 16_384;
/** Addresses of one host that are tried at most, one after the other. */
const maxAddresses = 4;
/** For each of them; the usual quarter of a second gives up on what is only far away. */
const patience = { autoSelectFamilyAttemptTimeout: 1000 };

/**
 * Calls addresses that people typed. A host is looked up once, all its addresses are judged, and the connection goes to
 * those and no other; redirects are not followed, proxies not asked, connections not kept. The signal ends everything.
 */
export function createOutbound(options: OutboundOptions) {
  const rules = createAddressRules(options);
  const secureContext = createSecureContext(
    options.caCertificates === undefined ? {} : { ca: [...getCACertificates('default'), options.caCertificates] },
  );
  return {
    /** @throws CallFailed at `address` for what may not be called, and alike for a host that is not found */
    async vet(text: string, signal: AbortSignal): Promise<VettedTarget> {
      const candidate = rules.toCandidate(text);
      if (!candidate) throw new CallFailed('address', rules.findFault(text));
      const { url, host, port, isListed } = candidate;
      const looksUp = () => raceSignal(options.resolveHost(host, { signal, isListed }), signal);
      const found = isIP(host) ? [host] : await looksUp().catch(() => []);
      if (!rules.mayConnect(candidate, found)) throw new CallFailed('address', rules.findFault(text));
      return { url, host, port, addresses: found.slice(0, maxAddresses) };
    },
    /** @throws CallFailed at `reach` or `tls`; an answer with any status is none */
    send: (target: VettedTarget, request: OutboundRequest, signal: AbortSignal) =>
      traceStep({ name: 'outgoing call', isCall: true }, () => sendTraced(secureContext, target, request, signal)),
  };
}

/** A name server may neither answer nor react to the abort signal. */
async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const isOver = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CallFailed('address')), { once: true });
  });
  try {
    return await Promise.race([work, isOver]);
  } catch {
    throw new CallFailed('address');
  }
}

/** The other service may continue the trace; its host, which a company typed, is no part of it. */
async function sendTraced(...[secureContext, target, request, signal]: Parameters<typeof send>) {
  const span = findSpan();
  const headers = span && { ...request.headers, traceparent: span.traceparent };
  const answer = await send(secureContext, target, headers ? { ...request, headers } : request, signal);
  span?.record({ 'http.response.status_code': answer.status });
  return answer;
}

async function send(
  secureContext: SecureContext,
  target: VettedTarget,
  { path, headers, form, json, isBodyRead }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const isEncrypted = target.url.protocol === 'https:';
  const body = json ?? form?.toString();
  const request = (isEncrypted ? https : http).request({
    host: target.host,
    port: target.port,
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: {
      host: target.url.host,
      accept: 'application/json, text/html;q=0.5, */*;q=0.1',
      'accept-encoding': 'identity',
      'user-agent': 'connection-test',
      ...(body !== undefined && { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    lookup: lookUpVetted(target.addresses),
    // An agent of its own keeps no connection, and no proxy of the environment comes in between.
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    ...patience,
    signal,
    ...(isEncrypted && { secureContext, servername: isIP(target.host) ? '' : target.host }),
  });
  try {
    request.end(body);
    const response = await waitForResponse(request, isEncrypted);
    const answered = { status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '' };
    return { ...answered, ...(isBodyRead ? await readBody(response) : { body: Buffer.alloc(0), isCut: false }) };
  } catch (error) {
    // A timeout counts as not reached, at whatever step it happened.
    throw new CallFailed(error instanceof CallFailed && !signal.aborted ? error.step : 'reach');
  } finally {
    request.destroy();
  }
}

function lookUpVetted(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = entries;
  return (_host, { all }, callback) => {
    if (all || !first) callback(null, entries);
    else callback(null, first.address, first.family);
  };
}

function waitForResponse(request: http.ClientRequest, isEncrypted: boolean): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    let step: CallFailed['step'] = 'reach';
    const fail = () => reject(new CallFailed(step));
    request.once('socket', (socket) => {
      if (!isEncrypted) return;
      socket.once('connect', () => (step = 'tls'));
      socket.once('secureConnect', () => (step = 'reach'));
    });
    request.once('response', resolve);
    request.on('error', fail);
    // Without an error, where the other side wants another protocol.
    request.once('close', fail);
  });
}

async function readBody(response: http.IncomingMessage): Promise<Pick<OutboundAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxBodyBytes) return { body: Buffer.concat(chunks).subarray(0, maxBodyBytes), isCut: true };
  }
  return { body: Buffer.concat(chunks), isCut: false };
}
