import type { Route } from 'playwright-core';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Answers that the tabs which take the same steps share. */
export interface SharedAnswers {
  /** Answers the calls of one more tab. */
  readonly openTab: () => (route: Route) => Promise<void>;
  /** From now on what would change something is refused, as it is by a server in trouble. */
  readonly refuseChanges: () => void;
  readonly allowChanges: () => void;
}

const trouble = {
  status: 500,
  json: { code: 'internal', message: 'Something went wrong on our side. Please try again.', requestId: 'refused' },
};

/**
 * Gives tabs that take the same steps the same answers: the nth call of each is answered as that of the first tab that made it. What
 * others change between two calls is then no difference of the pages, and three tabs ask no more than one. Nothing comes live.
 */
export function shareAnswers(): SharedAnswers {
  const answers = new Map<string, Promise<Answer>[]>();
  /** Calls that only read, though they are no GET. */
  const reading = new Set<string>();
  let isRefusing = false;

  function openTab() {
    const counts = new Map<string, number>();
    return async (route: Route): Promise<void> => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      // Live updates stay open for as long as the page.
      if (pathname.endsWith('/events')) return;
      // Three views of a page would be three different counts of them.
      if (pathname.endsWith('/page-views')) return route.fulfill({ status: 204 });
      const isChange = request.method() !== 'GET' && !pathname.endsWith('/session/token') && !reading.has(pathname);
      if (isChange && isRefusing) return route.fulfill(trouble);
      if (isChange && !isRefusing) reading.add(pathname);
      if (pathname.includes('/session/')) return route.continue();
      const key = `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const known = answers.get(key) ?? [];
      answers.set(key, known);
      known[count] ??= ask(route);
      // The page may have given up the call.
      await known[count].then((answer) => route.fulfill(answer)).catch(() => undefined);
    };
  }

  return {
    openTab,
    refuseChanges: () => void (isRefusing = true),
    allowChanges: () => void (isRefusing = false),
  };
}

async function ask(route: Route): Promise<Answer> {
  const answer = await route.fetch();
  const headers = Object.entries(answer.headers());
  // The body is read as it was before it was packed.
  const kept = headers.filter(([name]) => name !== 'content-encoding' && name !== 'content-length');
  return { status: answer.status(), headers: Object.fromEntries(kept), body: await answer.body() };
}
