import { memo } from 'react';
import { settings } from '../../../lib/settings.ts';
import styles from './auth-statement.module.css';
import { WeekFigure } from './week-figure.tsx';

/**
 * What the portal is for, in one sentence, above a quiet drawing of a week of conversations. It never changes, so the
 * keys typed into the form beside it do not draw it again.
 */
export const AuthStatement = memo(function AuthStatement() {
  const { product, assistant } = settings.brand;
  return (
    <aside className={styles.panel} aria-label={`About ${product}`}>
      <p className={styles.statement}>
        Who asked, <br />
        what it did, <br />
        <span>what it cost.</span>
      </p>
      <p className={styles.gloss}>
        {product} is where a company runs {assistant}, its assistant: the people who may ask, the skills that answer,
        and the spending, to the cent.
      </p>
      <WeekFigure />
    </aside>
  );
});
