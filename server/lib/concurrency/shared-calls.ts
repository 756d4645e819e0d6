/**
 * Lets calls for the same key that come while one is under way share the next one. Each caller is answered by a call
 * that began after it came, so nothing is older than if everybody asked alone; a thousand at once are two calls.
 */
export function createSharedCalls<T>(call: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, { readonly now: Promise<T>; next: Promise<T> | undefined }>();
  const start = (key: string): Promise<T> => {
    const turn = { now: call(key), next: undefined as Promise<T> | undefined };
    running.set(key, turn);
    const end = () => {
      if (running.get(key) === turn && !turn.next) running.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  };
  return (key) => {
    const turn = running.get(key);
    if (!turn) return start(key);
    const goOn = () => start(key);
    return (turn.next ??= turn.now.then(goOn, goOn));
  };
}
