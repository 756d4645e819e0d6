import { accent, DrawingFrame, ground } from './drawing-frame.tsx';

/** For what could not be reached. Apart from the other drawings, because the error page stands on every page. */
export function CloudDrawing() {
  return (
    <DrawingFrame>
      {ground}
      <path d="M42 62a13 13 0 0 1-1-26 20 20 0 0 1 38-4 15 15 0 0 1 7 30Z" {...accent} />
      <path d="m54 42 20 14M74 42 54 56" stroke="var(--accent)" />
    </DrawingFrame>
  );
}
