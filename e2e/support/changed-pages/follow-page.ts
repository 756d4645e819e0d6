declare global {
  interface Window {
    /** Resolves once the page has rested: nothing has changed and no request has been open for a while. */
    waitForRest: () => Promise<void>;
  }
}

/** Runs in the page before its own scripts, alone: defines `waitForRest`. */
export function followPage(): void {
  const restMs = 120;
  let open = 0;
  let changedAt = performance.now();
  const touch = () => {
    changedAt = performance.now();
  };
  const send = window.fetch;
  window.fetch = async (...call) => {
    const [request] = call;
    const address = request instanceof Request ? request.url : String(request);
    // The stream of live updates stays open for as long as the page.
    const isAwaited = !/\/(?:events|page-views)$/.test(address);
    open += Number(isAwaited);
    try {
      return await send(...call);
    } finally {
      open -= Number(isAwaited);
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
    const loading = '[aria-busy="true"], [aria-label^="Loading"]';
    while (open > 0 || performance.now() - changedAt < restMs || document.querySelector(loading)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}
