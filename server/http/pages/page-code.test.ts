import { expect, test } from 'vitest';
import { writePageLinks } from './page-code.ts';

const pageCode = {
  '/users': ['/assets/users.js', '/assets/users.css'],
  '/users/$id': ['/assets/user.js'],
  '/settings/usage/{-$sortFilter}/{-$sortOption}': ['/assets/usage.js'],
};

test.each([
  [
    '/users',
    ['modulepreload" crossorigin href="/assets/users.js"', 'preload" as="style" crossorigin href="/assets/users.css"'],
  ],
  [
    '/users/',
    ['modulepreload" crossorigin href="/assets/users.js"', 'preload" as="style" crossorigin href="/assets/users.css"'],
  ],
  ['/users/42', ['modulepreload" crossorigin href="/assets/user.js"']],
  ['/settings/usage', ['modulepreload" crossorigin href="/assets/usage.js"']],
  ['/settings/usage/byCost/ascending', ['modulepreload" crossorigin href="/assets/usage.js"']],
  ['/settings/usage/byCost/ascending/more', []],
  ['/nowhere', []],
  ['/constructor', []],
])('a browser that opens %s fetches at once what that page needs', (path, links) => {
  expect(writePageLinks(pageCode, path)).toBe(links.map((link) => `<link rel="${link}>`).join(''));
});
