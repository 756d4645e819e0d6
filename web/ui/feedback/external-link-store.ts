import { createStore } from '../../lib/create-store.ts';

/** The address of the link that the external link dialog stands for; undefined while it is closed. */
export const externalLinkStore = createStore<string | undefined>(undefined);

/** Opens the dialog that confirms leaving the portal. */
export const openExternalLinkDialog = (href: string): void => externalLinkStore.set(href);

export const closeExternalLinkDialog = (): void => externalLinkStore.set(undefined);
