import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ConfigError } from '../config/check-variables.ts';
import { DatabaseUnavailable } from '../database/connection/errors.ts';
import { listenForMetrics } from '../http/metrics/metrics-server.ts';
import { describeFailure, listenAs } from './describe-failure.ts';

const source = { contentType: 'text/plain', render: () => Promise.resolve('') };
const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
const listenAt = (host: string, port: number) =>
  listenAs(names, () => listenForMetrics(source, { host, port })).then(
    () => 'listens',
    (error: unknown) => describeFailure(error),
  );

test('a taken port and a wrong host are described by the variables of their listener', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await listenAt('127.0.0.1', port)).toBe(
    `METRICS_PORT ${port} is already in use: stop what listens there, or set another METRICS_PORT.`,
  );
  taken.close();
  expect(await listenAt('192.0.2.1', 0)).toBe(
    'METRICS_HOST 192.0.2.1 is no address of this machine: set another METRICS_HOST.',
  );
  expect(await listenAt('no such host', 0)).toMatch(/^METRICS_HOST no such host is no address of this machine/);
});

function makePostgresError(code: string) {
  return Object.assign(new pg.DatabaseError('duplicate "Mari Maasikas"', 1, 'error'), { code });
}

test.each([
  [new ConfigError('PORT must be a port.'), /^PORT must be a port\.$/],
  [new DatabaseUnavailable('unreachable'), /^The database can not be reached/],
  [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 25 }),
    /^127\.0\.0\.1:25 can not be connected to \(ECONNREFUSED\)/,
  ],
  [Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }), /^The disk is full/],
  [makePostgresError('28P01'), /its password is wrong: correct the address/],
  [makePostgresError('3D000'), /^There is no such database/],
  [makePostgresError('23505'), /^This is a fault of the program: DatabaseError 23505: duplicate "…"/],
  [
    Object.assign(new Error('EROFS: x'), { code: 'EROFS', syscall: 'open', path: '/srv/x' }),
    /^\/srv\/x can not be used/,
  ],
  [
    new TypeError('x is undefined\nline two'),
    /^This is a fault of the program: TypeError: x is undefined line two at /,
  ],
  ['text', /^This is a fault of the program/],
])('%s is described in one line', (error, line) => {
  expect(describeFailure(error)).toMatch(line);
  expect(describeFailure(error)).not.toMatch(/\n|Mari/);
});

test('an address that is no setting is named by its argument', () => {
  const line = describeFailure(new DatabaseUnavailable('unreachable'), [], '--to');
  expect(line).toBe('The database can not be reached: start it, or correct its address (--to).');
});
