import { useState } from 'react';
import type {
  AvailableSkillsPart as AvailableSkills,
  FormResultPart as FormResult,
  MessagePart as Part,
  TextPart as TextOfPart,
} from '#contract/conversations/message-parts.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { SanitisedHtml } from '#web/ui/text/sanitised-html.tsx';
import { ChartPart } from './chart-part.tsx';
import { FilePickerPart, PicturePart, VideoPart } from './media-parts.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from '../conversation.module.css';
import { TablePart } from './table-part.tsx';
import { toShownText } from './shown-text.ts';
import { cutTexts, toTexts } from './text-cut.ts';

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
      // A type of a later version of the portal.
      return null;
  }
}

/** Text as HTML, Markdown or as it is. A very long text is cut until its button is pressed. */
function TextPart({ part }: { part: TextOfPart }) {
  const [isWhole, setWhole] = useState(false);
  const texts = toTexts(part.value);
  const { shown, leftOut } = cutTexts(texts);
  return (
    <Stack gap={2} shrink>
      {(isWhole ? texts : shown).map(({ key, html }) => (
        <SanitisedHtml key={key} {...toShownText(html, part.format)} />
      ))}
      {leftOut > 0 && !isWhole && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {`Show the whole text, ${formatCount(leftOut)} more characters`}
        </button>
      )}
    </Stack>
  );
}

/** Fields in the order and under the names of section 3. */
const formLabels = {
  username: 'SAP ID',
  firstname: 'First Name',
  lastname: 'Last Name',
  company: 'Company',
  e_mail: 'Email',
  tel1_numbr: 'Phone Number',
  reason: 'Reason',
} as const;

const formFields = Object.keys(formLabels) as (keyof typeof formLabels)[];

/** A filled-in form, without its empty fields. */
function FormResultPart({ part }: { part: FormResult }) {
  return (
    <Facts names="8rem" gap={1}>
      {formFields
        .filter((field) => part[field] != null && part[field] !== '')
        .map((field) => (
          <Fact key={field} label={formLabels[field]}>
            <Text as="span" breaks="kept" dir="auto">
              {part[field]}
            </Text>
          </Fact>
        ))}
    </Facts>
  );
}

/** Skills that the assistant offered, by group. */
function AvailableSkillsPart({ part }: { part: AvailableSkills }) {
  // Names of groups and skills may repeat, so that they are no keys.
  const groups = part.groups.map(({ name, data }, index) => ({
    key: `group ${index}`,
    name,
    skills: data.map((skill, place) => ({ key: `skill ${place}`, name: skill.name })),
  }));
  return (
    <Stack gap={3}>
      {groups.map(({ key, name, skills }) => (
        <section key={key}>
          <Text below={1} size="sm" tone="soft" breaks="anywhere" dir="auto">
            {name}
          </Text>
          <Row as="ul" gap={2} align="stretch" wrap className={styles.skills}>
            {skills.map((skill) => (
              <li key={skill.key} dir="auto">
                {skill.name}
              </li>
            ))}
          </Row>
        </section>
      ))}
    </Stack>
  );
}
