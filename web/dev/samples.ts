import type { ReactNode } from 'react';

/** One part of the kit in its states. A new part is one more of these in the list of its family. */
export interface Sample {
  readonly title: string;
  /** Renders each state by its name. */
  readonly render: () => Readonly<Record<string, ReactNode>>;
}

/** The parts of one file of `web/dev/families`. */
export interface Family {
  readonly title: string;
  readonly samples: readonly Sample[];
}

/** The id of an element of the page: 'Status badge' is at `#status-badge`. */
export const toAnchor = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
