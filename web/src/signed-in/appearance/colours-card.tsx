import { Trans, useLingui } from '@lingui/react/macro';
import type { Contrast } from '../../../../contract/page/contrast.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { announce } from '../../design/feedback/toasts.tsx';
import { ColourField } from '../../design/fields/colour-field.tsx';
import { Icon } from '../../design/icon.tsx';
import styles from './appearance.module.css';
import { ResetButton } from './reset-button.tsx';
import type { Appearance } from './use-appearance.ts';

export function ColoursCard({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const fields = [
    ['texts_color', t`Text`],
    ['button_background_color', t`Buttons`],
    ['button_text_color', t`Text on buttons`],
  ] as const;
  return (
    <Card title={t`Colours`}>
      <div className={styles.colours}>
        {fields.map(([name, label]) => (
          <ColourField
            key={name}
            label={label}
            value={appearance.customize[name]}
            onChange={(colour) => appearance.setValue(name, colour)}
            aside={<ResetButton appearance={appearance} name={name} label={label} />}
          />
        ))}
      </div>
      <ContrastList appearance={appearance} />
    </Card>
  );
}

function ContrastList({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const isAllReadable = appearance.contrasts.every(({ passes }) => passes);
  return (
    <div className={styles.pairs}>
      <ul className={styles.pairs} aria-label={t`Contrast`}>
        {appearance.contrasts.map((contrast) => (
          <PairRow key={contrast.pair} contrast={contrast} appearance={appearance} />
        ))}
      </ul>
      {!isAllReadable && (
        <p className={styles.note}>
          <Trans>
            You can use it anyway: your page then adds a panel or another colour, so that everybody can read it.
          </Trans>
        </p>
      )}
    </div>
  );
}

function PairRow({ contrast, appearance }: { contrast: Contrast; appearance: Appearance }) {
  const { t, i18n } = useLingui();
  const { pair, color, on, ratio, needed, passes, fixes } = contrast;
  const number = (value: number) => i18n.number(value, { maximumFractionDigits: 2 });
  const title = pair === 'text_on_background' ? t`Text on the background` : t`Text on buttons`;
  const [fix] = fixes;
  return (
    <li className={styles.pair} data-passes={passes}>
      <svg viewBox="0 0 56 44" className={styles.sample} style={{ background: on }} aria-hidden="true">
        <text x="28" y="29" textAnchor="middle" fill={color}>
          Aa
        </text>
      </svg>
      <span className={styles.pairWords}>
        <span className={styles.pairTitle}>{title}</span>
        <span className={styles.verdict}>
          <Icon name={passes ? 'check' : 'warning'} size={16} />
          {passes
            ? t`Easy to read: contrast ${number(ratio)}`
            : t`Hard to read: contrast ${number(ratio)}, needs ${number(needed)}`}
        </span>
      </span>
      {fix && (
        <Button
          size="small"
          onClick={() => {
            appearance.fix(fix);
            announce(t`${title}: easy to read now.`);
          }}
        >
          <span className={styles.fix}>
            <i style={{ background: fix.color }} />
            <Trans>Fix with {fix.color}</Trans>
          </span>
        </Button>
      )}
    </li>
  );
}
