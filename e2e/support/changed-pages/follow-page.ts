declare global {
  interface Window {
    /** Resolves once the page has rested: nothing has changed and no request has been open for a while. Rejects after a minute with what has kept it. */
    waitForRest: () => Promise<void>;
  }
}

/** Runs in the page before its own scripts, alone: defines `waitForRest`. */
export function followPage(): void {
  const restMs = 120;
  const limitMs = 60_000;
  const open = new Map<string, number>();
  let changedAt = performance.now();
  let changed = '';
  const touch = (records?: readonly MutationRecord[]) => {
    changedAt = performance.now();
    const target = records?.at(-1)?.target;
    if (target)
      changed = `${target.nodeName} ${(target as Element).className ?? ''} ${target.textContent?.slice(0, 80)}`;
  };
  const count = (address: string, step: 1 | -1) => {
    const left = (open.get(address) ?? 0) + step;
    if (left === 0) open.delete(address);
    else open.set(address, left);
  };
  const send = window.fetch;
  window.fetch = async (...call) => {
    const [request] = call;
    const address = request instanceof Request ? request.url : String(request);
    // The stream of live updates stays open for as long as the page.
    const isAwaited = !/\/(?:events|page-views)(?:\?|$)/.test(address);
    if (isAwaited) count(address, 1);
    try {
      return await send(...call);
    } finally {
      if (isAwaited) count(address, -1);
      touch();
    }
  };
  new MutationObserver(touch).observe(document, {
    childList: true,
    characterData: true,
    attributes: true,
    subtree: true,
  });
  window.waitForRest = async () => {
    touch();
    const startedAt = performance.now();
    const loading = '[aria-busy="true"], [aria-label^="Loading"]';
    const isMoving = () =>
      open.size > 0 || performance.now() - changedAt < restMs || document.querySelector(loading) !== null;
    while (isMoving()) {
      if (performance.now() - startedAt > limitMs) {
        const busy = document.querySelector(loading)?.outerHTML.slice(0, 200);
        throw new Error(`No rest at ${location.pathname}: ${[...open.keys()].join(', ')}; ${busy}; changed ${changed}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}
