// A small picture of a theme with the owner's own name and links, made from the same data as the page itself.
import type { Background, Customize } from '../../../../clients/typescript/index.ts';
import { directionOfText } from '../../../../contract/languages.ts';
import { themeDefaults } from '../../../../contract/page/theme-defaults.ts';
import { type Theme, themes } from '../../../../contract/page/themes.ts';
import { classNames } from '../../design/class-names.ts';
import { fontFamily } from './font-family.ts';
import styles from './theme-preview.module.css';
import { type ThemeValues, themeValues } from './theme-values.ts';

/** Six that differ most; the rest is on the screen for the theme. */
const offered = ['signpost', 'sunday', 'gazette', 'bulletin', 'aurora', 'poster'];

export const offeredThemes: readonly Theme[] = themes.filter(({ name }) => offered.includes(name));

const radii: Record<Customize['radius'], readonly [number, number]> = {
  square: [0, 0],
  soft: [0.75, 0.5],
  round: [1.25, 0.75],
  pill: [2, 1],
};
const SHOWN_LINKS = 3;
/** Longer names are smaller, as on the page. */
const LONG_NAME = 28;

interface ThemePreviewProps {
  /** A theme with its own values, or the owner's. */
  theme: Theme | Customize;
  name: string;
  links: readonly string[];
  bio?: string | undefined;
  avatar?: string | undefined;
  background?: Background | undefined;
  isNight?: boolean;
  /** How many links there is room for. */
  room?: number;
}

export function ThemePreview(props: ThemePreviewProps) {
  const { theme, name, links, bio, avatar, background, isNight, room = SHOWN_LINKS } = props;
  const customize = 'theme' in theme ? theme : (themeDefaults(theme.name) as Customize);
  const values = themeValues(customize, background, isNight);
  return (
    <div aria-hidden="true" className={styles.page} dir={directionOfText(`${name} ${bio ?? ''}`)}>
      <div
        className={classNames(
          styles.body,
          styles[values.theme.name],
          styles[values.align],
          values.hasOwnButtons && styles.ownButtons,
        )}
        style={valuesOf(values)}
      >
        <div className={styles.main}>
          <div className={styles.header}>
            {avatar ? (
              <img src={avatar} alt="" className={styles.avatar} />
            ) : (
              <span className={classNames(styles.avatar, styles.letter)}>{[...name][0]}</span>
            )}
            <span className={styles.words}>
              <span className={classNames(styles.name, name.length > LONG_NAME && styles.long)} dir="auto">
                {name}
              </span>
              {bio && (
                <span className={styles.bio} dir="auto">
                  {bio}
                </span>
              )}
            </span>
          </div>
          <div className={styles.stack}>
            {links.slice(0, room).map((link) => (
              <span key={link} className={styles.link}>
                <span dir="auto">{link}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** As custom properties; React's types know none. */
function valuesOf({ palette, font, display, radius, ground }: ThemeValues): React.CSSProperties {
  const { bg, wash = [bg, bg], surface, text, muted, accent, button, buttonText, border } = palette;
  const [large, small] = radii[radius] ?? radii.soft;
  return {
    '--l-bg': bg,
    '--l-wash-1': wash[0],
    '--l-wash-2': wash[1],
    '--l-surface': surface,
    '--l-text': text,
    '--l-muted': muted,
    '--l-accent': accent,
    '--l-button': button,
    '--l-ink': buttonText,
    '--l-border': border,
    '--l-line': `color-mix(in srgb, ${text} 16%, transparent)`,
    '--l-radius': `calc(${large} * var(--rem))`,
    '--l-small': `calc(${small} * var(--rem))`,
    '--l-font': fontFamily(font),
    '--l-display': fontFamily(display),
    ...(ground && { background: ground }),
  } as React.CSSProperties;
}
