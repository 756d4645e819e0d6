import type { ReactNode } from 'react';
import { CloudDrawing } from './cloud-drawing.tsx';
import { accent, DrawingFrame, ground } from './drawing-frame.tsx';

/** Line drawings of empty states, in ink and accent. */
export const drawings = {
  people: (
    <DrawingFrame>
      {ground}
      <circle cx="42" cy="42" r="9" />
      <path d="M26 78c0-12 6-19 16-19s16 7 16 19" />
      <circle cx="86" cy="42" r="9" />
      <path d="M70 78c0-12 6-19 16-19s16 7 16 19" />
      <circle cx="64" cy="30" r="11" {...accent} />
      <path d="M44 78c0-16 8-24 20-24s20 8 20 24Z" {...accent} />
    </DrawingFrame>
  ),
  search: (
    <DrawingFrame>
      {ground}
      <path d="M24 22h52M24 36h34M24 50h40M24 64h28" stroke="var(--rule-strong)" />
      <circle cx="80" cy="42" r="20" {...accent} />
      <path d="m94.5 56.5 14 14" />
      <path d="M73 42h14" stroke="var(--accent)" />
    </DrawingFrame>
  ),
  papers: (
    <DrawingFrame>
      {ground}
      <path d="M36 78V24h40v54" />
      <path d="M52 78V12h32l10 10v56Z" {...accent} />
      <path d="M84 12v10h10M62 34h20M62 44h20M62 54h12" stroke="var(--accent)" />
    </DrawingFrame>
  ),
  plug: (
    <DrawingFrame>
      <path d="M8 46h26M94 46h26" stroke="var(--rule-strong)" />
      <path d="M34 34h10a12 12 0 0 1 0 24H34Z" {...accent} />
      <path d="M56 41h10M56 51h10" stroke="var(--accent)" />
      <path d="M94 34H84a12 12 0 0 0 0 24h10Z" />
      <path d="M66 22v-8M56 24l-4-6M76 24l4-6" stroke="var(--rule-strong)" />
    </DrawingFrame>
  ),
  building: (
    <DrawingFrame>
      {ground}
      <path d="M20 78V56h24v22M84 78V48h24v30" />
      <path d="M44 78V30l20-16 20 16v48Z" {...accent} />
      <path d="M56 78V60h16v18M64 34v8" stroke="var(--accent)" />
      <path d="M28 64h8M92 58h8M92 66h8" stroke="var(--rule-strong)" />
    </DrawingFrame>
  ),
  signpost: (
    <DrawingFrame>
      {ground}
      <path d="M64 78V10" />
      <path d="M64 18h36l8 8-8 8H64Z" {...accent} />
      <path d="M64 40H30l-8 8 8 8h34Z" />
      <path d="M52 78c2-4 4-5 6-5M70 73c3 0 5 1 6 5" stroke="var(--rule-strong)" />
    </DrawingFrame>
  ),
  clock: (
    <DrawingFrame>
      {ground}
      <circle cx="64" cy="42" r="26" {...accent} />
      <path d="M64 26v16l11 8" stroke="var(--accent)" />
      <path d="M64 10v-4M98 42h4M26 42h4" stroke="var(--rule-strong)" />
    </DrawingFrame>
  ),
  cloud: <CloudDrawing />,
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;
