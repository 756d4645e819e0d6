import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createServer } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { doctorHeader, doctorPath } from '../../lib/crypto/doctor-proof.ts';
import type { DoctorAnswer } from '../../http/doctor-answer.ts';
import { toOwnAddress } from './ask-portal.ts';
import { fault, left, ok, warning, type Check, type DoctorParts, type Finding } from './check.ts';

const patienceMs = 5000;
const dayMs = 24 * 60 * 60_000;
const soonDays = 14;
const clockLimitMs = 30_000;
/** An address of TEST-NET-3, so that it is no one's. */
const planted = '203.0.113.77';
/** Assistants send as much. */
const largeBytes = 8 * 1024 * 1024;

interface Reached {
  readonly status: number;
  readonly date: string | undefined;
  /** Undefined where something else answers. */
  readonly answer: DoctorAnswer | undefined;
}

/** Asks the portal behind an address. Certificates are another check's. @throws where nothing answers */
function ask({ doctorProof, clock }: DoctorParts, base: string, body: Buffer = Buffer.alloc(0)): Promise<Reached> {
  const url = new URL(doctorPath, base);
  const question = doctorProof.ask(clock.now());
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      rejectUnauthorized: false,
      agent: false,
      headers: { [doctorHeader]: question, 'x-forwarded-for': planted, 'content-length': body.length },
      signal: AbortSignal.timeout(body.length > 0 ? patienceMs * 4 : patienceMs),
    });
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text = (text + chunk).slice(0, 10_000);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          date: response.headers.date,
          answer: toAnswer(text, doctorProof.answer(question)),
        }),
      );
    });
    call.end(body);
  });
}

function toAnswer(text: string, proof: string): DoctorAnswer | undefined {
  try {
    const answer = JSON.parse(text) as DoctorAnswer;
    return answer.proof === proof ? answer : undefined;
  } catch {
    return undefined;
  }
}

const isRunning = (parts: DoctorParts): Promise<boolean> =>
  ask(parts, toOwnAddress(parts.config)).then(
    ({ answer }) => answer !== undefined,
    () => false,
  );

async function checkPorts(parts: DoctorParts): Promise<readonly Finding[]> {
  const { http, metrics } = parts.config;
  if (parts.isPortal) return [left('The portal that looks has its ports.')];
  if (await isRunning(parts)) return [ok(`A portal of this installation listens at ${http.host}, port ${http.port}.`)];
  const wanted = [
    { names: { host: 'HOST', port: 'PORT' }, ...http },
    ...(metrics ? [{ names: { host: 'METRICS_HOST', port: 'METRICS_PORT' }, ...metrics }] : []),
  ];
  const found: Finding[] = [];
  for (const { names, host, port } of wanted) {
    const code = await tryToListen(host, port);
    if (code === 'EADDRINUSE')
      found.push(
        fault(
          `${names.port} ${port} is used by another program, or by a portal with another SECRETS_KEY: stop it, or set another ${names.port}.`,
        ),
      );
    else if (code === 'EACCES')
      found.push(fault(`${names.port} ${port} may not be used by this account: set another ${names.port}.`));
    else if (code !== undefined)
      found.push(fault(`${names.host} ${host} is no address of this machine: set another ${names.host}.`));
  }
  return found.length > 0 ? found : [ok(`Port ${http.port} is free for a portal, which does not run yet.`)];
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Whether the portal is reached from outside; a proxy of this machine alone is asked all the same. */
async function checkPublicAddress(parts: DoctorParts): Promise<readonly Finding[]> {
  const { publicUrl } = parts.config.http;
  let reached: Reached;
  try {
    reached = await ask(parts, publicUrl);
  } catch (error) {
    const { code = (error as Error).name } = error as NodeJS.ErrnoException;
    if (!parts.isPortal && !(await isRunning(parts)))
      return [
        left(`${publicUrl} does not answer (${code}), and no portal runs here: start it, and run the doctor again.`),
      ];
    return [
      fault(
        `PUBLIC_URL ${publicUrl} is not reached (${code}): correct it, its name in DNS, or the proxy before the portal.`,
      ),
    ];
  }
  const { status, date, answer } = reached;
  if (answer === undefined) {
    return [
      fault(
        `PUBLIC_URL ${publicUrl} does not lead to this installation, but to one with another SECRETS_KEY or to something else (it answers ${status}): correct it, or the proxy.`,
      ),
    ];
  }
  const found = [
    ...describeHost(answer, publicUrl),
    ...describeForwarding(answer, parts),
    ...describeDate(date, parts.clock.now()),
    ...(await tryLargeBody(parts)),
  ];
  return found.length > 0 ? found : [ok(`${publicUrl} leads to this installation, with the addresses of its callers.`)];
}

function describeHost({ host }: DoctorAnswer, publicUrl: string): Finding[] {
  const { host: wanted } = new URL(publicUrl);
  if (host === wanted) return [];
  return [
    fault(
      `The proxy passes the host on as ${host?.slice(0, 200) ?? 'none'} and not as ${wanted}: pass Host on as it comes.`,
    ),
  ];
}

function describeForwarding({ forwardedFor }: DoctorAnswer, { config }: DoctorParts): Finding[] {
  const { trustProxy } = config.http;
  const isUntouched = forwardedFor === planted;
  if (trustProxy && isUntouched) {
    return [
      fault(
        'TRUST_PROXY is set, and X-Forwarded-For arrives as the caller has written it, so that limits and lockouts count nothing: let the proxy overwrite it, or unset TRUST_PROXY where there is none.',
      ),
    ];
  }
  if (trustProxy && forwardedFor === null) {
    return [
      fault(
        'TRUST_PROXY is set, and the proxy passes no X-Forwarded-For on, so that all callers count as one: let it set the header.',
      ),
    ];
  }
  if (!trustProxy && !isUntouched) {
    return [
      fault(
        'A proxy stands before the portal, so that all callers count as one and lock each other out: set TRUST_PROXY=1.',
      ),
    ];
  }
  if (forwardedFor?.includes(planted) && !isUntouched) {
    return [
      warning(
        'The proxy appends to X-Forwarded-For what it should overwrite: with a second proxy before it, callers could choose their addresses.',
      ),
    ];
  }
  return [];
}

function describeDate(date: string | undefined, now: Date): Finding[] {
  const differenceMs = date === undefined ? NaN : Date.parse(date) - now.getTime();
  if (!(Math.abs(differenceMs) > clockLimitMs)) return [];
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return [
    fault(
      `The clock of PUBLIC_URL is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} that of this machine: set both by NTP.`,
    ),
  ];
}

async function tryLargeBody(parts: DoctorParts): Promise<Finding[]> {
  const large = await ask(parts, parts.config.http.publicUrl, Buffer.alloc(largeBytes)).catch(() => undefined);
  if (large?.answer?.bodyBytes === largeBytes) return [];
  const answer = large === undefined ? 'it cuts the connection' : `it answers ${large.status}`;
  return [
    fault(
      `The proxy does not let bodies of 8 MiB through (${answer}), as assistants send them: raise its limit (client_max_body_size of nginx).`,
    ),
  ];
}

/** The certificate of PUBLIC_URL, as browsers see it. */
async function checkCertificate({ config, clock }: DoctorParts): Promise<readonly Finding[]> {
  const url = new URL(config.http.publicUrl);
  if (url.protocol !== 'https:') return [left('PUBLIC_URL is not of https.')];
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  let socket: TLSSocket;
  try {
    socket = await openTls(host, Number(url.port || 443));
  } catch (error) {
    const { code = (error as Error).name } = error as NodeJS.ErrnoException;
    return [fault(`There is no TLS at PUBLIC_URL (${code}): start the proxy, or correct its certificate.`)];
  }
  const certificate = socket.getPeerCertificate();
  const { authorizationError } = socket;
  socket.destroy();
  const endsAt = Date.parse(certificate.valid_to);
  const days = Math.floor((endsAt - clock.now().getTime()) / dayMs);
  const code = authorizationError === undefined || authorizationError === null ? undefined : toCode(authorizationError);
  if (days < 0) return [fault('The certificate of PUBLIC_URL has expired: renew it, and let the proxy load it.')];
  if (code === 'CERT_NOT_YET_VALID')
    return [fault('The certificate of PUBLIC_URL is not valid yet: correct the clock of this machine.')];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [fault(`The certificate of PUBLIC_URL is not for ${host}: order one for this name.`)];
  if (code !== undefined)
    return [
      fault(
        `The certificate of PUBLIC_URL is not trusted (${code}): serve it with the certificates between; where browsers trust its authority and this machine does not, name that in NODE_EXTRA_CA_CERTS.`,
      ),
    ];
  return days < soonDays
    ? [warning(`The certificate of PUBLIC_URL ends in ${days} days: see why it is not renewed.`)]
    : [ok(`The certificate of PUBLIC_URL is trusted, and valid for ${days} days.`)];
}

const toCode = (error: Error | string): string =>
  typeof error === 'string' ? error : ((error as NodeJS.ErrnoException).code ?? error.message);

function openTls(host: string, port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: /^[\d.]+$|:/.test(host) ? '' : host, rejectUnauthorized: false });
    socket.setTimeout(patienceMs, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once('secureConnect', () => resolve(socket));
  });
}

export const reachChecks: readonly Check[] = [
  { id: 'ports', isOfCommand: true, run: checkPorts },
  { id: 'public address', isOfCommand: true, run: checkPublicAddress },
  { id: 'certificate', isOfCommand: true, run: checkCertificate },
];
