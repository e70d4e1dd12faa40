import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Card } from '../../design/content/card.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Switch } from '../../design/fields/choice.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { useEditor, useSection } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import styles from './pixels.module.css';

export function ConsentCard() {
  const { t } = useLingui();
  const editor = useEditor();
  const options = useSection('options');
  const [failure, setFailure] = useState<unknown>();
  const isOn = options.fields?.consent_bar ?? false;
  const turn = async () => {
    setFailure(undefined);
    const target = { kind: 'section', section: 'options' } as const;
    const change = { patch: { consent_bar: !isOn }, base: { consent_bar: isOn } };
    await editor.change({ type: 'edit', target, ...change }, t`Consent bar`).catch(setFailure);
  };
  return (
    <Card title={t`Privacy of your visitors`}>
      <Loaded query={options} skeleton={<Skeleton height={72} />}>
        {() => (
          <Switch
            label={t`Ask visitors before pixels load`}
            hint={
              <Trans>
                Shows a bar with a choice. Nothing is loaded until somebody accepts. In the European Union and the
                United Kingdom, the law asks for it.
              </Trans>
            }
            checked={isOn}
            onChange={turn}
          />
        )}
      </Loaded>
      {failure !== undefined && <FailureBanner error={failure} />}
      <p className={styles.note}>
        <Trans>Visitors whose browser says “do not track”, or sends Global Privacy Control, never get a pixel.</Trans>
      </p>
    </Card>
  );
}
