import type { ArrivalDialog } from '../../records/use-dialog-on-arrival.ts';
import { foldSearch, foldText } from '../../lib/fold-text.ts';

/** The groups of commands, in the order in which they are shown. */
export const commandGroups = [
  'Actions',
  'Pages',
  'Views',
  'People',
  'Skills',
  'Assistant keys',
  'Invoices',
  'Conversations',
  'Companies',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** An entry of the palette: where it leads, or what it does. */
export interface Command {
  /** Unique among all. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  /** Beside the title, and searched too. */
  readonly detail?: string | undefined;
  /** Further words by which it is found. */
  readonly keywords?: string;
  readonly to?: {
    readonly path: string;
    readonly search?: Readonly<Record<string, unknown>>;
    readonly opensDialog?: ArrivalDialog;
  };
  readonly run?: () => void;
}

/** The most entries of a group that are shown. */
const shownPerGroup = 6;

/**
 * The commands that hold every word that was typed, by group; those whose title begins with the text come first. Without a
 * text the actions and pages alone.
 */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const typed = foldSearch(text);
  const words = typed.split(' ').filter(Boolean);
  if (words.length === 0) return commands.filter(({ group }) => group === 'Actions' || group === 'Pages');
  const found = commands.filter(({ title, detail = '', keywords = '' }) => {
    const searched = foldText(`${title} ${detail} ${keywords}`);
    return words.every((word) => searched.includes(word));
  });
  const rank = ({ title }: Command) => Number(!foldText(title).startsWith(typed));
  return commandGroups.flatMap((group) =>
    found
      .filter((command) => command.group === group)
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, shownPerGroup),
  );
}
