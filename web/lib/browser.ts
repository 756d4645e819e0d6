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
