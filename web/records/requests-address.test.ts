import { expect, test } from 'vitest';
import { parseRequests, toRequestsSearch } from './requests-address.ts';

const days = { from: '2026-11-01', to: '2026-11-30' };

test.each([
  [{ ...days }, 'all~2026-11-01~2026-11-30'],
  [{ ...days, skill: 's', user: 'u' }, 's~2026-11-01~2026-11-30~u'],
  [{ ...days, conversation: 'c' }, 'all~2026-11-01~2026-11-30~~c'],
  [{ ...days, user: 'u', conversation: 'c' }, 'all~2026-11-01~2026-11-30~u~c'],
])('%j stands in the address as %s', (requests, skill) => {
  const search = toRequestsSearch(requests);
  expect(search).toEqual({ period: '2026-11', skill });
  expect(parseRequests(search.skill)).toEqual({ skill: 'all', user: undefined, conversation: undefined, ...requests });
});
