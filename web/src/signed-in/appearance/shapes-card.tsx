import { useLingui } from '@lingui/react/macro';
import { alignments, radii } from '../../../../contract/vocabulary.ts';
import { Card } from '../../design/content/card.tsx';
import { Segmented } from '../../design/fields/segmented.tsx';
import styles from './appearance.module.css';
import { FontPicker } from './font-picker.tsx';
import { ResetButton } from './reset-button.tsx';
import type { Appearance } from './use-appearance.ts';

const cornerSizes = { square: 0, soft: 4, round: 7, pill: 10 };

export function ShapesCard({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const { radius, bio_align: align } = appearance.customize;
  const cornerNames = { square: t`Square`, soft: t`Soft`, round: t`Round`, pill: t`Pill` };
  const sideNames = { left: t`Left`, center: t`Middle`, right: t`Right` };
  return (
    <Card title={t`Font and shape`}>
      <FontPicker appearance={appearance} />
      <Segmented
        legend={t`Corners`}
        aside={<ResetButton appearance={appearance} name="radius" label={t`Corners`} />}
        value={radius}
        onChange={(value) => appearance.setValue('radius', value)}
        options={radii.map((value) => ({
          value,
          label: cornerNames[value],
          picture: <i className={styles.corner} style={{ borderRadius: cornerSizes[value] }} aria-hidden="true" />,
        }))}
      />
      <Segmented
        legend={t`Position of name and text`}
        aside={<ResetButton appearance={appearance} name="bio_align" label={t`Position of name and text`} />}
        value={align}
        onChange={(value) => appearance.setValue('bio_align', value)}
        options={alignments.map((value) => ({
          value,
          label: sideNames[value],
          picture: <Lines align={value} />,
        }))}
      />
    </Card>
  );
}

function Lines({ align }: { align: (typeof alignments)[number] }) {
  const side = { left: 'start', center: 'center', right: 'end' }[align];
  return (
    <span className={styles.line} style={{ justifyItems: side }} aria-hidden="true">
      {[24, 14, 20].map((width) => (
        <i key={width} style={{ inlineSize: width }} />
      ))}
    </span>
  );
}
