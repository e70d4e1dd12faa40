import { useLingui } from '@lingui/react/macro';
import type { PlanRecord } from '../../../../../clients/typescript/index.ts';
import { Row, Rows } from '../../../design/content/rows.tsx';
import { dotted } from '../../../isolation.ts';
import { useLocale } from '../../../language.ts';
import { useTimes } from '../../times.ts';
import styles from './plan.module.css';

export function PlanHistory({ records }: { records: readonly PlanRecord[] }) {
  const { t } = useLingui();
  const locale = useLocale();
  const times = useTimes();
  const durations: Record<PlanRecord['duration'], string> = {
    month: t`for a month`,
    year: t`for a year`,
    once: t`without an end`,
  };
  const gateways: Record<PlanRecord['gateway'], string> = { manual: t`entered by hand`, stripe: 'Stripe' };
  const price = ({ price: amount, currency }: PlanRecord) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
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
                {dotted([times.date(at), gateways[gateway]])} · <code dir="ltr">{ref}</code>
              </>
            }
            aside={<span className={styles.price}>{price(record)}</span>}
          />
        );
      })}
    </Rows>
  );
}
