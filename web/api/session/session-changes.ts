/**
 * Sign-ins and sign-outs, sent to every tab of the portal, because all tabs share one session cookie. `ended` is a session
 * that ended without a sign-out in this browser: from another device, by an administrator, or unused for too long.
 */
const sessionChanges = ['signed-in', 'signed-out', 'ended'] as const;
export type SessionChange = (typeof sessionChanges)[number];

type Listener = (change: SessionChange, from: 'this-tab' | 'other-tab') => void;

const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');

const tell: Listener = (change, from) => {
  for (const listener of listeners) listener(change, from);
};

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const change = sessionChanges.find((each) => each === data);
  if (change) tell(change, 'other-tab');
});

/** Calls back at every change, from whichever tab it came. Returns what ends it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function announceSessionChange(change: SessionChange) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  channel?.postMessage(change);
  tell(change, 'this-tab');
}
