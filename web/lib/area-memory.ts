/** Values that pages of the present area remember beside the address, for example a selection. */
const remembered = new Map<string, unknown>();

/** Undefined where nothing is remembered under this name. */
export function recall<Value>(name: string): Value | undefined {
  return remembered.get(name) as Value | undefined;
}

/** Until the area is left. */
export function remember(name: string, value: unknown): void {
  remembered.set(name, value);
}

/** The area has been left. */
export function forgetArea(): void {
  remembered.clear();
}
