import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { themes } from '../../../../contract/page/themes.ts';
import { Card } from '../../design/content/card.tsx';
import { NearView } from '../../design/drawing.tsx';
import { Icon } from '../../design/icon.tsx';
import { profileQuery } from '../queries.ts';
import { useSampleLinks } from '../welcome/sample-links.ts';
import { LookPreview } from './look-preview.tsx';
import { DayNight } from './look-stage.tsx';
import { inTheme } from './painted-look.ts';
import styles from './themes-card.module.css';
import type { Look } from './use-look.ts';

interface ThemesCardProps {
  look: Look;
  isNight: boolean;
  onNight: (isNight: boolean) => void;
}

/** Every theme with the owner's own name, picture and links, and with the colours that they chose themselves. */
export function ThemesCard({ look, isNight, onNight }: ThemesCardProps) {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const links = useSampleLinks();
  const { customize, background, own } = look;
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
                onChange={() => look.setTheme(name)}
              />
              <NearView className={styles.frame}>
                <LookPreview
                  look={inTheme(customize, name)}
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
