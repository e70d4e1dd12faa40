import { Trans, useLingui } from '@lingui/react/macro';
import type { Contrast } from '../../../../contract/page/contrast.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { announce } from '../../design/feedback/toasts.tsx';
import { ColourField } from '../../design/fields/colour-field.tsx';
import { Icon } from '../../design/icon.tsx';
import styles from './look.module.css';
import { ResetButton } from './reset-button.tsx';
import type { Look } from './use-look.ts';

export function ColoursCard({ look }: { look: Look }) {
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
            value={look.customize[name]}
            onChange={(colour) => look.setValue(name, colour)}
            aside={<ResetButton look={look} name={name} label={label} />}
          />
        ))}
      </div>
      <ContrastList look={look} />
    </Card>
  );
}

function ContrastList({ look }: { look: Look }) {
  const { t } = useLingui();
  const isAllReadable = look.contrasts.every(({ passes }) => passes);
  return (
    <div className={styles.pairs}>
      <ul className={styles.pairs} aria-label={t`Contrast`}>
        {look.contrasts.map((contrast) => (
          <PairRow key={contrast.pair} contrast={contrast} look={look} />
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

function PairRow({ contrast, look }: { contrast: Contrast; look: Look }) {
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
            look.fix(fix);
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
