// In the place of the preview until it is there: what every page begins with, in the colours of this one.
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { Background, Customize } from '../../../../clients/typescript/index.ts';
import { themeValues } from '../appearance/theme-values.ts';
import { merged } from '../editing/index.ts';
import { profileQuery } from '../queries.ts';
import { useMediaQuery } from './list/use-media-query.ts';
import type { PreviewChanges } from './preview-requests.ts';
import styles from './preview-skeleton.module.css';

const LINKS = 4;

interface PreviewSkeletonProps {
  changes: PreviewChanges;
  scheme: 'light' | 'dark' | undefined;
}

export function PreviewSkeleton({ changes, scheme }: PreviewSkeletonProps) {
  const profile = useQuery(profileQuery).data;
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)');
  if (!profile) return null;
  const customize = merged({ ...profile.customize }, { ...changes.customize }) as unknown as Customize;
  const background = merged({ ...profile.background }, { ...changes.background }) as unknown as Background;
  const isNight = scheme === undefined ? prefersDark : scheme === 'dark';
  const { palette, ground } = themeValues(customize, background, isNight);
  const { bg, wash } = palette;
  const colours = {
    '--ground': ground ?? (wash ? `linear-gradient(160deg, ${wash[0]}, ${bg}, ${wash[1]})` : bg),
    '--text': palette.text,
    '--button': palette.button,
  } as CSSProperties;
  return (
    <div aria-hidden="true" className={styles.page} style={colours}>
      <span className={styles.avatar} />
      <span className={styles.name} />
      <span className={styles.bio} />
      {[...Array(LINKS).keys()].map((link) => (
        <span key={link} className={styles.link} />
      ))}
    </div>
  );
}
