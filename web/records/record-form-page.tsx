import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { isUnknownRecord } from '../api/record-queries.ts';
import { SkeletonForm } from '../ui/forms/skeleton-form.tsx';
import { PageHeader } from '../ui/page-header.tsx';

interface RecordFormPageProps<Loaded> extends ComponentProps<typeof PageHeader> {
  /** Data of the form; undefined while it is loading. */
  data: Loaded | undefined;
  /** Why the record could not be loaded. */
  error?: unknown;
  /** Text for screen readers while the form is loading. */
  loadingLabel: string;
  /** The form. A `key` keeps what was typed for one record out of the form of the next. */
  children: (data: Loaded) => ReactNode;
}

/** The page of a form: its head, a skeleton until the record is there, and the not-found page where there is none. */
export function RecordFormPage<Loaded>(props: RecordFormPageProps<Loaded>) {
  const { data, error, loadingLabel, children, ...header } = props;
  if (isUnknownRecord(error)) return <RecordNotFound />;
  return (
    <>
      <PageHeader {...header} />
      {data === undefined ? <SkeletonForm fieldCount={6} label={loadingLabel} /> : children(data)}
    </>
  );
}

/** The portal's not-found page, in place of a record that does not exist. */
export function RecordNotFound() {
  const { defaultNotFoundComponent: NotFound } = useRouter().options;
  return NotFound && <NotFound isNotFound routeId={undefined} />;
}
