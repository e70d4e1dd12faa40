import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from '../../design/fields/segmented.tsx';
import { PagePreview } from '../page/page-preview.tsx';
import { addressQuery, profileQuery } from '../queries.ts';
import { useSampleLinks } from '../welcome/sample-links.ts';
import styles from './look.module.css';
import { LookPreview } from './look-preview.tsx';
import type { Look } from './use-look.ts';

interface LookStageProps {
  look: Look;
  isNight: boolean;
  onNight: (isNight: boolean) => void;
  isPlain?: boolean;
}

/** The page as it would look. */
export function LookStage({ look, isNight, onNight, isPlain }: LookStageProps) {
  const address = useQuery(addressQuery);
  const profile = useQuery(profileQuery).data;
  const links = useSampleLinks();
  const { customize, background } = look;
  return (
    <div className={styles.stage}>
      <div className={styles.stageHead}>
        <DayNight isNight={isNight} onNight={onNight} />
      </div>
      {!look.isChanged && !isNight && address.data ? (
        <PagePreview url={address.data.url} version={address.dataUpdatedAt} isPlain={isPlain ?? false} />
      ) : (
        profile && (
          <div className={styles.phone}>
            <LookPreview
              look={customize}
              background={background}
              name={profile.name || profile.username}
              bio={profile.bio}
              avatar={profile.avatar}
              links={links}
              isNight={isNight}
              room={6}
            />
          </div>
        )
      )}
    </div>
  );
}

export function DayNight({ isNight, onNight }: Pick<LookStageProps, 'isNight' | 'onNight'>) {
  const { t } = useLingui();
  return (
    <Segmented
      legend={t`Time of day`}
      isCompact
      value={isNight ? 'night' : 'day'}
      options={[
        { value: 'day', label: t`Day` },
        { value: 'night', label: t`Night` },
      ]}
      onChange={(value) => onNight(value === 'night')}
    />
  );
}
