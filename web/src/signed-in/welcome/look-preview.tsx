// A small picture of a look with the owner's own name and links, painted from the same data as the page itself.

import { type Theme, themes } from '../../../../contract/page/themes.ts';
import { classNames } from '../../design/class-names.ts';
import styles from './look-preview.module.css';

/** Six that differ most; the rest is in the editor. */
const offered = ['signpost', 'sunday', 'gazette', 'bulletin', 'aurora', 'poster'];

export const offeredLooks: readonly Theme[] = themes.filter(({ name }) => offered.includes(name));

const corners = { square: '0', soft: '3cqi', round: '6cqi', pill: '20cqi' };
const SHOWN_LINKS = 3;

interface LookPreviewProps {
  look: Theme;
  name: string;
  links: readonly string[];
  /** How many links there is room for. */
  room?: number;
}

export function LookPreview({ look, name, links, room = SHOWN_LINKS }: LookPreviewProps) {
  const { day } = look;
  const background = day.wash ? `linear-gradient(150deg, ${day.wash[0]}, ${day.bg} 50%, ${day.wash[1]})` : day.bg;
  return (
    <div
      aria-hidden="true"
      className={classNames(styles.page, styles[look.name], look.align === 'left' && styles.left)}
      style={{
        background,
        color: day.text,
        ...variables({
          '--look-button': day.button,
          '--look-button-text': day.buttonText,
          '--look-text': day.text,
          '--look-accent': day.accent,
          '--look-border': day.border,
          '--look-corner': corners[look.radius],
        }),
      }}
    >
      <div className={styles.inner}>
        <span className={styles.picture} style={{ background: day.accent, color: day.bg }}>
          {[...name][0]}
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.bio} style={{ background: day.muted }} />
        {links.slice(0, room).map((link) => (
          <span key={link} className={styles.link}>
            {link}
          </span>
        ))}
      </div>
    </div>
  );
}

/** React's types know no custom properties. */
function variables(values: Record<`--${string}`, string>): React.CSSProperties {
  return values as React.CSSProperties;
}
