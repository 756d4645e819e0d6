/** Calls of pages to the browser itself; tests watch it. */
export const browser = {
  /** Leaves the portal for another site. */
  open(address: string): void {
    window.location.assign(address);
  },
  reload(): void {
    window.location.reload();
  },
};

interface Line {
  readonly saveData?: boolean;
  /** Chromium's estimate of the line, by its round trips and rate. */
  readonly effectiveType?: string;
}

const slowTypes = new Set(['slow-2g', '2g', '3g']);

/** Whether nothing is to be fetched before it is needed: the browser saves data, or the line is slow. */
export function sparesLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || slowTypes.has(connection?.effectiveType ?? '');
}
