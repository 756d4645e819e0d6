import { expect, test } from 'vitest';
import { serializeError } from './serialize-error.ts';

test('type, code, constraint, place and causes are kept', () => {
  const cause = Object.assign(new TypeError('no good'), { code: '23505', constraint: 'users__email', table: 'users' });
  const logged = serializeError(new Error('it failed', { cause }));
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'it failed',
    cause: { type: 'TypeError', message: 'no good', code: '23505', constraint: 'users__email', table: 'users' },
  });
  expect(logged?.stack).toMatch(/^at .*serialize-error\.test\.ts:\d+:\d+/);
});

test.each([
  'Failed query: insert into users values ($1)\nparams: planted',
  'invalid input syntax for type uuid: "planted"',
  '550 5.1.1 <planted@mail.example> is unknown',
  'Unexpected token in "{\\"name\\":\n    at planted (/x.ts:1:1)" of the answer',
  'Failed query: select\n    at planted (/x.ts:1:1)',
])('of the message %j nothing entered is kept, neither in the stack', (message) => {
  expect(JSON.stringify(serializeError(new Error(message)))).not.toContain('planted');
});

test('other properties, and what is no error, are dropped', () => {
  const error = Object.assign(new Error('refused'), {
    params: ['planted'],
    detail: 'Key (email)=(planted)',
    where: 'planted',
  });
  expect(JSON.stringify(serializeError(error))).not.toContain('planted');
  expect(serializeError({ email: 'planted' })).toEqual({ type: 'object', message: '', stack: '' });
  expect(serializeError('planted')).toEqual({ type: 'string', message: '', stack: '' });
});

test('causes that lead in a circle come to an end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(serializeError(error)).match(/"message":"round"/g)).toHaveLength(5);
});
