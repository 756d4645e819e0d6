import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import type { CurrentUser } from '#contract/session/session-forms.ts';
import { makeCurrentUser, makeToken } from '../../../api/testing/make-current-user.ts';
import { mockApi } from '../../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../../api/testing/mock-api.ts';
import { renderPage } from '../../../testing/render-page.tsx';

type Answer = (request: Request) => Response | Promise<Response> | undefined;

interface OpenOptions {
  readonly Page: ComponentType;
  readonly path: string;
  /** The route's own path, where it has parameters. */
  readonly pattern?: string;
  readonly endpoints?: MockedEndpoints;
  readonly user?: Partial<CurrentUser>;
  /** Answers that need bytes, which the contract's mock does not pass on; `undefined` leaves it to the mock. */
  readonly answer?: Answer;
}

/** Opens a page of the skills as a SuperAdmin, over mocked endpoints. */
export function openSkills({ Page, path, pattern, endpoints = {}, user = {}, answer }: OpenOptions) {
  const signedIn = makeCurrentUser({ roles: ['SuperAdmin'], ...user });
  const api = mockApi({ session: { createToken: makeToken, getUser: signedIn }, ...endpoints });
  const mocked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    return (await answer?.(request)) ?? mocked(request);
  });
  const page = renderPage(Page, path, pattern);
  // Seen where a page stands for what does not exist.
  page.router.options.defaultNotFoundComponent = () => <h1>Not found</h1>;
  return { api, page, person: userEvent.setup() };
}

/** Texts that must never be more than text. */
export const attack = '"><img src=x onerror=alert(1)><script>alert(2)</script>javascript:alert(3)';

export const isFileCall = (request: Request) => new URL(request.url).pathname.startsWith('/api/files/');

export const givePicture = (request: Request) =>
  isFileCall(request) ? new Response('png', { headers: { 'content-type': 'image/png' } }) : undefined;
