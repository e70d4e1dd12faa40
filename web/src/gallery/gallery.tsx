// Every component in each of its states, to look at and to run axe on. Its words are samples, so they are not translated.
import { useState } from 'react';
import { Wordmark } from '../brand/wordmark.tsx';
import { SchemeMenu } from '../frame/scheme-menu.tsx';
import { useScreenTitle } from '../frame/screen-title.ts';
import { ActionSamples } from './action-samples.tsx';
import { ContentSamples } from './content-samples.tsx';
import { FeedbackSamples } from './feedback-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';
import { StatisticsSamples } from './statistics-samples.tsx';

const colours = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'text',
  'muted',
  'edge',
  'hairline',
  'accent',
  'accent-soft',
  'danger',
  'danger-soft',
  'warning',
  'warning-soft',
];

export function Gallery() {
  const heading = useScreenTitle('Gallery');
  const [isRightToLeft, setRightToLeft] = useState(false);
  const turn = () => {
    document.documentElement.dir = isRightToLeft ? 'ltr' : 'rtl';
    setRightToLeft(!isRightToLeft);
  };
  return (
    <main className={styles.gallery}>
      <div className={styles.head}>
        <Wordmark />
        <SchemeMenu />
      </div>
      <h1 ref={heading} tabIndex={-1}>
        Gallery
      </h1>
      <Part title="Colours">
        <ul className={styles.colours}>
          {colours.map((name) => (
            <li key={name} className={styles.colour}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        <p style={{ fontSize: 'var(--text-xxl)', fontFamily: 'var(--font-heading)', fontWeight: 700 }}>
          One address, 32
        </p>
        <p style={{ fontSize: 'var(--text-xl)', fontFamily: 'var(--font-heading)', fontWeight: 700 }}>
          One address, 24
        </p>
        <p style={{ fontSize: 'var(--text-l)', fontFamily: 'var(--font-heading)', fontWeight: 650 }}>One address, 20</p>
        <p>One address for everything you do, 16</p>
        <p style={{ fontSize: 'var(--text-s)' }}>One address for everything you do, 14</p>
        <p style={{ fontSize: 'var(--text-xs)' }}>One address for everything you do, 12</p>
      </Part>
      <ActionSamples onTurn={turn} />
      <FieldSamples />
      <FeedbackSamples />
      <ContentSamples />
      <StatisticsSamples />
    </main>
  );
}
