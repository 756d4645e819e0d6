import type { MessagePart as Part } from '#contract/analytics/message-parts.ts';
import { AvailableSkillsPart } from './available-skills-part.tsx';
import { ChartPart } from './chart-part.tsx';
import { FilePickerPart } from './file-picker-part.tsx';
import { FormResultPart } from './form-result-part.tsx';
import { PicturePart } from './picture-part.tsx';
import { TablePart } from './table-part.tsx';
import { TextPart } from './text-part.tsx';
import { VideoPart } from './video-part.tsx';

/** One part of a message by its type (section 3). */
export function MessagePart({ part }: { part: Part }) {
  switch (part.type) {
    case 'text':
      return <TextPart part={part} />;
    case 'picture':
      return <PicturePart part={part} />;
    case 'video':
      return <VideoPart part={part} />;
    case 'formResult':
      return <FormResultPart part={part} />;
    case 'chart':
      return <ChartPart part={part} />;
    case 'filePicker':
      return <FilePickerPart part={part} />;
    case 'availableSkills':
      return <AvailableSkillsPart part={part} />;
    case 'table':
      return <TablePart part={part} />;
    default:
      // A part that a later version writes.
      return null;
  }
}
