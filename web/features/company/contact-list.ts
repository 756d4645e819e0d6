/** Where the arrow keys lead from `index` in a list of `count`; -1 is before the first. Goes round at both ends. */
export function findNextIndex(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}

type ListAct = 'down' | 'up' | 'choose' | 'close';

const acts: Readonly<Record<string, ListAct>> = { ArrowDown: 'down', ArrowUp: 'up', Enter: 'choose', Escape: 'close' };

/** What a key does to the list; undefined leaves it to the field. A closed list only answers to the arrows. */
export function findListAct(key: string, isOpen: boolean): ListAct | undefined {
  const act = acts[key];
  return isOpen || act === 'down' || act === 'up' ? act : undefined;
}
