import { Fragment, lazy, Suspense, useState } from 'react';
import { rowFormatNames, rowFormats } from '#features/protection/contract/formats/row-format-facts.ts';
import type { RowFormat } from '#features/protection/contract/row-formats.ts';
import type { RowFileForm } from '#features/protection/contract/row-files.ts';
import { getRowKind, toListName, type DownloadedKind } from '#features/protection/contract/row-kinds.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import type { CallInput } from '../../api/contract-request.ts';
import { ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { Dropdown, DropdownDivider, DropdownItem } from '../../ui/dropdown.tsx';
import { MyFilesLink } from './my-files-link.tsx';
import { RowProgressBar } from './row-progress.tsx';
import { useRowDownload } from './use-row-download.ts';

const PrepareFileDialog = lazy(async () => {
  const { PrepareFileDialog: component } = await import('./prepare-file-dialog.tsx');
  return { default: component };
});

/** A download of a page: an endpoint, and its input for a format. */
export interface Downloadable {
  /** Such as 'Conversations', where there is more than one. */
  readonly title?: string;
  readonly endpoint: readonly [group: string, name: string];
  readonly toInput: (format: RowFormat) => CallInput;
  /** The same as a file that is prepared in the background. */
  readonly toFileForm: (format: RowFormat) => RowFileForm;
}

interface DownloadMenuProps {
  /** For screen readers, such as 'Download conversations'. */
  label: string;
  choices: readonly Downloadable[];
  /** Whether the page shows no rows, so that a file would have none. */
  isEmpty: boolean;
  onDone?: () => void;
}

/** Rows of a kind, which `exports` finds by a filter. */
export const toDownloadable = (kind: DownloadedKind, filter: object, title?: string): Downloadable => ({
  ...(title !== undefined && { title }),
  endpoint: ['exports', toListName(kind)],
  toInput: (format) => ({ body: { ...filter, format } }),
  toFileForm: (format) => ({ kind, filter, format }) as RowFileForm,
});

interface ListedRows {
  readonly kind: DownloadedKind;
  /** The filter of what the list shows. */
  readonly listed: object;
  /** The filter of what is selected in it: a list of ids by its name. */
  readonly selected: Readonly<Record<string, readonly string[]>>;
  /** The most that can be selected for a file. */
  readonly most: number;
}

/** Lists the rows that a list shows, and those that are selected in it, where these are not too many. */
export function listChoices({ kind, listed, selected, most }: ListedRows): Downloadable[] {
  const count = Object.values(selected).flat().length;
  if (count === 0 || count > most) return [toDownloadable(kind, listed)];
  const nouns = getRowKind(kind).label.toLowerCase();
  return [toDownloadable(kind, listed, `Listed ${nouns}`), toDownloadable(kind, selected, `Selected ${nouns}`)];
}

const isTooLarge = (error: unknown) => error instanceof ApiProblem && error.code === 'exports.too-large';

/** A menu that downloads what a page shows, of all its pages, with the rows so far and a button to cancel. */
export function DownloadMenu({ label, choices, isEmpty, onDone }: DownloadMenuProps) {
  const [offered, setOffered] = useState<RowFileForm>();
  const { progress, start, cancel } = useRowDownload(onDone);
  if (progress) return <RowProgressBar {...progress} label="Downloaded" onCancel={cancel} />;
  const choose = ({ endpoint, toInput, toFileForm }: Downloadable, format: RowFormat) =>
    start(endpoint, toInput(format), (error) => {
      if (isTooLarge(error)) setOffered(toFileForm(format));
      return isTooLarge(error);
    });
  return (
    <>
      <Dropdown
        label={label}
        isFramed
        isDisabled={isEmpty}
        button={
          <>
            <span>Download</span>
            <ChevronDownIcon size={14} />
          </>
        }
      >
        {choices.map((choice, place) => (
          <Fragment key={choice.title ?? ''}>
            {choice.title !== undefined && <DropdownDivider label={choice.title} isFirst={place === 0} />}
            {rowFormatNames.map((format) => (
              <DropdownItem
                key={format}
                onSelect={() => void choose(choice, format)}
                {...(choice.title !== undefined && { label: `${rowFormats[format].label}, ${choice.title}` })}
              >
                {rowFormats[format].label}
              </DropdownItem>
            ))}
          </Fragment>
        ))}
        <DropdownDivider />
        <MyFilesLink />
      </Dropdown>
      {offered && (
        <Suspense>
          <PrepareFileDialog form={offered} onClose={() => setOffered(undefined)} />
        </Suspense>
      )}
    </>
  );
}
