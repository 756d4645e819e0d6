import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** The time to read a caption of so many characters, in milliseconds. */
const readingMs = (text: string) => 900 + text.length * 35;

const travelMs = 500;

/** A page with a caption below and a pointer that goes to what is clicked, so that a film without sound can be followed. */
export interface Stage {
  readonly page: Page;
  /** Shows a caption for as long as it takes to read it. */
  say: (text: string) => Promise<void>;
  /** Moves the pointer to an element and clicks it. */
  click: (target: Locator) => Promise<void>;
  /** Types as a person does. */
  type: (text: string) => Promise<void>;
  /** Hides caption and pointer while a picture is taken. */
  hidden: (take: () => Promise<unknown>) => Promise<void>;
}

export function createStage(page: Page): Stage {
  let caption = '';
  let at = { x: 720, y: 450 };
  const draw = (isShown = true) => page.evaluate(drawStage, { caption, at, isShown, pointerMs: travelMs });
  page.on('load', () => void draw().catch(() => undefined));
  return {
    page,
    say: async (text) => {
      caption = text;
      await draw();
      await sleep(readingMs(text));
    },
    click: async (target) => {
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error(`${target} is not on the page.`);
      at = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
      await draw();
      await sleep(travelMs + 250);
      await target.click();
    },
    type: (text) => page.keyboard.type(text, { delay: 70 }),
    hidden: async (take) => {
      await draw(false);
      await take();
      await draw();
    },
  };
}

interface Drawing {
  readonly caption: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly isShown: boolean;
  readonly pointerMs: number;
}

/** Runs in the page. Popovers, because only these are drawn above dialogs. */
function drawStage({ caption, at, isShown, pointerMs }: Drawing): void {
  const find = (id: string) => {
    const found = document.getElementById(id);
    if (found) return found;
    const made = document.createElement('div');
    made.id = id;
    made.popover = 'manual';
    made.inert = true;
    Object.assign(made.style, { position: 'fixed', border: '0', margin: '0', inset: 'auto', pointerEvents: 'none' });
    document.body.append(made);
    return made;
  };
  const words = find('film-caption');
  words.textContent = caption;
  Object.assign(words.style, {
    left: '50%',
    bottom: '32px',
    transform: 'translateX(-50%)',
    padding: '12px 22px',
    borderRadius: '10px',
    background: 'rgb(17 24 39 / 0.92)',
    color: 'white',
    fontSize: '22px',
    fontWeight: '500',
    maxWidth: '1100px',
    textAlign: 'center',
  });
  const pointer = find('film-pointer');
  Object.assign(pointer.style, {
    width: '22px',
    height: '22px',
    padding: '0',
    borderRadius: '50%',
    background: 'rgb(37 99 235 / 0.35)',
    boxShadow: '0 0 0 2px rgb(37 99 235 / 0.8)',
    transition: `left ${pointerMs}ms ease, top ${pointerMs}ms ease`,
  });
  for (const part of [words, pointer]) {
    if (part.matches(':popover-open')) part.hidePopover();
    if (isShown && (part !== words || caption)) part.showPopover();
  }
  // The layout is read in between, so that the pointer moves from where it was.
  pointer.getBoundingClientRect();
  Object.assign(pointer.style, { left: `${at.x - 11}px`, top: `${at.y - 11}px` });
}
