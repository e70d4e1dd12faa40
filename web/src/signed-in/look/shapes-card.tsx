import { useLingui } from '@lingui/react/macro';
import { alignments, radii } from '../../../../contract/vocabulary.ts';
import { Card } from '../../design/content/card.tsx';
import { Segmented } from '../../design/fields/segmented.tsx';
import { FontPicker } from './font-picker.tsx';
import styles from './look.module.css';
import { ResetButton } from './reset-button.tsx';
import type { Look } from './use-look.ts';

const cornerSizes = { square: 0, soft: 4, round: 7, pill: 10 };

export function ShapesCard({ look }: { look: Look }) {
  const { t } = useLingui();
  const { radius, bio_align: align } = look.customize;
  const cornerNames = { square: t`Square`, soft: t`Soft`, round: t`Round`, pill: t`Pill` };
  const sideNames = { left: t`Left`, center: t`Middle`, right: t`Right` };
  return (
    <Card title={t`Font and shape`}>
      <FontPicker look={look} />
      <Segmented
        legend={t`Corners`}
        aside={<ResetButton look={look} name="radius" label={t`Corners`} />}
        value={radius}
        onChange={(value) => look.setValue('radius', value)}
        options={radii.map((value) => ({
          value,
          label: cornerNames[value],
          picture: <i className={styles.corner} style={{ borderRadius: cornerSizes[value] }} aria-hidden="true" />,
        }))}
      />
      <Segmented
        legend={t`Position of name and text`}
        aside={<ResetButton look={look} name="bio_align" label={t`Position of name and text`} />}
        value={align}
        onChange={(value) => look.setValue('bio_align', value)}
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
