import { createStore } from '../../lib/create-store.ts';

/** Changes with what is announced of a maintenance; undefined while changes are allowed. */
export const maintenanceStore = createStore<string | undefined>(undefined);

/** Notes what an answer of the API says of it. */
export function noteMaintenance({ headers }: Response): void {
  const announced = headers.get('x-maintenance') ?? undefined;
  if (announced !== maintenanceStore.get()) maintenanceStore.set(announced);
}
