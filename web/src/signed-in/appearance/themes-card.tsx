import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { themes } from '../../../../contract/page/themes.ts';
import { Card } from '../../design/content/card.tsx';
import { NearView } from '../../design/drawing.tsx';
import { Icon } from '../../design/icon.tsx';
import { profileQuery } from '../queries.ts';
import { useSampleLinks } from '../welcome/sample-links.ts';
import { DayNight } from './preview-stage.tsx';
import { ThemePreview } from './theme-preview.tsx';
import { inTheme } from './theme-values.ts';
import styles from './themes-card.module.css';
import type { Appearance } from './use-appearance.ts';

interface ThemesCardProps {
  appearance: Appearance;
  isNight: boolean;
  onNight: (isNight: boolean) => void;
}

/** Every theme with the owner's own name, picture and links, and with the colours that they chose themselves. */
export function ThemesCard({ appearance, isNight, onNight }: ThemesCardProps) {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const links = useSampleLinks();
  const { customize, background, own } = appearance;
  const ownCount = Object.keys(own).length;
  return (
    <Card
      title={t`Theme`}
      text={
        ownCount > 0 ? (
          <Trans>Your own colours, font and shapes stay when you change it.</Trans>
        ) : (
          <Trans>Pick one, then make it yours below.</Trans>
        )
      }
      aside={
        <div className={styles.aside}>
          <DayNight isNight={isNight} onNight={onNight} />
        </div>
      }
    >
      <fieldset>
        <legend className={styles.legend}>{t`Theme`}</legend>
        <div className={styles.themes}>
          {themes.map(({ name, title }) => (
            <label key={name} className={styles.theme}>
              <input
                type="radio"
                name="theme"
                value={name}
                checked={name === customize.theme}
                onChange={() => appearance.setTheme(name)}
              />
              <NearView className={styles.frame}>
                <ThemePreview
                  theme={inTheme(customize, name)}
                  background={background}
                  name={profile?.name || profile?.username || ''}
                  bio={profile?.bio}
                  avatar={profile?.avatar}
                  links={links}
                  isNight={isNight}
                />
              </NearView>
              <span className={styles.name}>
                {title}
                <span className={styles.check}>
                  <Icon name="check" size={16} />
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
