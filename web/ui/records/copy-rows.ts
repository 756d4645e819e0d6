import type { ClipboardEvent } from 'react';

/**
 * Copies the selected rows of a long list as a table: as plain text with tabs between the cells, which the browser puts
 * only between cells of the layout of tables, and as HTML for spreadsheets. A selection inside of one row stays as it is.
 */
export function copyRows(event: ClipboardEvent<HTMLElement>) {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const table = document.createElement('table');
  table.append(selection.getRangeAt(0).cloneContents());
  const rows = [...table.querySelectorAll('tr:not([aria-hidden])')];
  if (rows.length < 2) return;
  const lines = rows.map((row) => [...row.children].map(({ textContent }) => textContent.trim()).join('\t'));
  event.clipboardData.setData('text/plain', lines.join('\n'));
  event.clipboardData.setData('text/html', table.outerHTML);
  event.preventDefault();
}
