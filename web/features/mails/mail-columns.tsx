import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SentMailRow } from '#contract/mails/mails.ts';
import { defineColumns } from '../../ui/records/columns.ts';
import { kindNames } from './mail-words.ts';

export const mailColumns = defineColumns<SentMailRow, { timeZone: string }>([
  {
    key: 'date',
    label: 'Date',
    width: '11.5rem',
    narrowWidth: '6.75rem',
    cell: ({ date }, { timeZone }) => <time dateTime={date}>{formatDateTime(date, timeZone)}</time>,
  },
  { key: 'subject', label: 'Subject', overflow: 'anywhere', isLink: true, text: ({ subject }) => subject },
  { key: 'kind', label: 'Kind', width: '9rem', narrowWidth: '7.25rem', text: ({ kind }) => kindNames[kind] },
  {
    key: 'to',
    label: 'To',
    width: '27%',
    narrowWidth: '30%',
    overflow: 'anywhere',
    text: ({ recipient }) => recipient,
  },
]);
