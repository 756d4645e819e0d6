/** Remembers keys for a time, at most so many of them: the oldest is forgotten first. */
export function createRecentKeys({ ms, max }: { readonly ms: number; readonly max: number }) {
  const seen = new Map<string, number>();
  return {
    /** Whether the key was not there within the time before; it is from now on. */
    claim(key: string, now: Date): boolean {
      const at = seen.get(key);
      if (at !== undefined && now.getTime() - at < ms) return false;
      seen.delete(key);
      seen.set(key, now.getTime());
      const [oldest] = seen.keys();
      if (seen.size > max && oldest !== undefined) seen.delete(oldest);
      return true;
    },
    /** The key is claimed again by the next call, because what it stood for was not done. */
    forget(key: string): void {
      seen.delete(key);
    },
  };
}
