import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../config/log.ts';
import { testLog } from '../../config/testing/test-log.ts';
import { parseAllowedTargets } from '../../lib/network/outbound-targets.ts';
import { Problem } from '../../lib/request/problem.ts';
import { traceStep } from '../../lib/tracing/spans.ts';
import { createOutbound } from '../assistants/guarded-request.ts';
import { createExportedTraces } from './exported-traces.ts';
import { startReceiver } from './testing/receiver.ts';

afterEach(() => vi.unstubAllEnvs());

const callerTrace = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';
const fromCaller = (flags: string) =>
  new Headers({ traceparent: `00-${callerTrace}-${callerSpan}-${flags}`, tracestate: 'planted=planted' });

async function startTraces({ hangs = false } = {}) {
  const receiver = await startReceiver({ hangs });
  const lines: string[] = [];
  const log = createLog(testLog('info'), { write: (line) => void lines.push(line) });
  const traces = createExportedTraces({ url: `${receiver.url}/v1/traces`, serviceName: 'steward-test', log });
  return { receiver, traces, log, lines };
}

test('a caller’s trace is continued, passed on to what is called, and named in the log', async () => {
  const { receiver, traces, log, lines } = await startTraces();
  const called: unknown[] = [];
  receiver.onExport = (path, { traceparent, tracestate }) => called.push({ path, traceparent, tracestate });
  const allowed = parseAllowedTargets(`127.0.0.1:${receiver.port}`) ?? [];
  const outbound = createOutbound({ ports: [], allowed, ownHost: 'portal.test', resolveHost: async () => [] });
  await traces.traceRequest(fromCaller('01'), async () => {
    const { signal } = new AbortController();
    const target = await outbound.vet(`http://127.0.0.1:${receiver.port}`, signal);
    log.info('called');
    await outbound.send(target, { path: '/planted', isBodyRead: false }, signal);
  });
  await traces.close();
  const [call, request] = receiver.listSpans();
  expect(request).toMatchObject({ name: 'request', traceId: callerTrace, parentSpanId: callerSpan });
  expect(call).toMatchObject({
    name: 'outgoing call',
    traceId: callerTrace,
    parentSpanId: request?.spanId,
    attributes: { 'http.response.status_code': 200 },
  });
  const traceparent = `00-${callerTrace}-${call?.spanId}-01`;
  expect(called[0]).toEqual({ path: '/planted', traceparent, tracestate: undefined });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'called', traceId: callerTrace }]);
  expect(receiver.readText()).not.toContain('planted');
  expect(receiver.readText()).toContain('steward-test');
  await receiver.close();
});

test('a failure says its class and not its message; a Problem is none', async () => {
  const { receiver, traces } = await startTraces();
  const run = (work: () => Promise<void>) => traces.traceJob({ queue: 'mail.send', attempt: 2 }, work);
  const step = (error: Error) =>
    run(() =>
      traceStep({ name: 'step' }, async () => {
        throw error;
      }),
    );
  await expect(step(new TypeError('planted'))).rejects.toThrow('planted');
  await expect(step(new Problem('record.stale', { detail: 'planted' }))).rejects.toThrow('planted');
  await traces.close();
  expect(receiver.listSpans().map(({ name, status, attributes }) => [name, status.code, attributes])).toEqual([
    ['step', 2, { 'error.type': 'TypeError' }],
    ['job mail.send', 2, { 'error.type': 'TypeError', 'steward.job.attempt': 2 }],
    ['step', 0, {}],
    ['job mail.send', 0, { 'steward.job.attempt': 2 }],
  ]);
  expect(receiver.readText()).not.toContain('planted');
  await receiver.close();
});

test('the sampler of the standard variables decides, and a caller that does not sample', async () => {
  const { receiver, traces } = await startTraces();
  await traces.traceRequest(fromCaller('00'), async () => undefined);
  await traces.close();
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_off');
  const silent = createExportedTraces({
    url: receiver.url,
    serviceName: 'x',
    log: createLog(testLog('silent'), process.stdout),
  });
  await silent.traceRequest(new Headers(), async () => undefined);
  await silent.close();
  expect(receiver.readText()).toBe('');
  await receiver.close();
});

test('a receiver that never answers delays no work and no stop, and is logged once', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100');
  vi.stubEnv('OTEL_BSP_MAX_QUEUE_SIZE', '600');
  const { receiver, traces, lines } = await startTraces({ hangs: true });
  const startedMs = performance.now();
  for (let number = 0; number < 5000; number += 1) await traces.traceRequest(new Headers(), async () => undefined);
  const workedMs = performance.now() - startedMs;
  await traces.close();
  expect(workedMs).toBeLessThan(10_000);
  expect(performance.now() - startedMs - workedMs).toBeLessThan(10_000);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'traces not exported; further failures are not logged',
  ]);
  await receiver.close();
});
