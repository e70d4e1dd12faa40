import { Trans, useLingui } from '@lingui/react/macro';
import type { Activity } from '../../../../../clients/typescript/index.ts';
import { Badge } from '../../../design/feedback/badge.tsx';
import { Icon } from '../../../design/icon.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { useLocale } from '../../../language.ts';
import { byDay, groupOf } from './activities.ts';
import styles from './activity.module.css';
import { useActivityTitles } from './activity-titles.ts';
import { groupIcons, useGroupNames } from './group-names.ts';

interface ActivityListProps {
  records: readonly Activity[];
  timezone: string;
  onIp: (ip: string) => void;
}

export function ActivityList({ records, timezone, onIp }: ActivityListProps) {
  const locale = useLocale();
  const dayFormat = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: timezone });
  return byDay(records, timezone).map(({ date, activities }) => (
    <section key={date} className={styles.day} aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`} className={styles.date}>
        {dayFormat.format(new Date(date))}
      </h2>
      <ul className={styles.list}>
        {activities.map((activity) => (
          <ActivityRow
            key={activity.id}
            activity={activity}
            time={clock.format(new Date(activity.created_at))}
            onIp={onIp}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Messages of the service. */
const inEnglish = { lang: 'en', dir: 'auto' } as const;

/** Undefined in English: the message of the service says it and more. */
function useActivityTitle({ type }: Activity): string | undefined {
  const locale = useLocale();
  const titles: Partial<Record<string, string>> = useActivityTitles();
  return locale.startsWith('en') ? undefined : titles[type];
}

interface ActivityRowProps {
  activity: Activity;
  time: string;
  onIp: (ip: string) => void;
}

function ActivityRow({ activity, time, onIp }: ActivityRowProps) {
  const { t } = useLingui();
  const names = useGroupNames();
  const { type, message, ip, os, browser, created_at: createdAt } = activity;
  const title = useActivityTitle(activity);
  const group = groupOf(activity);
  const agent = browser && os ? t`${browser} on ${os}` : browser || os;
  return (
    <li className={styles.activity}>
      <span className={styles.icon}>
        <Icon name={group ? groupIcons[group] : 'info'} size={18} />
        {group && <VisuallyHidden>{names[group]}: </VisuallyHidden>}
      </span>
      <div className={styles.words}>
        <p className={styles.message} {...(title === undefined && inEnglish)}>
          {title ?? message}
          {type === 'login_failed' && (
            <Badge tone="warning">
              <Trans>Failed</Trans>
            </Badge>
          )}
        </p>
        {title !== undefined && (
          <p className={styles.detail} {...inEnglish}>
            {message}
          </p>
        )}
        <p className={styles.facts}>
          <time dateTime={createdAt}>{time}</time>
          {agent && <span>{agent}</span>}
          {ip && (
            <button
              type="button"
              className={styles.ip}
              dir="ltr"
              aria-label={t`Show only what came from ${ip}`}
              onClick={() => onIp(ip)}
            >
              {ip}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}
