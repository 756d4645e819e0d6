// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { parseSettings } from './settings.ts';

test('settings the server sent win over the defaults, part by part', () => {
  const parsed = parseSettings('{"brand":{"product":"Acme Portal"},"api":{"dev":"https://dev.example/api"}}');
  expect(parsed.brand.product).toBe('Acme Portal');
  expect(parsed.brand.supportEmail).toBe('support@example.com');
  expect(parsed.api).toEqual({ main: '/api', dev: 'https://dev.example/api' });
});

test('an unreadable or missing settings text leaves a working page', () => {
  for (const text of ['', '{', 'null', '[]', '"text"', '{"signUp":"maybe","nonce":7}']) {
    expect(parseSettings(text)).toMatchObject({ signUp: 'open', nonce: '', api: { main: '/api' } });
  }
});

test('a portal without sign-up says so', () => {
  expect(parseSettings('{"signUp":"closed"}').signUp).toBe('closed');
});
