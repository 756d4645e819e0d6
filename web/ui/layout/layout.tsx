import { createElement, type ComponentPropsWithRef, type CSSProperties, type JSX, type ReactNode } from 'react';
import styles from './layout.module.css';

export type Tag = keyof JSX.IntrinsicElements;

/** The spaces of `web/theme/tokens.css`, in quarters of a rem; `hair` is 2 px, `wide` 12 quarters
 * and 8 in a narrow window. */
export type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16 | 'hair' | 'wide';

/** The looks that every part can take: place, space around it, text and frame. All values are tokens. */
export interface Look {
  /** Space before and after the part. */
  above?: Space;
  below?: Space;
  /** Space to what stands before it on its line. */
  beside?: Space;
  /** Room within the frame: one space all round, or as in CSS. */
  pad?: Space | readonly [block: Space, inline: Space, end?: Space];
  /** In a row: takes the room that is left, gives way, keeps its width, or stands at the end, as in a stack. */
  grow?: boolean;
  shrink?: boolean;
  fixed?: boolean;
  push?: boolean;
  /** Takes the whole width of its place. */
  full?: boolean;
  /** The widest that it gets, in rem; texts read well at 42. */
  measure?: number;
  /** Its width in rem, whatever it holds. */
  breadth?: number;
  /** At least as high as a button, or as so many rem, so that nothing moves when the content comes. */
  tall?: boolean | number;
  /** A surface with round corners; those with the name of a tone are notices. */
  card?: 'plain' | 'raised' | 'sunken' | 'accent' | 'amber' | 'red';
  /** Hairlines; `entries` are those between and around the children of a list. */
  rule?: 'above' | 'below' | 'both' | 'strong-above' | 'strong-both' | 'entries';
  /** `field` is the size in fields and buttons. */
  size?: 'xs' | 'sm' | 'field' | 'md' | 'lg';
  /** `quiet` is a link with the colour of the text around it. */
  tone?: 'ink' | 'soft' | 'faint' | 'accent' | 'red' | 'green' | 'amber' | 'quiet';
  weight?: 'plain' | 'medium' | 'strong';
  /** Figures that stand one below the other. */
  number?: boolean;
  mono?: boolean;
  /** Anywhere, never, never and cut, as written, or without a last line of one word. */
  breaks?: 'anywhere' | 'never' | 'clip' | 'kept' | 'pretty';
  /** Cut after this many lines. */
  lines?: number;
  text?: 'end' | 'center';
  /** A link that takes the clicks of the whole frame around it, which is `framing`. */
  whole?: boolean;
  framing?: boolean;
  /** An inline element on a line of its own. */
  block?: boolean;
  /** A list with bullets. */
  bullets?: boolean;
  /** Figures of before, while newer ones are fetched. */
  stale?: boolean;
}

export interface Flow {
  gap?: Space;
  /** Between the lines of a row that wraps, where it is not `gap`. */
  rowGap?: Space;
  align?: 'start' | 'end' | 'center' | 'baseline' | 'stretch';
}

interface RowFlow extends Flow {
  justify?: 'between' | 'center' | 'end';
  /** Everywhere, or below 640 px. */
  wrap?: boolean | 'phone';
  inline?: boolean;
}

interface ColumnsFlow extends Flow {
  /**
   * A number of equal columns; their least width, of which there are as many as there is room for; or each one's width: a share
   * of the room, a length, `≤` a length, or that of its content.
   */
  of?: number | string | readonly (number | string)[];
  /** The window below which there is one column: 640 or 1024 px. */
  collapse?: 'phone' | 'tablet';
}

export type PartProps<T extends Tag, Own> = Own &
  Look & { as?: T } & Omit<ComponentPropsWithRef<T>, keyof Own | keyof Look | 'as'>;

/** Children one below the other. */
export function Stack<T extends Tag = 'div'>(props: PartProps<T, Flow>): ReactNode {
  return renderPart('stack', 'div', props);
}

/** Children one beside the other, centred on the line unless `align` is given. */
export function Row<T extends Tag = 'div'>(props: PartProps<T, RowFlow>): ReactNode {
  return renderPart('row', 'div', props);
}

/** Children in a grid. */
export function Columns<T extends Tag = 'div'>(props: PartProps<T, ColumnsFlow>): ReactNode {
  return renderPart('columns', 'div', props);
}

/** A frame or a section: looks without an order of its children. */
export function Block<T extends Tag = 'div'>(props: PartProps<T, object>): ReactNode {
  return renderPart('', 'div', props);
}

/** Words: a paragraph unless `as` is given. */
export function Text<T extends Tag = 'p'>(props: PartProps<T, object>): ReactNode {
  return renderPart('', 'p', props);
}

/** The names of the looks, for elements that other libraries render: `<Link {...look({ size: 'sm' })}>`. */
export function look(looks: Look & RowFlow & { row?: boolean }): { className: string; style?: CSSProperties } {
  const { row = false, ...rest } = looks;
  return toAttributes(row ? 'row' : '', rest) as { className: string; style?: CSSProperties };
}

/** Renders a part; `kind` is a class of the style sheet. */
export function renderPart(
  kind: string,
  tag: Tag,
  { as = tag, ...props }: { as?: Tag } & Record<string, unknown>,
): ReactNode {
  return createElement(as, toAttributes(kind, props));
}

/** Looks that are attributes, by which the style sheet finds them. One text, because the log-in page fetches it. */
const attributeLooks = new Set(
  'block breaks bullets collapse fixed framing full grow inline mono number push rule shrink stale whole wrap'.split(
    ' ',
  ),
);

const toLength = (space: Space) => `var(--space-${space})`;
const toRem = (count: number) => `${count}rem`;

const toneNames: Record<string, string> = { soft: 'var(--ink-soft)', faint: 'var(--ink-faint)', quiet: 'currentcolor' };
const cardNames: Record<string, string> = { plain: 'none', raised: 'var(--raised)', sunken: 'var(--sunken)' };
const weights = { plain: '400', medium: '520', strong: '560' };

/** Looks with a value, which is a variable of the element. */
const variableLooks: Record<string, (value: never) => string> = {
  align: String,
  justify: (place: string) => (place === 'between' ? 'space-between' : place),
  card: (card: string) => cardNames[card] ?? `var(--${card}-soft)`,
  size: (size: string) => (size === 'field' ? '0.875rem' : `var(--text-${size})`),
  tone: (tone: string) => toneNames[tone] ?? `var(--${tone})`,
  weight: (weight: keyof typeof weights) => weights[weight],
  text: String,
  above: toLength,
  below: toLength,
  beside: toLength,
  gap: toLength,
  rowGap: toLength,
  pad: (value: Space | readonly Space[]) => [value].flat().map(toLength).join(' '),
  measure: toRem,
  breadth: toRem,
  tall: (height: true | number) => toRem(height === true ? 2.25 : height),
  lines: String,
  of: toTracks,
};

function toAttributes(kind: string, { className, style, ...props }: Record<string, unknown>): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(props)) {
    const toValue = variableLooks[name];
    if (toValue) {
      if (value === undefined || value === false) continue;
      variables[`--${name}`] = toValue(value as never);
      attributes[`data-${name.toLowerCase()}`] = typeof value === 'string' ? value : '';
    } else if (attributeLooks.has(name)) {
      if (value !== undefined && value !== false) attributes[`data-${name}`] = value === true ? '' : value;
    } else {
      attributes[name] = value;
    }
  }
  const classes = [styles.part, kind && styles[kind], className].filter(Boolean).join(' ');
  return { ...attributes, className: classes, style: { ...variables, ...(style as object) } };
}

function toTracks(columns: number | string | readonly (number | string)[]): string {
  if (typeof columns === 'string') return `repeat(auto-fill, minmax(min(${columns}, 100%), 1fr))`;
  if (typeof columns === 'number') return `repeat(${columns}, minmax(0, 1fr))`;
  const tracks = columns.map((width) => {
    if (typeof width === 'number') return `minmax(0, ${width}fr)`;
    return width.startsWith('≤') ? `minmax(0, ${width.slice(1)})` : width;
  });
  return tracks.join(' ');
}
