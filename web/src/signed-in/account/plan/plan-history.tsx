import { useLingui } from '@lingui/react/macro';
import type { PlanRecord } from '../../../../../clients/typescript/index.ts';
import { Row, Rows } from '../../../design/content/rows.tsx';
import { useTimes } from '../../times.ts';
import styles from './plan.module.css';

export function PlanHistory({ records }: { records: readonly PlanRecord[] }) {
  const { t, i18n } = useLingui();
  const times = useTimes();
  const durations: Record<PlanRecord['duration'], string> = {
    month: t`for a month`,
    year: t`for a year`,
    once: t`without an end`,
  };
  const gateways: Record<PlanRecord['gateway'], string> = { manual: t`entered by hand`, stripe: 'Stripe' };
  const price = ({ price: amount, currency }: PlanRecord) =>
    new Intl.NumberFormat(i18n.locale, { style: 'currency', currency }).format(amount);
  return (
    <Rows label={t`Purchases`}>
      {records.map((record) => {
        const { id, plan_name: plan, duration, gateway, ref, created_at: at } = record;
        return (
          <Row
            key={id}
            icon="plan"
            title={`${plan} ${durations[duration]}`}
            text={
              <>
                {[times.date(at), gateways[gateway]].join(' · ')} · <code dir="ltr">{ref}</code>
              </>
            }
            aside={<span className={styles.price}>{price(record)}</span>}
          />
        );
      })}
    </Rows>
  );
}
